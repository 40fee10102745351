import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The state of one particle at one time of its life.
public struct Particle: Sendable {
  /// The index of the particle's cell values in `ParticleSystem.recipes`.
  public var recipe: Int
  /// The number of the particle among the particles of its cell. The first particle of a cell has number 1, and particles that a
  /// warm emitter emitted before its start have numbers of 0 or less.
  public var number: Int
  /// The time of the particle's birth in seconds of the emitter's time.
  public var birthTime: Double
  /// The seconds of the cell's time since the particle's birth.
  public var age: Double
  /// The age of the particle in seconds at which the particle ends.
  public var lifetime: Double
  /// The position of the particle in the emitter layer's coordinates.
  public var position: Point
  /// The z coordinate of the particle, which is greater if the particle is nearer to the viewer.
  public var z: Double
  public var scale: Double
  /// The rotation of the particle's image in the emitter's plane, in radians.
  public var rotation: Double
  public var color: Color
  /// The orientation of the particle's image in space; nil for an image in the emitter's plane, which `rotation` rotates.
  var orientation: Orientation?
}

extension Particle {
  /// Creates the state of a particle at `age` seconds after the particle's birth.
  init(
    _ number: Int, recipe: Int, birthTime: Double, age: Double, _ motion: Motion,
    _ life: ParticleLife
  ) {
    (self.recipe, self.number, self.birthTime) = (recipe, number, birthTime)
    (self.age, lifetime) = (age, life.length)
    (position, z) = (Point(motion.position.x, motion.position.y), motion.position.z)
    let (born, spun) = life.turn(at: age)
    rotation = born + spun
    let look = life.look(at: age)
    (scale, color) = (look.scale, look.color)
    let isPlane = life.cell.particleType == .plane
    if isPlane { orientation = Orientation(life.cell, life.random, rotation: born, spin: spun) }
    if let alignment = life.effects?.alignment {
      let inSpace = alignment.preservesDepth && isPlane
      let own = orientation ?? Orientation(angle: rotation)
      orientation = own.aligned(to: motion.velocity, turns: alignment.turns, inSpace: inSpace)
    }
  }
}

/// The scale and the colour of a particle at an age, or the factors that the particle inherits at its birth.
struct ParticleLook {
  var scale: Double = 1
  var color: Color = .white
}

/// Values at a particle's birth, which determine the particle's look and position at any age.
struct ParticleLife {
  let flight: Flight
  let emitter: EmitterValues
  let cell: CellValues
  let lineage: CellLineage
  let random: ParticleRandom
  /// The scale and colour of the parent particle when this particle was born. Apple's documentation says that "the scale and
  /// color of fireworkCell are inherited by trailCell". The velocity of the parent particle is not inherited.
  var inherited = ParticleLook()
  /// The index of the forces on the particle; nil if only the constant acceleration of `flight` acts.
  var field: Int?
  /// The conversion from the emitter's time to the force table's time.
  var clock: LinearTime
  var start: Double
  /// The effects of behaviors on the particle, except forces.
  var effects: LifeEffects?

  /// The rotation of the particle at birth, and the rotation that was added since the birth, in radians.
  func turn(at age: Double) -> (born: Double, spun: Double) {
    let born = random.spread(cell.rotation, cell.rotationRange, .rotation)
    let spun = random.spread(cell.spin, cell.spinRange, .spin) * emitter.spin * age
    guard let effects else { return (born, spun) }
    let part = age / length
    return (
      effects.value(.rotation, born, at: part),
      effects.sum(.spin, spun, at: part, length: length)
    )
  }

  /// The motion of the particle after forces and behaviors have acted on the particle.
  func motion(_ free: Motion, at age: Double) -> Motion {
    guard let effects else { return free }
    let start = Motion(flight).position
    return effects.motion(free, from: start, at: age / length, length: length)
  }

  func look(at age: Double) -> ParticleLook {
    let startScale = random.spread(cell.scale, cell.scaleRange, .scale) * emitter.scale
    let base = cell.color ?? .white
    let color = Color(
      random.spread(base.red, cell.redRange, .red) + cell.redSpeed * age,
      random.spread(base.green, cell.greenRange, .green) + cell.greenSpeed * age,
      random.spread(base.blue, cell.blueRange, .blue) + cell.blueSpeed * age,
      random.spread(base.alpha, cell.alphaRange, .alpha) + cell.alphaSpeed * age)
    guard let effects else {
      return ParticleLook(
        scale: max(0, startScale + cell.scaleSpeed * age) * inherited.scale,
        color: color.clamped.multiplied(by: inherited.color))
    }
    let part = age / length
    let grown = effects.sum(.scaleSpeed, cell.scaleSpeed * age, at: part, length: length)
    let scale = effects.value(.scale, startScale + grown, at: part)
    let shown = Color(
      effects.value(.red, color.red, at: part), effects.value(.green, color.green, at: part),
      effects.value(.blue, color.blue, at: part), effects.value(.alpha, color.alpha, at: part))
    return ParticleLook(
      scale: max(0, scale) * inherited.scale,
      color: shown.clamped.multiplied(by: inherited.color))
  }

  /// The particle's mass at its birth.
  var mass: Double { random.spread(cell.mass, cell.massRange, .mass) }

  /// The time of an inner cell, which runs at the speed at which the inner cell's particles age.
  func clock(ofCell timing: MediaTiming) -> LinearTime {
    let rate = clock.rate * timing.speed
    return LinearTime(rate: rate.isFinite && rate != 0 ? rate : clock.rate)
  }

  /// The particle's lifetime in seconds.
  var length: Double { cell.lifetime(emitter, random) }
}

import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// One particle at one moment of its life.
public struct Particle: Sendable {
  /// Index of its recipe in the `ParticleSystem`.
  public var recipe: Int
  /// Which of its cell's particles it is; the first is 1, and those of a warm start before it are 0 or less.
  public var number: Int
  /// Time of birth, in the emitter's own time.
  public var birthTime: Double
  /// Seconds of the cell since its birth.
  public var age: Double
  /// Age at which it ends.
  public var lifetime: Double
  /// Place in the layer's coordinates.
  public var position: Point
  /// Nearness to the eye.
  public var z: Double
  public var scale: Double
  /// Radians.
  public var rotation: Double
  public var color: Color
  /// How the picture lies in space; nil for one in the plane, turned by `rotation`.
  var orientation: Orientation?
}

extension Particle {
  /// The particle of a life as it is `age` seconds after its birth.
  init(
    _ number: Int, recipe: Int, birthTime: Double, age: Double, _ motion: Motion,
    _ life: ParticleLife
  ) {
    (self.recipe, self.number, self.birthTime) = (recipe, number, birthTime)
    (self.age, lifetime) = (age, life.length)
    (position, z) = (Point(motion.place.x, motion.place.y), motion.place.z)
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

/// The scale and the colour of a particle at an age, or at its birth what it multiplies them by.
struct ParticleLook {
  var scale: Double = 1
  var color: Color = .white
}

/// Values at its birth that determine a particle's look and place at any age.
struct ParticleLife {
  let flight: Flight
  let emitter: EmitterValues
  let cell: CellValues
  let lineage: CellLineage
  let random: ParticleRandom
  /// The look of the particle that emitted this one, at this one's birth. Apple: "the scale and color of fireworkCell
  /// are inherited by trailCell"; its velocity is not.
  var inherited = ParticleLook()
  /// Index of the forces on the particle; nil for none but its flight's acceleration.
  var field: Int?
  /// Clock of the forces, and the time of birth that it shows, in the first loop of a loop.
  var clock: EvenTime
  var start: Double
  /// What behaviors make of it beside forces.
  var effects: LifeEffects?

  /// Angles by which the particle was turned at its birth, and has turned since then, in radians.
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

  /// Where forces and behaviors have brought it to.
  func motion(_ free: Motion, at age: Double) -> Motion {
    guard let effects else { return free }
    let start = Motion(flight).place
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

  /// Clock of a cell whose particles this one emits: it ticks as fast as they age.
  func clock(ofCell timing: MediaTiming) -> EvenTime {
    let rate = clock.rate * timing.speed
    return EvenTime(rate: rate.isFinite && rate != 0 ? rate : clock.rate)
  }

  /// Seconds between birth and end.
  var length: Double { cell.lifetime(emitter, random) }
}

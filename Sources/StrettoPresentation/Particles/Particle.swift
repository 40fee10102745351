import StrettoGeometry
import StrettoLayers

/// One particle at one moment of its life.
public struct Particle: Sendable {
  /// Index of its recipe in the `ParticleSystem`.
  public var recipe: Int
  /// Which of its cell's particles it is; the first is 1, and those of a warm start before it are 0 or less.
  public var number: Int
  /// Time of birth, in the emitter's own time.
  public var birthTime: Double
  /// Place in the layer's coordinates.
  public var position: Point
  /// Nearness to the eye.
  public var z: Double
  public var scale: Double
  /// Radians.
  public var rotation: Double
  public var color: Color
}

extension Particle {
  /// The particle of a life as it is `age` seconds after its birth.
  init(_ number: Int, recipe: Int, birthTime: Double, age: Double, _ life: ParticleLife) {
    (self.recipe, self.number, self.birthTime) = (recipe, number, birthTime)
    let place = life.flight.place(at: age)
    (position, z) = (Point(place.x, place.y), place.z)
    let (cell, random) = (life.cell, life.random)
    rotation =
      random.spread(cell.rotation, cell.rotationRange, .rotation)
      + random.spread(cell.spin, cell.spinRange, .spin) * life.emitter.spin * age
    let look = life.look(at: age)
    (scale, color) = (look.scale, look.color)
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
  let random: ParticleRandom
  /// The look of the particle that emitted this one, at this one's birth. Apple: "the scale and color of fireworkCell
  /// are inherited by trailCell"; its velocity is not.
  var inherited = ParticleLook()

  func look(at age: Double) -> ParticleLook {
    let startScale = random.spread(cell.scale, cell.scaleRange, .scale) * emitter.scale
    let base = cell.color ?? .white
    let color = Color(
      random.spread(base.red, cell.redRange, .red) + cell.redSpeed * age,
      random.spread(base.green, cell.greenRange, .green) + cell.greenSpeed * age,
      random.spread(base.blue, cell.blueRange, .blue) + cell.blueSpeed * age,
      random.spread(base.alpha, cell.alphaRange, .alpha) + cell.alphaSpeed * age)
    return ParticleLook(
      scale: max(0, startScale + cell.scaleSpeed * age) * inherited.scale,
      color: color.clamped.multiplied(by: inherited.color))
  }

  /// Seconds between birth and end.
  var length: Double { cell.lifetime(emitter, random) }
}

import StrettoGeometry
import StrettoLayers

/// One particle at one moment of its life.
public struct Particle: Sendable {
  /// Which of the recipes of its `ParticleSystem` it follows.
  public var recipe: Int
  /// Which of its cell's particles it is; the first is 1, and those of a warm start before it are 0 or less.
  public var number: Int
  /// In the emitter's own time.
  public var birthTime: Double
  /// In the layer's coordinates.
  public var position: Point
  /// Nearness to the eye.
  public var z: Double
  public var scale: Double
  /// Radians.
  public var rotation: Double
  public var color: Color
}

extension Particle {
  /// The particle of a flight as it is `age` seconds after its birth. The values are those of emitter and cell
  /// at the birth.
  init(
    _ number: Int, recipe: Int, birthTime: Double, age: Double, _ flight: Flight,
    _ emitter: EmitterValues, _ cell: CellValues, _ random: ParticleRandom
  ) {
    (self.recipe, self.number, self.birthTime) = (recipe, number, birthTime)
    let place = flight.place(at: age)
    (position, z) = (Point(place.x, place.y), place.z)
    let startScale = random.spread(cell.scale, cell.scaleRange, .scale) * emitter.scale
    scale = max(0, startScale + cell.scaleSpeed * age)
    rotation = random.spread(cell.spin, cell.spinRange, .spin) * emitter.spin * age
    let base = cell.color ?? .white
    color =
      Color(
        random.spread(base.red, cell.redRange, .red) + cell.redSpeed * age,
        random.spread(base.green, cell.greenRange, .green) + cell.greenSpeed * age,
        random.spread(base.blue, cell.blueRange, .blue) + cell.blueSpeed * age,
        random.spread(base.alpha, cell.alphaRange, .alpha) + cell.alphaSpeed * age
      ).clamped
  }
}

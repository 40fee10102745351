import StrettoGeometry
import StrettoLayers

/// One particle at one moment of its life.
public struct Particle: Equatable, Sendable {
  /// Index of its cell in the emitter.
  public var cell: Int
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
  /// The particle as it is `age` seconds after its birth; nil if it does not live that long.
  ///
  /// Closed form (semantics 12.4): nothing is stepped. The values are those of emitter and cell at the birth.
  init?(
    number: Int, cell index: Int, birthTime: Double, age: Double, emitter: EmitterValues,
    _ cell: CellValues
  ) {
    let random = ParticleRandom(seed: emitter.seed, cell: index, particle: number)
    let lifetime =
      random.spread(cell.lifetime, cell.lifetimeRange, .lifetime) * emitter.lifetime
    guard age >= 0, age < lifetime else { return nil }
    self.cell = index
    self.number = number
    self.birthTime = birthTime
    let (place, natural) = emitter.birthPlace(random)
    let angle =
      natural + random.spread(cell.emissionLongitude, cell.emissionRange, .direction)
    let speed = random.spread(cell.velocity, cell.velocityRange, .velocity) * emitter.velocity
    let inPlane = speed * cos(cell.emissionLatitude)
    let half = age * age / 2
    position = Point(
      place.x + inPlane * cos(angle) * age + cell.xAcceleration * half,
      place.y + inPlane * sin(angle) * age + cell.yAcceleration * half)
    z = speed * sin(cell.emissionLatitude) * age + cell.zAcceleration * half
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

extension EmitterValues {
  /// Where a particle is born, and the direction that its longitude counts from.
  ///
  /// Outlines of circles send particles outwards, lines towards -y; all else counts from +x (semantics 12.3).
  /// Volume and surface are the same in a plane.
  fileprivate func birthPlace(_ random: ParticleRandom) -> (Point, Double) {
    let (u, v) = (random.unit(.place), random.unit(.secondPlace))
    let (width, height) = (emitterSize.width, emitterSize.height)
    func at(_ x: Double, _ y: Double) -> Point {
      Point(emitterPosition.x + x * width, emitterPosition.y + y * height)
    }
    switch emitterShape {
    case .point: return (emitterPosition, 0)
    case .line:
      let x = emitterMode == .points ? (u < 0.5 ? -0.5 : 0.5) : u - 0.5
      return (Point(emitterPosition.x + x * width, emitterPosition.y), -Double.pi / 2)
    case .rectangle:
      switch emitterMode {
      case .points: return (at(u < 0.5 ? -0.5 : 0.5, v < 0.5 ? -0.5 : 0.5), 0)
      case .outline: return (outlinePoint(u), 0)
      case .surface, .volume: return (at(u - 0.5, v - 0.5), 0)
      }
    case .circle:
      let angle = u * 2 * Double.pi
      let isOutline = emitterMode == .outline || emitterMode == .points
      // The square root spreads points evenly over the area.
      let radius = isOutline ? width : width * v.squareRoot()
      let place = Point(
        emitterPosition.x + radius * cos(angle), emitterPosition.y + radius * sin(angle))
      return (place, isOutline ? angle : 0)
    }
  }

  /// The point a share `u` of the way round the rectangle.
  private func outlinePoint(_ u: Double) -> Point {
    let (w, h) = (emitterSize.width.magnitude, emitterSize.height.magnitude)
    let corner = Point(emitterPosition.x - w / 2, emitterPosition.y - h / 2)
    let d = u * 2 * (w + h)
    if d < w { return corner + Point(d, 0) }
    if d < w + h { return corner + Point(w, d - w) }
    if d < 2 * w + h { return corner + Point(2 * w + h - d, h) }
    return corner + Point(0, max(0, 2 * (w + h) - d))
  }
}

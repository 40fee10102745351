import StrettoGeometry
import StrettoLayers

/// The initial motion of a particle and its constant acceleration (docs/core-animation.md, section 12.4).
struct Flight {
  /// The particle's position at birth in the emitter layer's coordinates. A particle with a greater z coordinate is nearer to the
  /// viewer.
  var start: Vector3
  /// The particle's velocity at birth in points per second.
  var velocity: Vector3
  /// The constant acceleration in points per second squared.
  var acceleration: Vector3

  /// The position and velocity of the particle at an age, if only the constant acceleration acts on the particle.
  func motion(at age: Double) -> Motion {
    let half = age * age / 2
    return Motion(
      position: Vector(
        start.x + velocity.x * age + acceleration.x * half,
        start.y + velocity.y * age + acceleration.y * half,
        start.z + velocity.z * age + acceleration.z * half),
      velocity: Vector(
        velocity.x + acceleration.x * age, velocity.y + acceleration.y * age,
        velocity.z + acceleration.z * age))
  }
}

extension EmitterValues {
  /// The position where a particle is born, and the direction from which the longitude and latitude of emission are counted.
  ///
  /// Outlines and surfaces of round emitter shapes emit outwards, and line emitters emit towards -y. For emitters of any other
  /// shape, angles are counted from +x (docs/core-animation.md, section 12.3). In a flat emitter shape, the emitter modes volume
  /// and surface are equivalent.
  func departure(_ random: ParticleRandom) -> Departure {
    switch emitterShape {
    case .point: Departure(position: at(0, 0, 0))
    case .line:
      Departure(
        position: at(
          emitterMode == .points ? end(.position, random) : random.unit(.position) - 0.5, 0, 0),
        longitude: -Double.pi / 2)
    case .rectangle: Departure(position: pointInRectangle(random))
    case .cuboid: Departure(position: pointInCuboid(random))
    case .circle: departureFromCircle(random)
    case .sphere: departureFromSphere(random)
    }
  }

  /// A position in the emitter's box, where -0.5 and 0.5 are the ends of each side.
  private func at(_ x: Double, _ y: Double, _ z: Double) -> Vector3 {
    Vector3(
      emitterPosition.x + x * emitterSize.width, emitterPosition.y + y * emitterSize.height,
      emitterZPosition + z * emitterDepth)
  }

  /// A random coordinate at one end of a side of the unit square, -0.5 or 0.5.
  private func end(_ channel: ParticleRandom.Channel, _ random: ParticleRandom) -> Double {
    random.unit(channel) < 0.5 ? -0.5 : 0.5
  }

  private func pointInRectangle(_ random: ParticleRandom) -> Vector3 {
    switch emitterMode {
    case .points: return at(end(.position, random), end(.secondPosition, random), 0)
    case .surface, .volume:
      return at(random.unit(.position) - 0.5, random.unit(.secondPosition) - 0.5, 0)
    case .outline:
      // The position is chosen by a fraction of the rectangle's perimeter, which consists of two sides of each length.
      let (w, h) = (emitterSize.width.magnitude, emitterSize.height.magnitude)
      let d = random.unit(.position) * 2 * (w + h)
      if d < w { return at(d / w - 0.5, -0.5, 0) }
      if d < w + h { return at(0.5, (d - w) / h - 0.5, 0) }
      if d < 2 * w + h { return at(0.5 - (d - w - h) / w, 0.5, 0) }
      return at(-0.5, h > 0 ? max(-0.5, 0.5 - (d - 2 * w - h) / h) : 0, 0)
    }
  }

  private func pointInCuboid(_ random: ParticleRandom) -> Vector3 {
    let inside = [
      random.unit(.position) - 0.5, random.unit(.secondPosition) - 0.5,
      random.unit(.thirdPosition) - 0.5,
    ]
    let ends = [end(.position, random), end(.secondPosition, random), end(.thirdPosition, random)]
    let sides = [emitterSize.width.magnitude, emitterSize.height.magnitude, emitterDepth.magnitude]
    let choice = random.unit(.latitude)
    switch emitterMode {
    case .volume: return at(inside[0], inside[1], inside[2])
    case .points: return at(ends[0], ends[1], ends[2])
    case .outline:
      // A particle is born on one of the box's edges, with a probability proportional to the edge's length.
      let axis = CellValues.chosen(sides, choice)
      let point = (0..<3).map { $0 == axis ? inside[$0] : ends[$0] }
      return at(point[0], point[1], point[2])
    case .surface:
      // A face of the box is chosen with a probability proportional to its area.
      let areas = [sides[1] * sides[2], sides[0] * sides[2], sides[0] * sides[1]]
      let axis = CellValues.chosen(areas, choice)
      let point = (0..<3).map { $0 == axis ? ends[$0] : inside[$0] }
      return at(point[0], point[1], point[2])
    }
  }

  private func departureFromCircle(_ random: ParticleRandom) -> Departure {
    let angle = random.unit(.position) * 2 * Double.pi
    let isOutline = emitterMode == .outline || emitterMode == .points
    // The square root of a random number distributes points uniformly over the area of a disc.
    let fraction = isOutline ? 1 : random.unit(.secondPosition).squareRoot()
    let radius = emitterSize.width * fraction
    return Departure(
      position: Vector3(
        emitterPosition.x + radius * cos(angle), emitterPosition.y + radius * sin(angle),
        emitterZPosition), longitude: isOutline ? angle : 0)
  }

  private func departureFromSphere(_ random: ParticleRandom) -> Departure {
    let longitude = random.unit(.position) * 2 * Double.pi
    // A uniformly distributed height gives a uniform distribution over the surface of a sphere (Archimedes).
    let height = 2 * random.unit(.secondPosition) - 1
    let isVolume = emitterMode == .volume
    let radius = emitterSize.width * (isVolume ? pow(random.unit(.thirdPosition), 1.0 / 3) : 1)
    let around = radius * max(0, 1 - height * height).squareRoot()
    return Departure(
      position: Vector3(
        emitterPosition.x + around * cos(longitude),
        emitterPosition.y + around * sin(longitude), emitterZPosition + radius * height),
      longitude: isVolume ? 0 : longitude, latitude: isVolume ? 0 : asin(height))
  }
}

extension CellValues {
  /// The index of one of three weights, chosen by a fraction of the weights' sum; the last index if all weights are 0.
  fileprivate static func chosen(_ weights: [Double], _ fraction: Double) -> Int {
    let target = fraction * weights.reduce(0, +)
    if target < weights[0] { return 0 }
    return target < weights[0] + weights[1] ? 1 : 2
  }

  func flight(from departure: Departure, _ emitter: EmitterValues, _ random: ParticleRandom)
    -> Flight
  {
    let speed = random.spread(velocity, velocityRange, .velocity) * emitter.velocity
    // If particles may leave the plane, their directions form a cone, which a flat emitter projects onto the plane.
    let direction =
      emitter.preservesDepth || emissionLatitude != 0
      ? directionInCone(departure, random) : directionInFan(departure, random)
    return Flight(
      start: departure.position,
      velocity: Vector3(speed * direction.x, speed * direction.y, speed * direction.z),
      acceleration: Vector3(xAcceleration, yAcceleration, zAcceleration))
  }

  /// A direction in the plane of a flat emitter, with uniformly distributed angles.
  private func directionInFan(_ departure: Departure, _ random: ParticleRandom) -> Vector3 {
    let angle = departure.longitude + random.spread(emissionLongitude, emissionRange, .direction)
    let latitude = departure.latitude + emissionLatitude
    return Vector3(cos(latitude) * cos(angle), cos(latitude) * sin(angle), sin(latitude))
  }

  /// A direction in a cone in space, distributed uniformly over the cone (docs/core-animation.md, section 12.3). The full opening
  /// angle of the emission cone is `emissionRange`.
  private func directionInCone(_ departure: Departure, _ random: ParticleRandom) -> Vector3 {
    let angle = departure.longitude + emissionLongitude
    let latitude = departure.latitude + emissionLatitude
    let half = min(emissionRange.magnitude / 2, Double.pi)
    // A uniformly distributed height gives a uniform distribution over the surface of a sphere (Archimedes).
    let along = half == 0 ? 1 : 1 - random.unit(.direction) * (1 - cos(half))
    let aside = max(0, 1 - along * along).squareRoot()
    let around = half == 0 ? 0 : random.unit(.aroundDirection) * 2 * Double.pi
    let (left, up) = (aside * cos(around), aside * sin(around))
    let inPlane = along * cos(latitude) - up * sin(latitude)
    return Vector3(
      inPlane * cos(angle) - left * sin(angle), inPlane * sin(angle) + left * cos(angle),
      along * sin(latitude) + up * cos(latitude))
  }

  func lifetime(_ emitter: EmitterValues, _ random: ParticleRandom) -> Double {
    random.spread(lifetime, lifetimeRange, .lifetime) * emitter.lifetime
  }
}

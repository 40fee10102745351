import StrettoGeometry

typealias Vector = SIMD3<Double>

/// Position and velocity of a particle in the emitter layer's coordinates, in points and points per second. A particle with a
/// greater z coordinate is nearer to the viewer.
struct Motion: Equatable {
  var position: Vector
  var velocity: Vector

  /// The direction of travel in the emitter's plane, in radians from +x towards +y; nil for a particle at rest.
  var heading: Double? {
    velocity.x == 0 && velocity.y == 0 ? nil : atan2(velocity.y, velocity.x)
  }

  /// The angle between the direction of travel and the emitter's plane, in radians; nil for a particle at rest.
  var elevation: Double? {
    let inPlane = velocity.x * velocity.x + velocity.y * velocity.y
    return inPlane == 0 && velocity.z == 0 ? nil : atan2(velocity.z, inPlane.squareRoot())
  }
}

extension Motion {
  init(_ flight: Flight) {
    position = Vector(flight.start.x, flight.start.y, flight.start.z)
    velocity = Vector(flight.velocity.x, flight.velocity.y, flight.velocity.z)
  }
}

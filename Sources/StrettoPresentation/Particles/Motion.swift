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

/// The linear map of a particle's motion over a time interval, for forces that do not depend on the position.
struct Passage: Equatable {
  /// The fraction of a particle's velocity that remains at the end of the time interval.
  var decay: Double = 1
  /// The displacement of a particle per unit of its initial velocity, in seconds.
  var reach: Double = 0
  /// The displacement of a particle that starts at rest, over the time interval.
  var shift: Vector = .zero
  var gain: Vector = .zero

  func motion(of first: Motion) -> Motion {
    Motion(
      position: first.position + first.velocity * reach + shift,
      velocity: first.velocity * decay + gain)
  }

  /// The composition of this map and the map `next`, which belongs to the following time interval.
  func then(_ next: Passage) -> Passage {
    Passage(
      decay: decay * next.decay, reach: reach + decay * next.reach,
      shift: shift + gain * next.reach + next.shift, gain: gain * next.decay + next.gain)
  }
}

/// The functions phi_j for integrals of polynomials times an exponential. Each function phi_j is the sum of x^k / (k + j)! over
/// all k >= 0, for x <= 0. For example, the function phi_1 is (e^x - 1) / x.
struct ExponentialIntegrals {
  let phi0: Double
  let phi1: Double
  let phi2: Double
  let phi3: Double
  let phi4: Double

  init(_ x: Double) {
    if x == 0 {
      (phi0, phi1, phi2, phi3, phi4) = (1, 1, 0.5, 1.0 / 6, 1.0 / 24)
    } else if x > -1 {
      // For small x, phi_4 is computed as a series of 17 terms, which give all digits of a double. A downward recurrence from
      // phi_4 gives phi_0 to phi_3.
      var (sum, term) = (0.0, 1.0 / 24)
      for k in 1...17 {
        sum += term
        term *= x / Double(k + 4)
      }
      phi4 = sum
      phi3 = 1.0 / 6 + x * phi4
      phi2 = 0.5 + x * phi3
      phi1 = 1 + x * phi2
      phi0 = 1 + x * phi1
    } else {
      phi0 = exp(x)
      phi1 = (phi0 - 1) / x
      phi2 = (phi1 - 1) / x
      phi3 = (phi2 - 0.5) / x
      phi4 = (phi3 - 1.0 / 6) / x
    }
  }
}

extension Motion {
  init(_ flight: Flight) {
    position = Vector(flight.start.x, flight.start.y, flight.start.z)
    velocity = Vector(flight.velocity.x, flight.velocity.y, flight.velocity.z)
  }
}

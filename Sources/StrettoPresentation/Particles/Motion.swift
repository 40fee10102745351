import StrettoGeometry

typealias Vector = SIMD3<Double>

/// Where a particle is, in the emitter layer's coordinates, and how fast it moves, in points a second. Greater z is nearer to
/// the eye.
struct Motion: Equatable {
  var place: Vector
  var velocity: Vector

  /// Direction of travel in the plane, in radians from +x towards +y; nil where it stands still.
  var heading: Double? {
    velocity.x == 0 && velocity.y == 0 ? nil : atan2(velocity.y, velocity.x)
  }

  /// Angle of travel to the plane, in radians; nil where it stands still.
  var elevation: Double? {
    let inPlane = velocity.x * velocity.x + velocity.y * velocity.y
    return inPlane == 0 && velocity.z == 0 ? nil : atan2(velocity.z, inPlane.squareRoot())
  }
}

/// What a span of time does to the motion of any particle that feels the same forces, all of them linear in its motion.
struct Passage: Equatable {
  /// Share of the velocity that is left.
  var decay: Double = 1
  /// Seconds at the first velocity that lead as far as that velocity does here.
  var reach: Double = 0
  /// Displacement and velocity of a particle that begins at rest.
  var shift: Vector = .zero
  var gain: Vector = .zero

  func motion(of first: Motion) -> Motion {
    Motion(
      place: first.place + first.velocity * reach + shift, velocity: first.velocity * decay + gain)
  }

  /// This passage, and then another one.
  func then(_ next: Passage) -> Passage {
    Passage(
      decay: decay * next.decay, reach: reach + decay * next.reach,
      shift: shift + gain * next.reach + next.shift, gain: gain * next.decay + next.gain)
  }
}

/// The functions (e^x - 1) / x and its like, which the integrals of polynomials against an exponential are made of: `phi[j]` is
/// the sum of x^k / (k + j)! over all k. For x of 0 or less.
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
      // A series, and then downwards, which is exact for small numbers. 17 terms are enough for all digits.
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
    place = Vector(flight.start.x, flight.start.y, flight.start.z)
    velocity = Vector(flight.velocity.x, flight.velocity.y, flight.velocity.z)
  }
}

import StrettoGeometry

/// A damped spring that is released: its position as it moves from 0 to 1.
///
/// Source: Apple, `CASpringAnimation`; the closed forms of m x'' + c x' + k (x - 1) = 0 with x(0) = 0 and x'(0) =
/// initialVelocity. As in Core Animation, damping above critical counts as critical unless `allowsOverdamping` is set.
public struct Spring: Equatable, Sendable {
  /// Above 0.
  public var mass: Double = 1
  /// Above 0.
  public var stiffness: Double = 100
  /// Damping, at least 0; at 0 the spring never comes to rest.
  public var damping: Double = 10
  /// The initial velocity in distances per second; positive is towards the target.
  public var initialVelocity: Double = 0
  public var allowsOverdamping: Bool = false

  public init() {}

  /// The undamped angular frequency in radians per second.
  private var frequency: Double { (stiffness / mass).squareRoot() }

  /// The position after `t` seconds: 0 at the start, 1 at rest, beyond 1 where it overshoots. 0 at negative times.
  public func value(at t: Double) -> Double {
    if t <= 0 { return 0 }
    return (1 - remainder(at: t)).saturated
  }

  /// The distance from the target.
  private func remainder(at t: Double) -> Double {
    let (w, ratio) = (frequency, dampingRatio)
    if ratio < 1 {
      let ring = w * (1 - ratio * ratio).squareRoot()
      let b = (ratio * w - initialVelocity) / ring
      return exp(-ratio * w * t) * (cos(ring * t) + b * sin(ring * t))
    }
    guard allowsOverdamping, ratio > 1 else { return (1 + (w - initialVelocity) * t) * exp(-w * t) }
    let (slow, fast, share) = overdamped
    return share * exp(slow * t) + (1 - share) * exp(fast * t)
  }

  /// The range of all positions at any time.
  public var outputs: ClosedRange<Double> {
    let (w, ratio) = (frequency, dampingRatio)
    let swing: Double
    if ratio < 1 {
      let b = (ratio * w - initialVelocity) / (w * (1 - ratio * ratio).squareRoot())
      swing = (1 + b * b).squareRoot()
    } else if allowsOverdamping, ratio > 1 {
      swing = overdamped.share.magnitude + (1 - overdamped.share).magnitude
    } else {
      // The product of a linear function and its decay is greatest at the time 1 / w.
      swing = 1 + (w - initialVelocity).magnitude / w
    }
    let reach = swing.isFinite ? swing : .greatestFiniteMagnitude
    return 1 - reach...1 + reach
  }

  /// The two decay rates, and the weight of the slow one.
  private var overdamped: (slow: Double, fast: Double, share: Double) {
    let (w, ratio) = (frequency, dampingRatio)
    let root = (ratio * ratio - 1).squareRoot()
    // The product of both rates is w^2, so computing the slow one as a quotient loses no digits.
    let fast = -w * (ratio + root)
    let slow = -w / (ratio + root)
    return (slow, fast, (-initialVelocity - fast) / (slow - fast))
  }

  /// Seconds until the spring stays within 1/1,000 of the target; infinite without damping.
  ///
  /// If it oscillates, this is when the envelope falls below 1/1,000, which equals Apple's values to the last digit. Otherwise it
  /// is rounded up to a tenth of a second (our reading of the one known value).
  public var settlingDuration: Double {
    dampingRatio < 1 - 1e-9 ? settlesIn : (settlesIn * 10 - 1e-9).rounded(.up) / 10
  }

  /// The last time at which a spring that does not oscillate is 1/1,000 away. It has at most one turning point, and approaches
  /// the target steadily on both sides of it.
  private var lastTimeAway: Double {
    let turn = turningPoint
    if turn > 0, remainder(at: turn).magnitude < 0.001 { return crossing(0, turn) }
    var end = max(turn, 1 / frequency)
    while remainder(at: end).magnitude >= 0.001, end < 1e300 { end *= 2 }
    return crossing(max(turn, 0), end)
  }

  private func crossing(_ away: Double, _ near: Double) -> Double {
    var (low, high) = (away, near)
    for _ in 0..<200 where low < high {
      let middle = low + (high - low) / 2
      if remainder(at: middle).magnitude >= 0.001 { low = middle } else { high = middle }
    }
    return high
  }

  /// The time at which the velocity is 0; not above 0 if it never is.
  private var turningPoint: Double {
    let w = frequency
    guard allowsOverdamping, dampingRatio > 1 else {
      let a = w - initialVelocity
      return a == 0 ? 0 : (a - w) / (a * w)
    }
    let (slow, fast, share) = overdamped
    let quotient = -(1 - share) * fast / (share * slow)
    return quotient > 0 ? log(quotient) / (slow - fast) : 0
  }
}

extension Spring {
  /// The perceived duration in seconds: 2 pi / frequency. Setting it sets the stiffness and keeps the bounce.
  ///
  /// Source: Apple, `CASpringAnimation(perceptualDuration:bounce:)`: stiffness (2 pi / duration)^2 at mass 1.
  public var perceptualDuration: Double {
    get { 2 * .pi / frequency }
    set {
      let bounce = bounce
      let w = 2 * .pi / newValue
      stiffness = w * w * mass
      self.bounce = bounce
    }
  }

  /// Bounce: 1 undamped, 0 critically damped, below 0 overdamped. Setting it sets the damping.
  public var bounce: Double {
    get { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }
    set { dampingRatio = newValue >= 0 ? 1 - newValue : 1 / (1 + newValue) }
  }

  /// Damping divided by critical damping. Setting it sets the damping.
  public var dampingRatio: Double {
    get { damping / (2 * (stiffness * mass).squareRoot()) }
    set { damping = newValue * 2 * (stiffness * mass).squareRoot() }
  }

  /// Seconds until the spring stays within 1/1,000 of the target; infinite without damping. Setting it sets stiffness and damping
  /// and keeps the damping ratio, which must not be 0.
  ///
  /// If it oscillates, this is when the envelope falls below 1/1,000. Source: UIKit's animations `usingSpringWithDamping`, whose
  /// duration it is.
  public var settlesIn: Double {
    get {
      let (w, ratio) = (frequency, dampingRatio)
      if ratio == 0 { return .infinity }
      // Close to critical damping the envelope is far from the curve.
      if ratio >= 1 - 1e-9 { return lastTimeAway }
      let b = (ratio * w - initialVelocity) / (w * (1 - ratio * ratio).squareRoot())
      return log((1 + b.magnitude) / 0.001) / (ratio * w)
    }
    set {
      let ratio = dampingRatio
      guard ratio > 0 else { return }
      // The stiffer, the sooner: bisect between 1e-6 and 1e9 radians, on a logarithmic scale.
      var (low, high) = (1e-6 / newValue, 1e9 / newValue)
      for _ in 0..<100 {
        let middle = (low * high).squareRoot()
        stiffness = min(middle * middle * mass, 1e12)
        dampingRatio = ratio
        if settlesIn > newValue { low = middle } else { high = middle }
      }
    }
  }
}

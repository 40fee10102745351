import StrettoGeometry

/// A damped spring that moves from the position 0 to the target 1 after its release.
///
/// Source: Apple, `CASpringAnimation`. The positions are closed-form solutions of m x'' + c x' + k (x - 1) = 0 with x(0) = 0 and
/// x'(0) = initialVelocity. As in Core Animation, damping above critical damping counts as critical damping unless
/// `allowsOverdamping` is true.
public struct Spring: Equatable, Sendable {
  /// The mass at the end of the spring, above 0.
  public var mass: Double = 1
  /// The stiffness of the spring, above 0.
  public var stiffness: Double = 100
  /// The damping of the spring, at least 0. A spring with a damping of 0 never comes to rest.
  public var damping: Double = 10
  /// The initial velocity of the spring, where 1 is the distance from start to target per second. A positive initial velocity
  /// points towards the target.
  public var initialVelocity: Double = 0
  public var allowsOverdamping: Bool = false

  public init() {}

  /// The undamped angular frequency of the spring in radians per second.
  private var frequency: Double { (stiffness / mass).squareRoot() }

  /// The position of the spring after `t` seconds: 0 at the start, 1 at rest, above 1 where the spring overshoots. The position
  /// of the spring is 0 if `t` is negative.
  public func value(at t: Double) -> Double {
    if t <= 0 { return 0 }
    return (1 - remainder(at: t)).saturated
  }

  /// The distance of the spring from its target after `t` seconds. The distance from the target is 1 at the start.
  private func remainder(at t: Double) -> Double {
    let (w, ratio) = (frequency, dampingRatio)
    if ratio < 1 {
      let ring = w * (1 - ratio * ratio).squareRoot()
      let b = (ratio * w - initialVelocity) / ring
      return exp(-ratio * w * t) * (cos(ring * t) + b * sin(ring * t))
    }
    guard allowsOverdamping, ratio > 1 else { return (1 + (w - initialVelocity) * t) * exp(-w * t) }
    let (slow, fast, fraction) = overdamped
    return fraction * exp(slow * t) + (1 - fraction) * exp(fast * t)
  }

  /// A range that contains the positions of the spring at all times.
  public var outputs: ClosedRange<Double> {
    let (w, ratio) = (frequency, dampingRatio)
    let swing: Double
    if ratio < 1 {
      let b = (ratio * w - initialVelocity) / (w * (1 - ratio * ratio).squareRoot())
      swing = (1 + b * b).squareRoot()
    } else if allowsOverdamping, ratio > 1 {
      swing = overdamped.fraction.magnitude + (1 - overdamped.fraction).magnitude
    } else {
      // At critical damping, the distance from the target is (1 + (w - initialVelocity) t) exp(-w t), and t exp(-w t) is greatest
      // at t = 1 / w.
      swing = 1 + (w - initialVelocity).magnitude / w
    }
    let reach = swing.isFinite ? swing : .greatestFiniteMagnitude
    return 1 - reach...1 + reach
  }

  /// The two decay rates of an overdamped spring, and the weight of the slow decay.
  private var overdamped: (slow: Double, fast: Double, fraction: Double) {
    let (w, ratio) = (frequency, dampingRatio)
    let root = (ratio * ratio - 1).squareRoot()
    // The product of the two decay rates is w^2, so computing the slow rate as a quotient loses no digits.
    let fast = -w * (ratio + root)
    let slow = -w / (ratio + root)
    return (slow, fast, (-initialVelocity - fast) / (slow - fast))
  }

  /// Seconds until the spring stays within 1/1,000 of the target, or infinity without damping.
  ///
  /// If the spring oscillates, the settling duration ends when the envelope falls below 1/1,000, which equals Apple's values to
  /// the last digit. If the spring does not oscillate, the settling duration is rounded up to a tenth of a second (our reading of
  /// the one known value).
  public var settlingDuration: Double {
    dampingRatio < 1 - 1e-9 ? settlingTime : (settlingTime * 10 - 1e-9).rounded(.up) / 10
  }

  /// The last time at which a spring that does not oscillate is 1/1,000 away from its target. A spring that does not oscillate
  /// has at most one turning point, and moves monotonically before and after the turning point.
  private var lastTimeOutsideTolerance: Double {
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

  /// The time at which the velocity of a spring that does not oscillate is 0. If the spring's velocity is never 0 after the
  /// release, the turning point is 0 or negative.
  private var turningPoint: Double {
    let w = frequency
    guard allowsOverdamping, dampingRatio > 1 else {
      let a = w - initialVelocity
      return a == 0 ? 0 : (a - w) / (a * w)
    }
    let (slow, fast, fraction) = overdamped
    let quotient = -(1 - fraction) * fast / (fraction * slow)
    return quotient > 0 ? log(quotient) / (slow - fast) : 0
  }
}

extension Spring {
  /// The perceived duration of the spring in seconds: 2 pi / frequency. Setting the perceived duration changes the spring's
  /// stiffness and keeps its bounce.
  ///
  /// Source: Apple, `CASpringAnimation(perceptualDuration:bounce:)`, which sets the stiffness to (2 pi / duration)^2 for a mass
  /// of 1.
  public var perceptualDuration: Double {
    get { 2 * .pi / frequency }
    set {
      let bounce = bounce
      let w = 2 * .pi / newValue
      stiffness = w * w * mass
      self.bounce = bounce
    }
  }

  /// Bounce of the spring: 1 undamped, 0 critically damped, below 0 overdamped. Setting the bounce changes the damping of the
  /// spring.
  public var bounce: Double {
    get { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }
    set { dampingRatio = newValue >= 0 ? 1 - newValue : 1 / (1 + newValue) }
  }

  /// Damping of the spring divided by its critical damping. Setting the damping ratio changes the damping.
  public var dampingRatio: Double {
    get { damping / (2 * (stiffness * mass).squareRoot()) }
    set { damping = newValue * 2 * (stiffness * mass).squareRoot() }
  }

  /// Seconds until the spring stays within 1/1,000 of the target, or infinity without damping.
  ///
  /// Setting `settlingTime` changes stiffness and damping and keeps the damping ratio, which must be above 0. If the spring
  /// oscillates, the settling time ends when the envelope falls below 1/1,000. Source: the duration of UIKit's animations with
  /// `usingSpringWithDamping`.
  public var settlingTime: Double {
    get {
      let (w, ratio) = (frequency, dampingRatio)
      if ratio == 0 { return .infinity }
      // Close to critical damping, the envelope of the oscillation is far above the distance of the spring from the target.
      if ratio >= 1 - 1e-9 { return lastTimeOutsideTolerance }
      let b = (ratio * w - initialVelocity) / (w * (1 - ratio * ratio).squareRoot())
      return log((1 + b.magnitude) / 0.001) / (ratio * w)
    }
    set {
      let ratio = dampingRatio
      guard ratio > 0 else { return }
      // A stiffer spring settles sooner, so bisection can find the frequency. The search runs on a logarithmic scale, from 1e-6 to
      // 1e9 divided by the settling time `newValue`, in radians per second.
      var (low, high) = (1e-6 / newValue, 1e9 / newValue)
      for _ in 0..<100 {
        let middle = (low * high).squareRoot()
        stiffness = min(middle * middle * mass, 1e12)
        dampingRatio = ratio
        if settlingTime > newValue { low = middle } else { high = middle }
      }
    }
  }
}

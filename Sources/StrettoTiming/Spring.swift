import StrettoGeometry

/// A mass on a spring that is let go: how far it has come on its way from 0 to 1.
///
/// Source: Apple, `CASpringAnimation`; the closed forms of m x'' + c x' + k (x - 1) = 0 with x(0) = 0 and
/// x'(0) = initialVelocity. As in Core Animation, more damping than stops the ringing counts as just enough, unless
/// `allowsOverdamping` is set.
public struct Spring: Equatable, Sendable {
  /// Above 0.
  public var mass: Double = 1
  /// Above 0.
  public var stiffness: Double = 100
  /// Damping, at least 0; at 0 the spring never comes to rest.
  public var damping: Double = 10
  /// The speed at the start, in ways a second; positive is towards the target.
  public var initialVelocity: Double = 0
  public var allowsOverdamping: Bool = false

  public init() {}

  /// Radians a second, without damping.
  private var frequency: Double { (stiffness / mass).squareRoot() }

  /// The place after `t` seconds: 0 at first, 1 in the end, beyond 1 where it overshoots. At negative times 0.
  public func value(at t: Double) -> Double {
    if t <= 0 { return 0 }
    return (1 - remainder(at: t)).saturated
  }

  /// Distance that is left to the target.
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

  /// Range of all places at any time, from how far it swings at most.
  public var outputs: ClosedRange<Double> {
    let (w, ratio) = (frequency, dampingRatio)
    let swing: Double
    if ratio < 1 {
      let b = (ratio * w - initialVelocity) / (w * (1 - ratio * ratio).squareRoot())
      swing = (1 + b * b).squareRoot()
    } else if allowsOverdamping, ratio > 1 {
      swing = overdamped.share.magnitude + (1 - overdamped.share).magnitude
    } else {
      // The product of a line and its decay is greatest after the time 1 / w.
      swing = 1 + (w - initialVelocity).magnitude / w
    }
    let reach = swing.isFinite ? swing : .greatestFiniteMagnitude
    return 1 - reach...1 + reach
  }

  /// The two rates of decay, and the share of the slow one.
  private var overdamped: (slow: Double, fast: Double, share: Double) {
    let (w, ratio) = (frequency, dampingRatio)
    let root = (ratio * ratio - 1).squareRoot()
    // The product of the two is w^2: the slow one as a quotient loses nothing.
    let fast = -w * (ratio + root)
    let slow = -w / (ratio + root)
    return (slow, fast, (-initialVelocity - fast) / (slow - fast))
  }

  /// Seconds until it stays within a thousandth of the target; infinite without damping.
  ///
  /// While it rings: when the envelope falls below a thousandth, which is what Apple's values are, to the last digit.
  /// Otherwise the first whole tenth of a second after which it stays there (our reading of the one value known).
  public var settlingDuration: Double {
    dampingRatio < 1 - 1e-9 ? settlesIn : (settlesIn * 10 - 1e-9).rounded(.up) / 10
  }

  /// Last time at which a spring that does not ring is a thousandth away. It has at most one turning point, and comes
  /// steadily nearer on both sides of it.
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

  /// Time at which the spring turns round; not above 0 if it never does.
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
  /// Seconds that it seems to take: 2 pi / frequency. Setting it sets the stiffness; the bounce stays.
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

  /// Amount of ringing: 1 for ever, 0 just not, towards -1 ever slower. Setting it sets the damping.
  public var bounce: Double {
    get { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }
    set { dampingRatio = newValue >= 0 ? 1 - newValue : 1 / (1 + newValue) }
  }

  /// Damping beside that which just stops the ringing, 1. Setting it sets the damping.
  public var dampingRatio: Double {
    get { damping / (2 * (stiffness * mass).squareRoot()) }
    set { damping = newValue * 2 * (stiffness * mass).squareRoot() }
  }

  /// Seconds after which it stays within a thousandth of the target; infinite without damping. Setting it sets stiffness
  /// and damping; the damping ratio stays. Without damping it cannot be set.
  ///
  /// While it rings: when the envelope falls below a thousandth. Source: UIKit's animations
  /// `usingSpringWithDamping`, whose duration it is.
  public var settlesIn: Double {
    get {
      let (w, ratio) = (frequency, dampingRatio)
      if ratio == 0 { return .infinity }
      // Just short of 1 the envelope says nothing of the way.
      if ratio >= 1 - 1e-9 { return lastTimeAway }
      let b = (ratio * w - initialVelocity) / (w * (1 - ratio * ratio).squareRoot())
      return log((1 + b.magnitude) / 0.001) / (ratio * w)
    }
    set {
      let ratio = dampingRatio
      guard ratio > 0 else { return }
      // The stiffer, the sooner: between a millionth and a billion radians, halved in proportion.
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

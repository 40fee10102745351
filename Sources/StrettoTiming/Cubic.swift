/// Shape of a smooth curve where it passes a value of a keyframe animation; all 0 is Catmull and Rom's.
///
/// Source: Kochanek and Bartels, 1984; Apple, `CAKeyframeAnimation.tensionValues` and its like.
public struct CubicShape: Equatable, Sendable {
  public var tension: Double
  public var continuity: Double
  public var bias: Double

  public init(tension: Double = 0, continuity: Double = 0, bias: Double = 0) {
    (self.tension, self.continuity, self.bias) = (tension, continuity, bias)
  }

  /// The slope with which the curve leaves, from the steps before and after the value.
  public func leaving(_ before: Double, _ after: Double) -> Double {
    (1 - tension) / 2
      * ((1 + continuity) * (1 + bias) * before + (1 - continuity) * (1 - bias) * after)
  }

  /// The slope with which it arrives.
  public func arriving(_ before: Double, _ after: Double) -> Double {
    (1 - tension) / 2
      * ((1 - continuity) * (1 + bias) * before + (1 + continuity) * (1 - bias) * after)
  }
}

/// Hermite's cubic from `a` to `b` with the slopes given, at a share `t` of the way.
public func hermite(_ a: Double, _ leaving: Double, _ b: Double, _ arriving: Double, at t: Double)
  -> Double
{
  let (t2, t3) = (t * t, t * t * t)
  return a * (2 * t3 - 3 * t2 + 1) + leaving * (t3 - 2 * t2 + t) + b * (3 * t2 - 2 * t3)
    + arriving * (t3 - t2)
}

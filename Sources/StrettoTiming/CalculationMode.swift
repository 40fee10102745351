/// How a keyframe animation interpolates between values. The raw values are Core Animation's names.
///
/// Source: Apple, `CAAnimationCalculationMode`.
public enum CalculationMode: String, CaseIterable, Sendable {
  /// Linear interpolation.
  case linear
  /// No interpolation: each value holds until the next key time.
  case discrete
  /// Linear interpolation at constant speed: key times are computed from distances.
  case paced
  /// A smooth curve through all values.
  case cubic
  /// A smooth curve, with the key times of `paced`.
  case cubicPaced

  /// True if key times are computed from distances, so that given key times are ignored.
  public var isPaced: Bool { self == .paced || self == .cubicPaced }
}

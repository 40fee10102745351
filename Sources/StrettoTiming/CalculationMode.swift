/// Way of a keyframe animation from one value to the next. The raw values are Core Animation's words.
///
/// Source: Apple, `CAAnimationCalculationMode`.
public enum CalculationMode: String, CaseIterable, Sendable {
  /// Straight from value to value.
  case linear
  /// Jumps from value to value; each is held for its window.
  case discrete
  /// Straight, at an even pace: key times are computed from distances.
  case paced
  /// Along a smooth curve through all values.
  case cubic
  /// Along the smooth curve, with the key times of `paced`.
  case cubicPaced

  /// True if key times are computed from distances and given ones are ignored.
  public var isPaced: Bool { self == .paced || self == .cubicPaced }
}

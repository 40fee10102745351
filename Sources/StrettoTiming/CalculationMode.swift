/// How a keyframe animation interpolates between values. The raw value of each case is its name in Core Animation.
///
/// Source: Apple, `CAAnimationCalculationMode`.
public enum CalculationMode: String, CaseIterable, Sendable {
  /// The keyframe values are interpolated linearly.
  case linear
  /// Each keyframe value holds until the next key time, without interpolation.
  case discrete
  /// Values are interpolated linearly at constant speed. In the mode `paced`, key times follow from the distances between values.
  case paced
  /// A smooth cubic curve runs through all values.
  case cubic
  /// A smooth cubic curve runs through all values, with the key times of `paced`.
  case cubicPaced

  /// True if the key times follow from the distances between values. A paced animation ignores the key times that the caller
  /// sets.
  public var isPaced: Bool { self == .paced || self == .cubicPaced }
}

/// Effect of an animation or layer before its begin and after its end. The raw value of each case is its name in Core Animation.
///
/// The fill modes `backwards` and `both` show the first value before the begin. The fill modes `forwards` and `both` hold the
/// last value after the end. With the fill mode `removed`, the animation or layer has no effect outside the active interval.
///
/// Source: Apple, `CAMediaTimingFillMode`.
public enum FillMode: String, CaseIterable, Sendable {
  case removed, backwards, forwards, both

  /// True if an animation or layer with this fill mode has an effect in the phase `phase`.
  public func covers(_ phase: TimingSample.Phase) -> Bool {
    switch phase {
    case .before: self == .backwards || self == .both
    case .active: true
    case .after: self == .forwards || self == .both
    }
  }
}

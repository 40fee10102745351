/// Effect of a timed object before its begin and after its end. The raw values are Core Animation's words.
///
/// | phase | removed | backwards | forwards | both |
/// | --- | --- | --- | --- | --- |
/// | before begin | none | first value | none | first value |
/// | after end | none | none | last value | last value |
///
/// Source: Apple, `CAMediaTimingFillMode`.
public enum FillMode: String, CaseIterable, Sendable {
  case removed, backwards, forwards, both

  /// True if an object with this fill mode has an effect in `phase`.
  public func covers(_ phase: TimingSample.Phase) -> Bool {
    switch phase {
    case .before: self == .backwards || self == .both
    case .active: true
    case .after: self == .forwards || self == .both
    }
  }
}

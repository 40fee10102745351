/// Whether a timed object has an effect before its begin and after its end.
///
/// | phase | removed | backwards | forwards | both |
/// | --- | --- | --- | --- | --- |
/// | before begin | none | first value | none | first value |
/// | after end | none | none | last value | last value |
///
/// Source: Apple, `CAMediaTimingFillMode`.
public enum FillMode: UInt8, CaseIterable, Sendable {
  case removed, backwards, forwards, both

  /// The mode of that name, or nil if no mode has it.
  public init?(name: String) {
    guard let mode = FillMode.allCases.first(where: { $0.name == name }) else { return nil }
    self = mode
  }

  /// Core Animation's word for the mode.
  public var name: String {
    switch self {
    case .removed: "removed"
    case .backwards: "backwards"
    case .forwards: "forwards"
    case .both: "both"
    }
  }

  /// Whether an object with this fill mode has an effect in `phase`.
  public func covers(_ phase: TimingSample.Phase) -> Bool {
    switch phase {
    case .before: self == .backwards || self == .both
    case .active: true
    case .after: self == .forwards || self == .both
    }
  }
}

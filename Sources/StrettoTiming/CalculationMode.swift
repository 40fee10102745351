/// How a keyframe animation goes from one value to the next.
///
/// Source: Apple, `CAAnimationCalculationMode`.
public enum CalculationMode: UInt8, CaseIterable, Sendable {
  /// Straight from value to value.
  case linear
  /// From value to value at once; each is held for its window.
  case discrete
  /// Straight, at an even pace: key times are computed from distances.
  case paced
  /// Along a smooth curve through all values.
  case cubic
  /// Along the smooth curve, with the key times of `paced`.
  case cubicPaced

  /// The mode of that name, or nil if no mode has it.
  public init?(name: String) {
    guard let mode = CalculationMode.allCases.first(where: { $0.name == name }) else { return nil }
    self = mode
  }

  /// Core Animation's word for the mode.
  public var name: String {
    switch self {
    case .linear: "linear"
    case .discrete: "discrete"
    case .paced: "paced"
    case .cubic: "cubic"
    case .cubicPaced: "cubicPaced"
    }
  }

  /// Whether key times come from distances, and those given are ignored.
  public var isPaced: Bool { self == .paced || self == .cubicPaced }
}

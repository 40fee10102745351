/// How a gradient continues beyond its first and its last stop (SVG's term).
public enum SpreadMethod: UInt8, Equatable, Sendable {
  /// The colours at the ends continue.
  case pad
  /// The colours begin again.
  case `repeat`
  /// The colours run backwards to the first, then forwards again.
  case reflect
}

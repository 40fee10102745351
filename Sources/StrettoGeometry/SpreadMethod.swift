/// How a gradient continues before its first stop and after its last stop (SVG's term).
public enum SpreadMethod: UInt8, Equatable, Sendable {
  /// The colour of the first stop and the colour of the last stop continue.
  case pad
  /// The gradient repeats from its first colour.
  case `repeat`
  /// The gradient alternately runs backwards and forwards.
  case reflect
}

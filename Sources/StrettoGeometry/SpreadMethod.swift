/// How a gradient goes on beyond its first and its last colour (SVG's word for it).
public enum SpreadMethod: UInt8, Equatable, Sendable {
  /// With these colours.
  case pad
  /// From the beginning again.
  case `repeat`
  /// Back to the beginning, and there again.
  case reflect
}

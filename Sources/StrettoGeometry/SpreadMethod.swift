/// How a gradient continues before its first stop and after its last stop. The name "spread method" comes from SVG.
public enum SpreadMethod: UInt8, Equatable, Sendable {
  /// The gradient has the colour of the first stop before that stop, and the colour of the last stop after that stop.
  case pad
  /// After the last stop, the gradient repeats from its first colour, and before the first stop it repeats likewise.
  case `repeat`
  /// The gradient alternately runs backwards and forwards.
  case reflect
}

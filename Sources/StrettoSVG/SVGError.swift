/// Reason why a frame was not written, though it could be drawn.
public enum SVGError: Error, Equatable, Sendable {
  case limit(SVGLimit)
  /// The calling thread's stack does not suffice for groups within groups.
  case stackTooSmall
}

/// Limits of a file. Each is counted before memory grows.
public enum SVGLimit: Equatable, Sendable {
  /// Shapes, copies counted one by one: whoever opens the file draws each.
  case shapes
  /// Bytes of text.
  case bytes
  /// Pixels of all pictures inside.
  case pixels
  /// Pictures inside that are drawn for the file.
  case pictures

  public var most: Int {
    switch self {
    case .shapes: 1 << 20
    case .bytes: 1 << 28
    case .pixels: 1 << 26
    case .pictures: 1 << 10
    }
  }
}

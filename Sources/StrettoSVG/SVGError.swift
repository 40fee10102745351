/// Reason why a frame cannot be written as SVG, although it can be drawn.
public enum SVGError: Error, Equatable, Sendable {
  case limit(SVGLimit)
  /// The stack of the calling thread is too small for the depth of nested groups.
  case stackTooSmall
}

/// A limit of an SVG file. The writer checks each limit before it allocates memory.
public enum SVGLimit: Equatable, Sendable {
  /// The number of shapes in the SVG file. A shape in several copies counts once for each copy, because an SVG viewer draws each
  /// copy.
  case shapes
  /// The size of the SVG text in bytes.
  case bytes
  /// The number of pixels in all embedded images.
  case pixels
  /// The number of embedded images that the rasteriser draws for the file.
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

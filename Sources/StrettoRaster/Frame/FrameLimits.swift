import StrettoGeometry

/// Reason why a frame was not drawn. After an error the rasteriser can draw the next frame.
public enum RasterError: Error, Equatable, Sendable {
  case limit(FrameLimit)
  /// The system has no memory for the buffers of the frame.
  case noMemory

  /// Error message for `noMemory`.
  public static let outOfMemory: String =
    "there is no memory for what the frame needs while it is drawn"
  /// The frame was cancelled.
  case cancelled
}

/// Limits on the resources of one frame. Each resource is counted before memory is allocated for the resource.
public enum FrameLimit: Equatable, Sendable {
  /// Number of visible shapes and groups. Each copy counts.
  case commands
  /// Number of corners of flattened outlines. If a shape has several copies at one scale, the corners are counted once. In
  /// perspective, the corners of each copy of a shape are counted.
  case corners
  /// Number of line segments of the centreline of one stroked shape, after dashing.
  case penSegments
  /// Number of colours in the lookup tables of radial and conic gradients, 256 to 8,192 for each gradient.
  case colors
  /// Sum over all commands of the number of bands, each 128 rows high, that the command reaches into.
  case commandsInBands
  /// Number of bytes of the pictures that exist at the same time: pictures of shadows and filters, and the pictures below the
  /// filtered pictures. The pictures of nested groups may take up to half of the limit on pictures for each thread.
  case pictures

  @inline(__always) public var most: Int {
    switch self {
    case .commands: 1 << 23
    case .corners: 1 << 23
    case .penSegments: 1 << 21
    case .colors: 1 << 25
    case .commandsInBands: 1 << 26
    case .pictures: 1 << 30
    }
  }

  /// Name of the resource that exceeds the limit, as a part of the error message.
  public var sentence: String {
    let what =
      switch self {
      case .commands: "shapes that are seen, copies counted one by one"
      case .corners: "corners of curves and strokes"
      case .penSegments: "pieces of one stroked line"
      case .colors: "colours of radial gradients"
      case .commandsInBands: "shapes, counted in every band of rows that they cross"
      case .pictures: "bytes of pictures in one group (half for groups in groups)"
      }
    return "the frame has more than \(most) \(what)"
  }

  /// Largest number of bytes of the pictures of nested groups in one thread.
  static let mostBytesOfGroups: Int = 1 << 29
}

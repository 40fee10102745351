/// Why a frame was not drawn. The rasteriser is ready for the next.
public enum RasterError: Error, Equatable, Sendable {
  case limit(FrameLimit)
  /// It was given up.
  case cancelled
}

/// What a frame may ask for at most. Each is counted before memory grows.
public enum FrameLimit: Equatable, Sendable {
  /// Shapes and groups that are seen, their copies multiplied out.
  case commands
  /// Corners of flattened outlines, each shape counted once for all its copies of one scale.
  case corners
  /// Pieces of the lines that pens follow, for one shape.
  case penPieces
  /// Colours in the tables of radial gradients, 256 to 8,192 for each.
  case colors
  /// Commands times the bands of 64 rows that they reach into.
  case commandsInBands
  /// Bytes of pictures that must be there at the same time: those of shadows, filters and what is below them.
  case pictures

  public var most: Int {
    switch self {
    case .commands: 1 << 23
    case .corners: 1 << 25
    case .penPieces: 1 << 22
    case .colors: 1 << 25
    case .commandsInBands: 1 << 26
    case .pictures: 1 << 30
    }
  }

  /// More edges than this are not sorted into bands: outlines beyond it are placed anew in each band, which
  /// takes longer, and no memory.
  static let mostSortedEdges: Int = 1 << 22
  /// The same for the entries of edges in bands.
  static let mostEdgesInBands: Int = 1 << 22
}

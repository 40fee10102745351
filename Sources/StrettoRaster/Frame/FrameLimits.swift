import StrettoGeometry

/// Why a frame was not drawn. After an error the rasteriser can draw the next frame.
public enum RasterError: Error, Equatable, Sendable {
  case limit(FrameLimit)
  /// The system has no memory for the buffers of the frame.
  case noMemory

  /// Message for `noMemory`.
  public static let outOfMemory: String =
    "there is no memory for what the frame needs while it is drawn"
  /// The frame was cancelled.
  case cancelled
}

/// Limits on the resources of one frame. Each resource is counted before memory is allocated.
public enum FrameLimit: Equatable, Sendable {
  /// Visible shapes and groups, with every copy counted.
  case commands
  /// Corners of flattened outlines. All copies of a shape at one scale count once. In perspective each copy counts.
  case corners
  /// Line segments that the pen of one shape follows, after dashing.
  case penPieces
  /// Colours in the lookup tables of radial gradients, 256 to 8,192 for each gradient.
  case colors
  /// Sum over all commands of the number of bands, each 128 rows high, that the command reaches.
  case commandsInBands
  /// Bytes of pictures that exist at the same time: those of shadows and filters, and the pictures below them. Pictures of nested
  /// groups may take up to half of this limit for each thread.
  case pictures

  public var most: Int {
    switch self {
    case .commands: 1 << 23
    case .corners: 1 << 23
    case .penPieces: 1 << 21
    case .colors: 1 << 25
    case .commandsInBands: 1 << 26
    case .pictures: 1 << 30
    }
  }

  /// Name of the resource of which the frame has too much.
  public var sentence: String {
    let what =
      switch self {
      case .commands: "shapes that are seen, copies counted one by one"
      case .corners: "corners of curves and strokes"
      case .penPieces: "pieces of one stroked line"
      case .colors: "colours of radial gradients"
      case .commandsInBands: "shapes, counted in every band of rows that they cross"
      case .pictures: "bytes of pictures in one group (half for groups in groups)"
      }
    return "the frame has more than \(most) \(what)"
  }

  /// Largest number of bytes that the pictures of nested groups take in one thread.
  static let mostBytesOfGroups: Int = 1 << 29
}

/// Limit and cancellation check for a count that grows with the caller's input.
struct Allowance {
  private let most: Int
  var cancellation: Cancellation = .never
  /// Count up to which neither the limit nor the cancellation needs a check.
  private var checkpoint = 0
  /// Cells of the current row that were counted as work, and cells of earlier rows that were not counted yet.
  private var counted = 0
  private var owed = 0
  private static let step: Int = 8192

  init(most: Int) { self.most = most }

  /// Begins a new row after a row of `count` cells. The cells of a row are counted when the next row checks, so that thousands of
  /// short rows check as seldom as one long row.
  mutating func begin(after count: Int) {
    owed = min(owed + max(0, count - counted), most)
    (checkpoint, counted) = (0, 0)
  }

  /// Whether one more than `count` is allowed.
  @inline(__always) mutating func allows(oneMoreThan count: Int) -> Bool {
    count < checkpoint || looks(count)
  }

  @inline(never) private mutating func looks(_ count: Int) -> Bool {
    // The minimum keeps the sum from overflowing where integers have 32 bits.
    let made = min(owed + max(0, count - counted) + 1, 1 << 20)
    (owed, counted) = (0, max(counted, count))
    guard count < most, cancellation.shouldContinue(steps: made) else { return false }
    checkpoint = min(most, count + Allowance.step)
    return true
  }
}

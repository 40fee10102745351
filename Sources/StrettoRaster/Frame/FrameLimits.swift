import StrettoGeometry

/// Why a frame was not drawn. The rasteriser is ready for the next.
public enum RasterError: Error, Equatable, Sendable {
  case limit(FrameLimit)
  /// The system has no memory for what the frame needs while it is drawn.
  case noMemory

  /// Says what `noMemory` means.
  public static let outOfMemory: String =
    "there is no memory for what the frame needs while it is drawn"
  /// The frame was cancelled.
  case cancelled
}

/// Limits on the resources of one frame. Each is counted before memory grows.
public enum FrameLimit: Equatable, Sendable {
  /// Shapes and groups that are seen, their copies multiplied out.
  case commands
  /// Corners of flattened outlines, each shape counted once for all its copies of one scale; in perspective once for each.
  case corners
  /// Pieces of the lines that pens follow, for one shape.
  case penPieces
  /// Colours in the tables of radial gradients, 256 to 8,192 for each.
  case colors
  /// Commands times the bands of 128 rows that they reach into.
  case commandsInBands
  /// Bytes of pictures that must be there at the same time: those of shadows, filters and what is below them; and for
  /// each thread, up to half of that, those of groups within groups.
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

  /// Says what a frame has too much of.
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

  /// The most bytes that pictures of nested groups take in one thread.
  static let mostBytesOfGroups: Int = 1 << 29
}

/// Watches over what grows with what a caller asks for: its limit, and whether it is still wanted.
struct Allowance {
  private let most: Int
  var cancellation: Cancellation = .never
  /// Count up to which no question needs to be asked.
  private var checkpoint = 0
  /// Cells of this row that were counted as work, and cells of the rows before that were not.
  private var counted = 0
  private var owed = 0
  private static let step: Int = 8192

  init(most: Int) { self.most = most }

  /// Begins anew after a row of `count`. What a row took is counted when the next one asks, so that thousands of short ones
  /// ask as seldom as a long one.
  mutating func begin(after count: Int) {
    owed = min(owed + max(0, count - counted), most)
    (checkpoint, counted) = (0, 0)
  }

  /// Whether there may be one more than `count`.
  @inline(__always) mutating func allows(oneMoreThan count: Int) -> Bool {
    count < checkpoint || looks(count)
  }

  @inline(never) private mutating func looks(_ count: Int) -> Bool {
    // Bounded, so that nothing overflows where integers are short.
    let made = min(owed + max(0, count - counted) + 1, 1 << 20)
    (owed, counted) = (0, max(counted, count))
    guard count < most, cancellation.shouldContinue(steps: made) else { return false }
    checkpoint = min(most, count + Allowance.step)
    return true
  }
}

/// Rows of straight RGBA, from pixels of either kind of alpha.
struct RowSource {
  let pixels: UnsafeRawPointer
  let width: Int
  let height: Int
  let bytesPerRow: Int
  let isStraight: Bool

  func copy(_ y: Int, to row: UnsafeMutablePointer<UInt8>) {
    UnsafeMutableRawPointer(row).copyMemory(from: pixels + y * bytesPerRow, byteCount: 4 * width)
    if !isStraight { makeStraight(row, width: width, height: 1, bytesPerRow: 4 * width) }
  }
}

/// Chooses a filter for each row (PNG third edition, section 9).
///
/// Rows of flat areas with hard edges stay as they are: repetitions are found better there. Of the others, shades
/// and photographs, the difference from the left or from above is taken, whichever is smaller.
struct RowFilter {
  private static let none: UInt8 = 0, left: UInt8 = 1, above: UInt8 = 2
  /// The sum of differences of a pixel on an edge: far more than between two shades.
  private static let edge = 8

  private let source: RowSource
  private let isStored: Bool
  /// The row and the one above it, each after a clear pixel.
  private var row: UnsafeMutablePointer<UInt8>
  private var before: UnsafeMutablePointer<UInt8>

  init(_ source: RowSource, isStored: Bool) {
    self.source = source
    self.isStored = isStored
    let size = 4 * source.width + 4
    (row, before) = (.allocate(capacity: size), .allocate(capacity: size))
    row.initialize(repeating: 0, count: size)
    before.initialize(repeating: 0, count: size)
  }

  func free() {
    row.deallocate()
    before.deallocate()
  }

  /// Rows are written from `y` on.
  mutating func begin(before y: Int) {
    if y > 0 { source.copy(y - 1, to: before + 4) }
  }

  /// The filter's number and the row.
  mutating func write(_ y: Int, to out: UnsafeMutablePointer<UInt8>) {
    source.copy(y, to: row + 4)
    let kind = isStored ? Self.none : best
    out[0] = kind
    let count = 4 * source.width
    switch kind {
    case Self.left: for i in 0..<count { out[i &+ 1] = row[i &+ 4] &- row[i] }
    case Self.above: for i in 0..<count { out[i &+ 1] = row[i &+ 4] &- before[i &+ 4] }
    default: UnsafeMutableRawPointer(out + 1).copyMemory(from: row + 4, byteCount: count)
    }
    swap(&row, &before)
  }

  /// The filter whose bytes are likely to take least.
  private var best: UInt8 {
    let (left, above) = differences
    let different = pixelsUnlikeBoth
    let isFlat = 2 * different <= source.width
    if isFlat && min(left, above) >= Self.edge * different { return Self.none }
    return left <= above ? Self.left : Self.above
  }

  /// How many pixels are neither like the one to the left nor like the one above.
  private var pixelsUnlikeBoth: Int {
    let here = UnsafeRawPointer(row), there = UnsafeRawPointer(before)
    var count: UInt32 = 0
    for x in 1...source.width {
      let pixel = here.load(fromByteOffset: 4 &* x, as: UInt32.self)
      let isLeft = pixel == here.load(fromByteOffset: 4 &* x &- 4, as: UInt32.self)
      let isAbove = pixel == there.load(fromByteOffset: 4 &* x, as: UInt32.self)
      count &+= (isLeft ? 0 : 1) & (isAbove ? 0 : 1)
    }
    return Int(count)
  }

  /// The sums of the bytes' distances from the pixel to the left and the one above.
  private var differences: (left: Int, above: Int) {
    var (left, above): (UInt32, UInt32) = (0, 0)
    for i in 4..<(4 &* source.width &+ 4) {
      left &+= UInt32(Int8(bitPattern: row[i] &- row[i &- 4]).magnitude)
      above &+= UInt32(Int8(bitPattern: row[i] &- before[i]).magnitude)
    }
    return (Int(left), Int(above))
  }
}

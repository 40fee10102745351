/// Where edges of one outline may cross within a pixel, areas add up and the winding is lost: such pixels are found
/// while the outline is swept, and settled exactly afterwards.
///
/// A pixel is in doubt if outlines come into it more than once, or once and then run to all four sides, so that one
/// may cross itself. docs/decisions/0023 has the figures.

/// What is counted for each cell: in the upper twelve bits how often an outline comes in, in the lower four to which
/// sides its pieces run.
enum Visit {
  static let one: UInt16 = 16
  static let right: UInt16 = 1, left: UInt16 = 2, down: UInt16 = 4, up: UInt16 = 8
}

/// A pixel in doubt.
struct Doubt {
  /// Within the region.
  var row: Int32, column: Int32
  /// The signed area, in 2^-16.
  var sum: Int32
  /// Its first piece; -1 without.
  var piece: Int32 = -1
  /// Where its coverage stands among the bytes of the runs.
  var byte: Int
}

/// Who looks at the pixels that are swept.
protocol DoubtSink: ~Copyable {
  mutating func look(
    at sums: SIMD8<Int32>, _ cells: CoverageCells, _ row: Int32, _ column: Int32, _ byte: Int,
    saturates: Bool)
}

/// For outlines whose edges do not cross.
struct NoDoubts: DoubtSink {
  @inline(__always) mutating func look(
    at sums: SIMD8<Int32>, _ cells: CoverageCells, _ row: Int32, _ column: Int32, _ byte: Int,
    saturates: Bool
  ) {}
}

extension Arena: DoubtSink where Element == Doubt {
  @inline(__always) mutating func look(
    at sums: SIMD8<Int32>, _ cells: CoverageCells, _ row: Int32, _ column: Int32, _ byte: Int,
    saturates: Bool
  ) {
    let place = UnsafeMutableRawPointer(cells.visits + Int(row &* cells.stride &+ column))
    let visits = SIMD8<Int32>(
      truncatingIfNeeded: place.loadUnaligned(as: SIMD8<UInt16>.self))
    place.storeBytes(of: SIMD8<UInt16>(repeating: 0), as: SIMD8<UInt16>.self)
    let entries = visits &>> 4
    // -1 where two or more, or all four sides.
    var doubt = ((1 &- entries) | (14 &- (visits & 15))) &>> 31
    if saturates {
      // Each visit changes the winding by one: far enough from 0 it cannot reach it.
      let sign = sums &>> 31
      let size = (sums ^ sign) &- sign
      doubt &= (size &- ((entries &+ 2) &<< 16)) &>> 31
    }
    let words = unsafeBitCast(doubt, to: SIMD4<UInt64>.self)
    let half = words.lowHalf | words.highHalf
    if half[0] | half[1] != 0 { note(doubt, sums, cells, row, column, byte) }
  }

  @inline(never) private mutating func note(
    _ doubt: SIMD8<Int32>, _ sums: SIMD8<Int32>, _ cells: CoverageCells, _ row: Int32,
    _ column: Int32, _ byte: Int
  ) {
    for i in 0..<8 where doubt[i] != 0 && column &+ Int32(i) < cells.columns {
      append(Doubt(row: row, column: column &+ Int32(i), sum: sums[i], byte: byte &+ i))
    }
  }
}

/// Cells that count visits too.
struct CrossingCells: EdgeSink, PieceSink {
  let cells: CoverageCells

  @inline(__always) func add(_ a: GridPoint, _ b: GridPoint) {
    let y = a.y &- (cells.region.y0 << Subpixel.bits)
    // An outline that goes on from within a row has come into its pixel before.
    if y & Subpixel.mask != 0 {
      let x = a.x &- (cells.region.x0 << Subpixel.bits)
      let (row, column) = (y >> Subpixel.bits, x >> Subpixel.bits)
      if UInt32(bitPattern: row) < UInt32(bitPattern: cells.rows)
        && UInt32(bitPattern: column) < UInt32(bitPattern: cells.columns)
      {
        cells.visits[Int(row &* cells.stride &+ column)] &-= Visit.one
      }
      if a.y == b.y { return addLevel(row, x, b.x &- (cells.region.x0 << Subpixel.bits)) }
    }
    cells.walk(a, b, self)
  }

  @inline(__always) func add(
    _ row: Int32, _ xa: Int32, _ xb: Int32, _ top: Int32, _ height: Int32, _ sign: Int32,
    _ slope: Slope
  ) {
    cells.add(row, xa, xb, top, height, sign, slope)
    // The outline's own direction is that of the piece, or the opposite.
    let across = (xb &- xa ^ sign) &- sign
    let sides =
      (sign < 0 ? Visit.up : Visit.down)
      | (across > 0 ? Visit.right : 0) | (across < 0 ? Visit.left : 0)
    visit(row, min(xa, xb), max(xa, xb), sides)
  }

  @inline(__always)
  private func visit(_ row: Int32, _ left: Int32, _ right: Int32, _ sides: UInt16) {
    let first = max(0, left >> Subpixel.bits)
    let last = min(right >> Subpixel.bits, cells.columns &- 1)
    let line = cells.visits + Int(row &* cells.stride)
    var column = first
    while column <= last {
      line[Int(column)] = (line[Int(column)] &+ Visit.one) | sides
      column &+= 1
    }
  }

  /// A level edge changes no area, and yet divides what is above from what is below.
  @inline(never) private func addLevel(_ row: Int32, _ from: Int32, _ to: Int32) {
    if UInt32(bitPattern: row) >= UInt32(bitPattern: cells.rows) || from == to { return }
    let (left, right) = (min(from, to), max(from, to))
    if right < 0 || left >> Subpixel.bits >= cells.columns { return }
    visit(row, left, right, from < to ? Visit.right : Visit.left)
    let last = min(right >> Subpixel.bits, cells.columns &- 1)
    cells.touched[Int(row)] |=
      (2 &<< UInt64(truncatingIfNeeded: last &>> cells.blockBits))
      &- (1 &<< UInt64(truncatingIfNeeded: max(0, left >> Subpixel.bits) &>> cells.blockBits))
  }
}

/// A straight piece of an outline within a pixel, in pixels from its corner; `x0` is not right of `x1`.
struct PixelPiece {
  var x0: Float, y0: Float, x1: Float, y1: Float
  /// The outline runs from (x0, y0) to (x1, y1), or else back.
  var isForward: Bool
  /// The next piece of the pixel; -1 after the last.
  var next: Int32
}

/// Finds the pieces in the pixels that are in doubt, in a second walk along the edges.
struct PieceCollector: EdgeSink, PieceSink {
  /// Hold, meanwhile, the number of each doubt, from 1 on, and the blocks in which there are any.
  let cells: CoverageCells
  let doubts: UnsafeMutablePointer<Doubt>
  let pieces: UnsafeMutablePointer<Arena<PixelPiece>>

  @inline(__always) func add(_ a: GridPoint, _ b: GridPoint) {
    if a.y != b.y { return cells.walk(a, b, self) }
    let y = a.y &- (cells.region.y0 << Subpixel.bits)
    let row = y >> Subpixel.bits
    if y & Subpixel.mask == 0 || UInt32(bitPattern: row) >= UInt32(bitPattern: cells.rows) {
      return
    }
    let origin = cells.region.x0 << Subpixel.bits
    let (xa, xb) = (a.x &- origin, b.x &- origin)
    if xa != xb && isMarked(row, min(xa, xb), max(xa, xb)) {
      collect(row, xa, xb, y & Subpixel.mask, 0, 0)
    }
  }

  @inline(__always) func add(
    _ row: Int32, _ xa: Int32, _ xb: Int32, _ top: Int32, _ height: Int32, _ sign: Int32,
    _ slope: Slope
  ) {
    if isMarked(row, min(xa, xb), max(xa, xb)) { collect(row, xa, xb, top, height, sign) }
  }

  @inline(__always) private func isMarked(_ row: Int32, _ left: Int32, _ right: Int32) -> Bool {
    let first = max(0, left >> Subpixel.bits) &>> cells.blockBits
    let last = min(right >> Subpixel.bits, cells.columns &- 1) &>> cells.blockBits
    if first > last { return false }
    let blocks =
      (2 &<< UInt64(truncatingIfNeeded: last)) &- (1 &<< UInt64(truncatingIfNeeded: first))
    return cells.touched[Int(row)] & blocks != 0
  }

  @inline(never) private func collect(
    _ row: Int32, _ xa: Int32, _ xb: Int32, _ top: Int32, _ height: Int32, _ sign: Int32
  ) {
    let bits = Subpixel.bits
    let (left, right) = (min(xa, xb), max(xa, xb))
    let line = cells.cells + Int(row &* cells.stride)
    let goesRight = xa <= xb
    let steepness = Double(height) / Double(max(1, right &- left))
    func down(to border: Int32) -> Int32 {
      border >= right
        ? height : fastRounded(min(Double(border &- left) * steepness, Double(height)))
    }
    var column = max(0, left >> bits)
    let last = min(right >> bits, cells.columns &- 1)
    while column <= last {
      if line[Int(column)] != 0 {
        let (from, to) = (max(left, column << bits), min(right, (column &+ 1) << bits))
        let (y0, y1) = (from == left ? 0 : down(to: from), down(to: to))
        append(
          line[Int(column)] &- 1, from &- (column << bits),
          goesRight ? top &+ y0 : top &+ height &- y0,
          to &- (column << bits), goesRight ? top &+ y1 : top &+ height &- y1,
          goesRight == (sign == 0))
      }
      column &+= 1
    }
  }

  private func append(
    _ doubt: Int32, _ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32, _ isForward: Bool
  ) {
    if x0 == x1 && y0 == y1 { return }
    let unit = 1 / Float(Subpixel.one)
    let d = doubts + Int(doubt)
    pieces.pointee.append(
      PixelPiece(
        x0: Float(x0) * unit, y0: Float(y0) * unit, x1: Float(x1) * unit, y1: Float(y1) * unit,
        isForward: isForward, next: d.pointee.piece))
    d.pointee.piece = Int32(truncatingIfNeeded: pieces.pointee.count &- 1)
  }
}

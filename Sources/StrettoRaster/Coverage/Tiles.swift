import StrettoGeometry

/// Cells of small outlines whose edges do not cross. Each outline has a tile of 64 x 64 pixels.
///
/// The lower half of a cell holds the width that its edges cover in the cells below. The upper half of a cell holds the part of
/// that width that is not covered in the cell itself. Both halves are in 1/4096 pixel. Sums run down the columns, so that one
/// addition sums eight columns. An outline that fits into a tile is always covered in a tile, so its coverage is the same under
/// every paint and in a clip.
struct Tiles: ~Copyable {
  /// Largest width and height of an outline, in pixels.
  fileprivate static let mostPixels: Double = 62.99
  /// Largest distance of corners from the origin of the outline's space, in pixels. Within this distance, rounding errors cannot
  /// move a corner out of the tile, even if the outline is seen edge-on.
  fileprivate static let farthest: Double = 10_000_000
  /// Largest number of corners of an outline.
  static let mostCorners: Int32 = 256
  static let columns: Int32 = 64
  static let rows: Int32 = 64

  /// Number of rows from one tile to the next. There is one row more than a tile has, so that cells with equal positions in two
  /// tiles do not compete for one cache line.
  static let spacing: Int32 = rows + 1
  /// Number of bytes from one row of `bytes` to the next row. A row has eight bytes more than a tile has columns, so that eight
  /// bytes can be read from every column on.
  private static let bytesPerRow: Int = Int(columns) + 8

  private let memory: Arena<SIMD16<Int32>>
  /// The memory as cells: an unused row, the tiles, and two unused rows.
  let cells: CheckedSpan<Int32>
  /// Walks edges. The coordinates of edges are in subpixels from the first cell.
  let walker: EdgeWalker<TileSink>
  /// Scratch for the coverage of one tile.
  private let bytes = Arena<UInt8>(bytesPerRow * Int(rows) + 8, repeating: 0)

  init(count: Int) {
    // Vectors of 64 bytes are aligned to lines of the cache.
    let rows = 1 + count * Int(Tiles.spacing) + 2
    memory = Arena(rows * Int(Tiles.columns) / 16, repeating: SIMD16(repeating: 0))
    cells = memory.all.bound(to: Int32.self)
    walker = EdgeWalker(TileSink(cells: cells), stride: Tiles.columns, EdgeQueue())
  }

  /// Index of the first row of a tile.
  @inline(__always) static func firstRow(_ tile: Int32) -> Int32 { 1 &+ tile &* spacing }

  /// Index of the first cell of a tile.
  @inline(__always) static func start(_ tile: Int32) -> Int { Int(firstRow(tile) &* columns) }

  /// Number of rows of a tile that an outline of some height may change. A horizontal edge at the bottom of the outline changes
  /// cells in the row below the outline.
  @inline(__always) static func rows(_ height: Int32) -> Int32 { min(height &+ 1, rows) }

  /// Returns the coverage of eight pixels in 0...255, and clears the cells of these pixels. `take` adds the widths of the cells to
  /// `sum`, the sum of the rows above.
  @inline(__always) func take(_ place: Int, _ sum: inout Ints) -> Ints {
    let cell = cells.load(place, as: Ints.self)
    cells.store(Ints(repeating: 0), at: place)
    sum = sum &+ ((cell &<< 16) &>> 16)
    let area = sum &- ((cell &+ 32_768) &>> 16)
    let sign = area &>> 31
    let size = (area ^ sign) &- sign
    // `covered` is min(size, 4096), computed by shifts of the sign bit.
    let room = 4096 &- size
    let covered = 4096 &- (room & ~(room &>> 31))
    return ((covered &<< 8) &- covered &+ 2048) &>> 12
  }

  /// Converts the cells of the first tile to runs, and clears the cells.
  ///
  /// - Parameters:
  ///   - outline: Bounds of the outline in the tile.
  ///   - region: Part of the bounds for which runs are appended.
  func sweep(_ outline: PixelRect, _ region: PixelRect, into runs: inout CoverageRuns) {
    let rows = Int(Tiles.rows(outline.y1 &- outline.y0))
    for column in stride(from: 0, to: outline.width, by: 8) {
      var sum = Ints()
      for row in 0..<rows {
        let coverage = take(Tiles.start(0) &+ row &* Int(Tiles.columns) &+ column, &sum)
        bytes.all.store(
          SIMD8<UInt8>(truncatingIfNeeded: coverage), at: row &* Tiles.bytesPerRow &+ column)
      }
    }
    for y in region.y0..<region.y1 {
      let row = bytes.all + Int(y &- outline.y0) &* Tiles.bytesPerRow
      append(row + Int(region.x0 &- outline.x0), y, region, into: &runs)
    }
  }

  /// Appends one row of bytes to runs. Eight pixels that are fully covered become part of a solid run, and eight pixels that are
  /// not covered are left out.
  private func append(
    _ row: CheckedSpan<UInt8>, _ y: Int32, _ region: PixelRect, into runs: inout CoverageRuns
  ) {
    let columns = region.x1 &- region.x0
    var start: Int32 = 0
    while start < columns {
      let kind = kind(row, start, columns)
      var end = start
      repeat { end &+= 8 } while end < columns && self.kind(row, end, columns) == kind
      let (x, count) = (region.x0 &+ start, min(end, columns) &- start)
      switch kind {
      case .clear: break
      case .solid: runs.appendSolid(x: x, y: y, count: count, coverage: 255)
      case .mixed:
        let mask = runs.appendMask(x: x, y: y, count: count, stored: end &- start)
        mask.copy(Int(count), of: row + Int(start))
        (mask + Int(count)).fill(Int(end &- start &- count), with: 0)
      }
      start = end
    }
  }

  private enum Kind { case clear, solid, mixed }

  @inline(__always)
  private func kind(_ row: CheckedSpan<UInt8>, _ start: Int32, _ columns: Int32) -> Kind {
    // Bytes of pixels beyond the last column are ignored.
    let beyond = max(0, start &+ 8 &- columns)
    let wanted = UInt64.max >> UInt64(8 &* beyond)
    let word = row.load(Int(start), as: UInt64.self) & wanted
    return word == 0 ? .clear : word == wanted ? .solid : .mixed
  }
}

extension Outline {
  /// True if an outline after transform `m` fits into a tile, and the edges of the outline do not cross.
  @inline(__always) func fitsTile(_ m: Affine) -> Bool {
    if pointCount > Tiles.mostCorners || !isSimple { return false }
    let (squared, most) = (4 * radius * radius, Tiles.mostPixels * Tiles.mostPixels)
    return squared * (m.a * m.a + m.c * m.c) <= most && squared * (m.b * m.b + m.d * m.d) <= most
      && farthest * (m.a.magnitude + m.c.magnitude) <= Tiles.farthest
      && farthest * (m.b.magnitude + m.d.magnitude) <= Tiles.farthest
  }
}

/// Adds steps of edges to the cells of tiles.
struct TileSink: StepSink {
  static let takesLevelEdges: Bool = true
  static let takesUprightEdges: Bool = false
  let cells: CheckedSpan<Int32>

  @inline(__always) func begin(_ edges: EdgeSteps) {}

  @inline(__always) func take(_ step: EdgeSteps.Step, _ edges: EdgeSteps) {
    let half = floats(
      bits(Floats(repeating: Float(Subpixel.one / 2))) ^ (edges.isUpwards & Int32.min))
    let width = (step.toX - step.x) * half
    let missing = bits(
      width * ((step.y + step.toY) - (step.top + step.top)) + Floats(repeating: magic))
    let values = (missing &<< 16) &+ whole(width + width)
    for lane in 0..<8 { cells[unsigned(step.cell[lane])] &+= values[lane] }
  }
}

import StrettoGeometry

/// Settles pixels in doubt: cuts each into slabs at the ends and crossings of its pieces. Within a slab the order of the
/// pieces from left to right is fixed, and the winding number between two of them is known.
struct CrossingSettlement: ~Copyable {
  private(set) var doubts = Arena<Doubt>()
  /// Pieces of pixels, on the heap because the collector writes to it.
  private let pieces: CheckedSpan<Arena<PixelPiece>>
  /// All pieces, sorted by pixel.
  private var sorted = Arena<PixelPiece>()
  /// Pieces of one pixel that are not level.
  private var spans = Arena<Span>()
  /// Points where an outline crosses the left side of the pixel, and the change of the winding below each.
  private var borders = Arena<Border>()
  private var cuts = Arena<Float>()
  private var order = Arena<Crossing>()

  /// A pixel with more pieces is cut at even distances instead: fewer of them, the more pieces there are.
  private static let mostExact: Int = 24
  private static func evenCuts(_ pieces: Int) -> Int { max(8, min(64, 16_384 / pieces)) }
  /// A pixel with more pieces keeps the coverage that the sweep gave it.
  private static let mostPieces: Int = 4096

  private struct Span {
    var top: Float, bottom: Float
    /// x = origin + y * slope
    var origin: Float, slope: Float
    /// 1 where the outline runs down, -1 up.
    var winding: Int32

    /// x at the height `y`, or at the end of the span nearest to it.
    @inline(__always) func x(near y: Float) -> Float { origin + max(top, min(y, bottom)) * slope }
  }
  private struct Border { var y: Float, winding: Int32 }
  private struct Crossing { var x: Float, winding: Int32 }

  mutating func giveBack() {
    doubts.giveBack()
    pieces[0].giveBack()
    sorted.giveBack()
    spans.giveBack()
    borders.giveBack()
    cuts.giveBack()
    order.giveBack()
  }

  init() { pieces = .allocate(1) { Arena<PixelPiece>() } }

  deinit { pieces.deallocate() }

  mutating func sweep(_ cells: CoverageCells, evenOdd: Bool, into runs: inout CoverageRuns) {
    doubts.removeAll()
    pieces[0].removeAll()
    cells.sweep(evenOdd: evenOdd, into: &runs, noting: &doubts)
  }

  /// Marks the cells in doubt. Give all edges to the result, then call `settle`.
  func collector(_ cells: CoverageCells) -> PieceSink {
    for i in 0..<doubts.count {
      cells.cells[cells.index(doubts[i].row, doubts[i].column)] = Int64(i &+ 1)
      mark(doubts[i], in: cells, 1)
    }
    return PieceSink(cells: cells, doubts: doubts.all, pieces: pieces)
  }

  private func mark(_ doubt: Doubt, in cells: CoverageCells, _ value: UInt8) {
    let margin = CoverageCells.margin
    let (row, column) = ((doubt.row &+ margin) >> 3, (doubt.column &+ margin) >> 3)
    cells.marks[Int(row &* cells.blocks &+ column)] = value
  }

  /// Computes the coverage of all pixels in doubt.
  mutating func settle(
    _ cells: CoverageCells, evenOdd: Bool, _ bytes: CheckedSpan<UInt8>,
    _ cancellation: inout Cancellation
  ) {
    sortPieces()
    var first = 0
    for i in 0..<doubts.count {
      let doubt = doubts[i]
      let own = first..<Int(doubt.pieces)
      first = own.upperBound
      cells.cells[cells.index(doubt.row, doubt.column)] = 0
      mark(doubt, in: cells, 0)
      guard !cancellation.isCancelled, let winding = prepare(doubt, own) else { continue }
      let area = settled(from: winding, evenOdd: evenOdd, &cancellation)
      bytes[doubt.byte] = UInt8(truncatingIfNeeded: fastRounded(Double(max(0, min(1, area))) * 255))
    }
  }

  private mutating func sortPieces() {
    guard let places = sorted.hold(pieces[0].count) else {
      for i in 0..<doubts.count { doubts[i].pieces = 0 }
      return
    }
    var first: Int32 = 0
    for i in 0..<doubts.count {
      let count = doubts[i].pieces
      doubts[i].pieces = first
      first &+= count
    }
    for i in 0..<pieces[0].count {
      let piece = pieces[0][i]
      let doubt = Int(piece.doubt)
      places[Int(doubts[doubt].pieces)] = piece
      doubts[doubt].pieces &+= 1
    }
  }

  /// Prepares the spans of one pixel. Returns the winding at its upper left corner, nil if that is uncertain.
  private mutating func prepare(_ doubt: Doubt, _ pieces: Range<Int>) -> Int32? {
    spans.removeAll()
    borders.removeAll()
    var rest = Float(doubt.sum) / Float(CoverageAccumulator.full)
    for i in pieces {
      let p = sorted[i]
      if spans.count > CrossingSettlement.mostPieces { return nil }
      // An outline that enters through the left side changes the winding below by one.
      if p.x0 == 0 { rest += addBorder(p.y0, p.isForward ? -1 : 1) }
      if p.x1 == 0 { rest += addBorder(p.y1, p.isForward ? 1 : -1) }
      if p.y0 == p.y1 { continue }
      let winding: Int32 = (p.y0 < p.y1) == p.isForward ? 1 : -1
      let slope = (p.x1 - p.x0) / (p.y1 - p.y0)
      let (top, bottom) = (min(p.y0, p.y1), max(p.y0, p.y1))
      spans.append(
        Span(
          top: top, bottom: bottom, origin: p.x0 - p.y0 * slope, slope: slope, winding: winding))
      rest -= Float(winding) * (bottom - top) * (1 - (p.x0 + p.x1) / 2)
    }
    let whole = rest.rounded()
    return (rest - whole).magnitude < 0.125 ? Int32(whole) : nil
  }

  /// Notes a crossing of the left side. Returns the change of the area not yet explained.
  private mutating func addBorder(_ y: Float, _ winding: Int32) -> Float {
    borders.append(Border(y: y, winding: winding))
    return -Float(winding) * (1 - y)
  }

  private mutating func settled(
    from winding: Int32, evenOdd: Bool, _ cancellation: inout Cancellation
  ) -> Float {
    cut()
    var area: Float = 0
    let areMany = spans.count > CrossingSettlement.mostExact
    for i in 1..<cuts.count {
      guard cancellation.goesOn(steps: spans.count) else { return area }
      let (height, middle) = (cuts[i] - cuts[i - 1], (cuts[i] + cuts[i - 1]) * 0.5)
      if height <= 0 { continue }
      // `width` sorts by insertion, which takes quadratic time unless the spans are nearly in order.
      if areMany { sortSpans(near: middle) }
      area += height * width(middle, winding, evenOdd: evenOdd)
    }
    return area
  }

  private func sortSpans(near y: Float) {
    var all = spans.all
    all.sort { $0.x(near: y) < $1.x(near: y) }
  }

  private mutating func cut() {
    cuts.removeAll()
    if spans.count > CrossingSettlement.mostExact {
      let n = CrossingSettlement.evenCuts(spans.count)
      for i in 0...n { cuts.append(Float(i) / Float(n)) }
      return
    }
    cuts.append(0)
    cuts.append(1)
    for i in 0..<borders.count { insert(borders[i].y) }
    for i in 0..<spans.count {
      let a = spans[i]
      insert(a.top)
      insert(a.bottom)
      for j in 0..<i {
        let b = spans[j]
        let (top, bottom) = (max(a.top, b.top), min(a.bottom, b.bottom))
        if top >= bottom { continue }
        let (gap, change) = (a.origin - b.origin, a.slope - b.slope)
        if (gap + change * top < 0) != (gap + change * bottom < 0) {
          insert(min(bottom, max(top, 0 - gap / change)))
        }
      }
    }
  }

  private mutating func insert(_ y: Float) {
    if y <= 0 || y >= 1 { return }
    var k = cuts.count
    guard cuts.append(y) else { return }
    while cuts[k - 1] > y {
      cuts[k] = cuts[k - 1]
      k -= 1
    }
    cuts[k] = y
  }

  /// Length of the horizontal line at `y` that is inside.
  private mutating func width(_ y: Float, _ start: Int32, evenOdd: Bool) -> Float {
    order.removeAll()
    for i in 0..<spans.count where spans[i].top < y && y < spans[i].bottom {
      let x = spans[i].origin + y * spans[i].slope
      var k = order.count
      guard order.append(Crossing(x: x, winding: spans[i].winding)) else { break }
      while k > 0 && order[k - 1].x > x {
        order[k] = order[k - 1]
        k -= 1
      }
      order[k] = Crossing(x: x, winding: spans[i].winding)
    }
    var winding = start
    for i in 0..<borders.count where borders[i].y < y { winding &+= borders[i].winding }
    var (from, length): (Float, Float) = (0, 0)
    for i in 0..<order.count {
      let x = min(1, max(from, order[i].x))
      if evenOdd ? winding & 1 != 0 : winding != 0 { length += x - from }
      winding &+= order[i].winding
      from = x
    }
    if evenOdd ? winding & 1 != 0 : winding != 0 { length += 1 - from }
    return length
  }
}

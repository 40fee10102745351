import StrettoGeometry

/// Flattened outlines: closed contours of straight lines in the space of the shape.
struct OutlineStore: ~Copyable {
  private(set) var points = Arena<Point>(capacity: 1024)
  /// Indices in `points` at which contours end. The last point of a contour repeats the contour's first point.
  private(set) var contourEnds = Arena<Int32>()
  private(set) var contourStart = 0
  /// Budget of the frame. Corners may be missing if the budget is spent.
  let budget: FrameBudget

  init(_ budget: FrameBudget) { self.budget = budget }

  mutating func removeAll() {
    points.removeAll()
    contourEnds.removeAll()
    contourStart = 0
  }

  @inline(__always) mutating func add(_ p: Point) {
    if budget.allows(points.count &+ 1, of: .corners), !points.append(p) { budget.end() }
  }

  /// Adds `count` points, which the caller must fill. The result is nil if the frame has ended.
  mutating func extend(by count: Int) -> CheckedSpan<Point>? {
    guard budget.shouldContinue(work: count), budget.allows(points.count + count, of: .corners)
    else { return nil }
    let added = points.extend(by: count)
    if added == nil { budget.end() }
    return added
  }

  /// Adds contours. The last point of each contour repeats the contour's first point. The argument `ends` has the ends of the
  /// contours as indices into `contours`.
  mutating func append(_ contours: [Point], _ ends: [Int32]) {
    let start = Int32(truncatingIfNeeded: points.count)
    guard let added = extend(by: contours.count),
      let addedEnds = contourEnds.extend(by: ends.count)
    else { return budget.end() }
    contours.withUnsafeBufferPointer { added.copy(contours.count, of: $0) }
    for i in 0..<ends.count { addedEnds[i] = start + ends[i] }
    contourStart = points.count
  }

  /// The corners of an outline.
  func corners(of outline: Outline) -> CheckedSpan<Point> {
    points.part(Int(outline.firstPoint), Int(outline.pointCount))
  }

  @inline(__always) func contours(of outline: Outline) -> Contours {
    Contours(ends(of: outline), outline.firstPoint)
  }

  /// Contour `k` of an outline, as the indices of the contour's corners among the corners of the outline.
  func contour(_ k: Int, of outline: Outline) -> Range<Int> {
    let ends = ends(of: outline)
    return (k == 0 ? 0 : Int(ends[k - 1] - outline.firstPoint))..<Int(ends[k] - outline.firstPoint)
  }

  /// The outline of all contours from index `contour` on, whose points begin at index `point`.
  func outline(from point: Int = 0, _ contour: Int = 0, evenOdd: Bool = false) -> Outline {
    Outline(
      firstPoint: Int32(truncatingIfNeeded: point),
      pointCount: Int32(truncatingIfNeeded: points.count - point),
      firstContour: Int32(truncatingIfNeeded: contour),
      contourCount: Int32(truncatingIfNeeded: contourEnds.count - contour), evenOdd: evenOdd)
  }

  /// Indices at which the contours of an outline end, in the corners of all outlines.
  func ends(of outline: Outline) -> CheckedSpan<Int32> {
    contourEnds.part(Int(outline.firstContour), Int(outline.contourCount))
  }

  /// True if two outlines have the same number of contours, and corresponding contours have the same number of corners.
  func haveEqualCounts(_ a: Outline, _ b: Outline) -> Bool {
    a.pointCount == b.pointCount && a.contourCount == b.contourCount
      && zip(ends(of: a), ends(of: b)).allSatisfy { $0 - a.firstPoint == $1 - b.firstPoint }
  }

  mutating func truncate(toPoint point: Int, contour: Int) {
    points.truncate(to: point)
    contourEnds.truncate(to: contour)
    contourStart = point
  }

  /// Reverses the direction of the last contour, which must have ended.
  mutating func reverseContour() {
    guard contourEnds.count > 0 else { return }
    var first = contourEnds.count > 1 ? Int(contourEnds[contourEnds.count - 2]) : 0
    var last = Int(contourEnds[contourEnds.count - 1]) - 1
    while first < last {
      (points[first], points[last]) = (points[last], points[first])
      (first, last) = (first + 1, last - 1)
    }
  }

  /// If the last outline has two contours, makes the second contour run against the first contour. By the even-odd rule, the
  /// direction of a contour does not change the filled area, and the signed areas of a border then add up to its coverage.
  mutating func opposeContours(of outline: Outline) {
    guard outline.contourCount == 2 else { return }
    let all = corners(of: outline)
    var areas = SIMD2<Double>()
    for k in 0..<2 {
      let contour = contour(k, of: outline)
      let start = all[contour.lowerBound]
      for i in contour.dropFirst() {
        let (a, b) = (all[i - 1] - start, all[i] - start)
        areas[k] += a.x * b.y - a.y * b.x
      }
    }
    if areas[0] * areas[1] > 0 { reverseContour() }
  }

  /// Ends the current contour. A contour of fewer than three points is dropped.
  mutating func closeContour() {
    if points.count - contourStart < 3 {
      points.truncate(to: contourStart)
    } else {
      let isClosed = points.append(points[contourStart])
      let end = Int32(truncatingIfNeeded: points.count)
      if !isClosed || !contourEnds.append(end) { budget.end() }
    }
    contourStart = points.count
  }
}

extension OutlineStore {
  /// Sums of the widths and of the heights of an outline's edges.
  func lengths(of outline: Outline) -> (across: Double, down: Double) {
    var (across, down) = (0.0, 0.0)
    let corners = corners(of: outline)
    for contour in contours(of: outline) {
      for i in contour.dropFirst() {
        let edge = corners[i] - corners[i - 1]
        (across, down) = (across + edge.x.magnitude, down + edge.y.magnitude)
      }
    }
    return (across, down)
  }
}

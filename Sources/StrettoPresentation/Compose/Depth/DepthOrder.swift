import StrettoGeometry

/// Sorts the polygons of one 3-D space into drawing order, farthest first. Polygons are split where their planes cross
/// (docs/core-animation.md, sections 20 and 22).
///
/// Polygons of equal depth are drawn in ascending z position, then in the order in which the caller passes them. Polygons that do
/// not overlap keep the caller's order if nothing else determines their order. Polygons are sorted by Newell's algorithm with
/// exact tests. Two polygons are compared over their common area, where the difference of the two depths is a linear function.
struct DepthOrder {
  /// The greatest number of comparisons of two polygons whose bounds overlap. One comparison takes up to a microsecond.
  static let pairLimit = 3 << 18
  /// The number of cancellation steps that one comparison of two polygons counts, because a comparison clips one outline by the
  /// other.
  private static let workOfPair = 8
  /// The greatest number of fragments per polygon that a sort may make, in addition to 64 fragments in total.
  private static let fragmentsPerPolygon = 8

  private struct Fragment {
    var polygon: DepthPolygon
    /// The index of the polygon to which the fragment belongs.
    var index: Int
    var sides: [HalfPlane]
    var range: ClosedRange<Double>
    var bounds: Rect

    init?(_ polygon: DepthPolygon, _ index: Int, _ sides: [HalfPlane]) {
      guard let bounds = polygon.outline.bounds else { return nil }
      (self.polygon, self.index, self.sides, self.bounds) = (polygon, index, sides, bounds)
      range = polygon.range
    }

    /// The part of the fragment on one side of a line; nil if no part of the fragment is on that side.
    func part(_ side: HalfPlane) -> Fragment? {
      var part = polygon
      part.outline = polygon.outline.clipped(to: side)
      guard part.outline.corners.count >= 3 else { return nil }
      return Fragment(part, index, sides + [side])
    }
  }

  private var fragments: [Fragment] = []
  private var pairs = 0
  private let mostFragments: Int
  private var cancellation: Cancellation

  private init(_ polygons: [DepthPolygon?], _ cancellation: Cancellation) {
    self.cancellation = cancellation
    for (index, polygon) in polygons.enumerated() {
      if let polygon, let fragment = Fragment(polygon, index, []) { fragments.append(fragment) }
    }
    mostFragments = fragments.count * DepthOrder.fragmentsPerPolygon + 64
  }

  /// The fragments of `polygons` in drawing order, from back to front. An entry of `polygons` is nil if the polygon is invisible.
  ///
  /// - Throws: `tooManyPairs` for more than `pairLimit` pairs of polygons; `cancelled` if the caller cancels the work.
  static func fragments(
    of polygons: [DepthPolygon?], _ cancellation: Cancellation = .never
  ) throws(PresentationError) -> [DepthPolygonFragment] {
    var order = DepthOrder(polygons, cancellation)
    let sorted = try order.sorted()
    return try order.finished(sorted)
  }
}

// MARK: Sorting

extension DepthOrder {
  /// All fragments of polygons in drawing order. Fragments whose depth ranges are disjoint need no comparison, so each group of
  /// fragments with connected depth ranges is sorted separately.
  private mutating func sorted() throws(PresentationError) -> [Fragment] {
    fragments.sort { ($0.range.lowerBound, $0.index) < ($1.range.lowerBound, $1.index) }
    var done: [Fragment] = []
    var start = 0
    while start < fragments.count {
      var end = start + 1
      var deepest = fragments[start].range.upperBound
      while end < fragments.count,
        fragments[end].range.lowerBound <= deepest + DepthPolygon.tolerance(deepest)
      {
        deepest = max(deepest, fragments[end].range.upperBound)
        end += 1
      }
      var run = fragments[start..<end].sorted {
        ($0.polygon.zPosition, $0.index) < ($1.polygon.zPosition, $1.index)
      }
      if run.count > 1 { run = try sorted(run) }
      done += run
      start = end
    }
    return done
  }

  /// Sorts fragments with connected depth ranges into drawing order. Sorting may increase the number of fragments, because
  /// crossing fragments are split.
  private mutating func sorted(_ given: [Fragment]) throws(PresentationError) -> [Fragment] {
    var (run, done) = (given, [Fragment]())
    while !run.isEmpty {
      let behind = try split(&run)
      let (first, rest) = try drawable(run.count, behind)
      done += first.map { run[$0] }
      let cycle = rest.map { run[$0] }
      // The remaining fragments overlap each other cyclically. If no fragment of the cyclic overlap can be cut, the farthest
      // fragment is drawn first.
      guard let cut = try unravelled(cycle) else {
        return done + cycle.sorted { $0.range.lowerBound < $1.range.lowerBound }
      }
      run = cut
    }
    return done
  }

  /// Splits fragments that cross. Returns, for each fragment, the fragments that are drawn before it.
  private mutating func split(_ run: inout [Fragment]) throws(PresentationError) -> [[Int]] {
    var behind: [[Int]] = []
    var known = BoundsGrid(run.map { $0.bounds })
    var j = 0
    while j < run.count {
      var (met, below, above) = ([Int](), [Int](), [Int]())
      var others = known.touching(run[j].bounds)
      var next = 0
      while next < others.count {
        let k = others[next]
        next += 1
        switch try relation(run[j], run[k]) {
        case .apart: continue
        case .before, .level: below.append(k)
        case .behind: above.append(k)
        case .crossing(let line):
          guard run.count < mostFragments, let near = run[j].part(line),
            let far = run[j].part(line.opposite)
          else {
            below.append(k)
            break
          }
          run[j] = near
          run.append(far)
          // A part of the fragment may overlap only the fragments that the whole fragment overlaps.
          others = met + others[(next - 1)...]
          (next, met, below, above) = (0, [], [], [])
          continue
        }
        met.append(k)
      }
      behind.append(below)
      for k in above { behind[k].append(j) }
      known.append(run[j].bounds)
      j += 1
    }
    return behind
  }

  private mutating func relation(_ a: Fragment, _ b: Fragment) throws(PresentationError)
    -> DepthPolygon.Relation
  {
    try checkCancelled(work: 1)
    guard a.bounds.minX < b.bounds.maxX, b.bounds.minX < a.bounds.maxX,
      a.bounds.minY < b.bounds.maxY, b.bounds.minY < a.bounds.maxY
    else { return .apart }
    pairs += 1
    try checkCancelled(work: DepthOrder.workOfPair)
    if pairs > DepthOrder.pairLimit { throw .tooManyPairs }
    let relation = a.polygon.relation(to: b.polygon)
    // Fragments of equal depth are already in drawing order, and fragments that a split added come later in the array.
    if case .level = relation {
      let isLater = (a.polygon.zPosition, a.index) >= (b.polygon.zPosition, b.index)
      return isLater ? .before : .behind
    }
    return relation
  }

  private mutating func checkCancelled(work: Int) throws(PresentationError) {
    if !cancellation.shouldContinue(work: work) { throw .cancelled }
  }

  /// Divides `count` fragments into two lists: the fragments that can be drawn after all fragments behind them, in drawing order,
  /// and the remaining fragments.
  private mutating func drawable(
    _ count: Int, _ behind: [[Int]]
  ) throws(PresentationError) -> (first: [Int], rest: [Int]) {
    var waitsFor = behind.map { $0.count }
    var before = [[Int]](repeating: [], count: count)
    for (fragment, others) in behind.enumerated() {
      for other in others { before[other].append(fragment) }
    }
    // An array of ascending numbers is a valid heap.
    var free = LeastFirst((0..<count).filter { waitsFor[$0] == 0 })
    var first: [Int] = []
    while let fragment = free.popFirst() {
      first.append(fragment)
      try checkCancelled(work: 1 + before[fragment].count)
      for other in before[fragment] {
        waitsFor[other] -= 1
        if waitsFor[other] == 0 { free.insert(other) }
      }
    }
    return (first, (0..<count).filter { waitsFor[$0] > 0 })
  }

  /// The fragments of a cyclic overlap, after one fragment is cut along the outline of another fragment. The part of the cut
  /// fragment inside the other fragment's outline still overlaps the other fragment, and the parts outside this outline do not.
  /// The result is nil if no fragment of the cyclic overlap can be cut.
  private mutating func unravelled(_ cycle: [Fragment]) throws(PresentationError) -> [Fragment]? {
    guard cycle.count > 0, cycle.count < mostFragments else { return cycle.isEmpty ? [] : nil }
    for (index, fragment) in cycle.enumerated() {
      for other in cycle where other.index != fragment.index {
        if case .apart = try relation(fragment, other) { continue }
        let parts = cut(fragment, along: other)
        if parts.count < 2 { continue }
        var cut = cycle
        cut[index] = parts[0]
        return cut + parts.dropFirst()
      }
    }
    return nil
  }

  /// Cuts a fragment along the outline of another fragment. Returns the part of the fragment inside the outline of the other
  /// fragment, followed by the parts beyond each side of the outline.
  private func cut(_ fragment: Fragment, along other: Fragment) -> [Fragment] {
    var (inside, outside) = (fragment, [Fragment]())
    for side in other.polygon.outline.sides {
      guard let beyond = inside.part(side.opposite), beyond.polygon.outline.area > 1e-9,
        let rest = inside.part(side)
      else { continue }
      outside.append(beyond)
      inside = rest
    }
    return [inside] + outside
  }
}

// MARK: Cuts

extension DepthOrder {
  /// The distance in points within which two fragments of a polygon may share a pixel.
  private static let margin = 4.0
  private static let mostLater = 64

  private mutating func finished(_ order: [Fragment]) throws(PresentationError)
    -> [DepthPolygonFragment]
  {
    var indices: [Int: [Int]] = [:]
    for (index, fragment) in order.enumerated() where !fragment.sides.isEmpty {
      indices[fragment.index, default: []].append(index)
    }
    var finished: [DepthPolygonFragment] = []
    finished.reserveCapacity(order.count)
    for (index, fragment) in order.enumerated() {
      let others = fragment.sides.isEmpty ? [] : indices[fragment.index] ?? []
      try checkCancelled(work: 1 + others.count)
      let around = fragment.bounds.insetBy(-DepthOrder.margin)
      let later = others.lazy.filter { $0 > index && order[$0].bounds.touches(around) }
      finished.append(
        DepthPolygonFragment(
          polygon: fragment.index, sides: fragment.sides,
          later: Array(later.prefix(DepthOrder.mostLater))
        ))
    }
    return finished
  }
}

extension Rect {
  fileprivate func touches(_ other: Rect) -> Bool {
    minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
  }
}

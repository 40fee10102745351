import StrettoGeometry

/// Resolves ambiguous pixels through which an outline runs exactly twice, on paths of one or two segments. Most ambiguous pixels
/// are of this kind. `PathPairs` resolves eight ambiguous pixels at once, and computes their exact coverage.
///
/// A path splits the pixel into two parts. The part of the pixel without the upper left corner has a winding number that differs
/// by one from the winding number at the corner. So the winding numbers in a pixel with two paths follow from the areas of the
/// parts of the two paths, and from the area that the two parts share.
struct PathPairs: ~Copyable {
  private let pixels = Arena(
    8, repeating: AmbiguousPixel(byte: 0, area: 0, segment: 0, visits: 0))
  /// Starts and ends of the first `mostSegments` segments of eight pixels, packed as in `SegmentLists`.
  private let starts = Arena(mostSegments, repeating: Ints())
  private let ends = Arena(mostSegments, repeating: Ints())
  private(set) var count = 0

  /// Largest number of visits of a pixel with two paths of at most two segments each. A path adds two visits where the path enters
  /// the pixel, and one visit where its second segment begins.
  static let mostVisits: Int32 = 6
  private static let mostSegments: Int = 4

  /// Largest difference between two areas that count as equal, in pixels.
  private static let tolerance: Float = 1 / 4096

  var isFull: Bool { count == 8 }

  mutating func removeAll() { count = 0 }

  func pixel(_ lane: Int) -> AmbiguousPixel { pixels[lane] }

  /// Adds an ambiguous pixel. Before the call of `add`, fewer than eight pixels must have been added.
  mutating func add(_ pixel: AmbiguousPixel) {
    pixels[count] = pixel
    count &+= 1
  }

  /// Computes the exact coverage of the ambiguous pixels that `add` has added. Returns -1 in the lanes of pixels that must be
  /// resolved by samples. The segments of such a pixel do not form two paths of at most two segments each, or the two paths cross
  /// more than once or touch.
  ///
  /// - Parameter segments: The segments of all pixels (see `SegmentLists`).
  func resolve(
    _ segments: CheckedSpan<Int32>, evenOdd: Bool, into bytes: borrowing Arena<UInt8>
  ) -> Ints {
    var areas = Ints()
    for lane in 0..<count { areas[lane] = pixels[lane].area }
    let one = Floats(repeating: 1)
    let area = number(areas &>> 8) * (1 / 256) + number(areas & 0xFF) * (1 / 65_536)
    let (a, b, isOther) = paths(segments)
    let (shared, isUnknown) = a.shared(with: b)
    let rest = area - a.sign * a.part - b.sign * b.part
    let corner = whole(rest)
    let (onlyA, onlyB) = (a.part - shared, b.part - shared)
    let none = one - a.part - onlyB
    var covered: Floats
    var signed: Floats
    if evenOdd {
      let isOdd = 0 &- (corner & 1)
      covered = select(one - onlyA - onlyB, onlyA + onlyB, where: isOdd)
      signed = area - 2 * number(whole(area * 0.5))
      signed = size(signed)
    } else {
      covered = one - none.where(corner, is: 0) - onlyA.where(corner &+ whole(a.sign), is: 0)
      covered = covered - onlyB.where(corner &+ whole(b.sign), is: 0)
      covered = covered - shared.where(corner &+ whole(a.sign + b.sign), is: 0)
      signed = smaller(size(area), one)
    }
    let bytesOfLanes = whole(larger(Floats(), smaller(covered, one)) * 255)
    let differs = mask(size(covered - signed) .> Floats(repeating: PathPairs.tolerance))
    let fails =
      isOther | isUnknown | mask(size(rest - number(corner)) .> Floats(repeating: 1 / 8))
    for lane in 0..<count where differs[lane] & ~fails[lane] != 0 {
      bytes[Int(pixels[lane].byte)] = UInt8(truncatingIfNeeded: bytesOfLanes[lane])
    }
    return fails
  }

  /// The two paths through each pixel. In each lane, `isOther` is -1 if the segments of the pixel do not form two paths of at most
  /// two segments each.
  @inline(__always) private func paths(
    _ segments: CheckedSpan<Int32>
  ) -> (BorderPaths, BorderPaths, isOther: Ints) {
    let latest = pixels.all.bound(to: Int32.self) + 2
    var next = gathered(latest, lanes &<< 2) & ((lanes &- Int32(truncatingIfNeeded: count)) &>> 31)
    var (a, b) = (PathEnds(), PathEnds())
    var (segmentCount, isOther) = (Ints(), Ints())
    for k in 0..<PathPairs.mostSegments {
      let (start, end) = (gathered(segments, next), gathered(segments + 1, next))
      next = gathered(segments + 2, next)
      // The list of a pixel ends with the reserved segment at index 0, which has length zero. Segments of length zero belong to no
      // path.
      let isEmpty = mask(start .== end)
      segmentCount = segmentCount &+ 1 &+ isEmpty
      let begins = isOnBorder(start) & ~isEmpty
      isOther = isOther | (begins & b.isFound)
      b.begin(start, end, where: begins & a.isFound & ~b.isFound)
      a.begin(start, end, where: begins & ~a.isFound)
      (starts[k], ends[k]) = (start | isEmpty, end)
    }
    let used = end(&a) &+ end(&b)
    isOther = isOther | ~b.isFound | ~mask(next .== Ints()) | ~mask(used .== segmentCount)
    return (
      BorderPaths(a.start, a.middle, a.end), BorderPaths(b.start, b.middle, b.end), isOther
    )
  }

  /// Sets the ends of paths. Returns the numbers of segments of the paths, which are 0 for paths without an end on the border.
  @inline(__always) private func end(_ path: inout PathEnds) -> Ints {
    path.end = path.middle
    let isBent = ~isOnBorder(path.middle)
    for k in (0..<PathPairs.mostSegments).reversed() {
      let follows = mask(starts[k] .== path.middle) & isOnBorder(ends[k]) & isBent
      path.end = select(ends[k], path.end, where: follows)
    }
    return isOnBorder(path.end) & (1 &- isBent)
  }

  /// In each lane, -1 if a packed point lies on the border of the pixel, where a coordinate is 0 or 4096 subpixels, and 0 if not.
  @inline(__always) private func isOnBorder(_ p: Ints) -> Ints {
    let isInside = Ints(repeating: 0x1000_1000)
    return ~mask((~p & (p &+ 0x0FFF_0FFF) & isInside) .== isInside)
  }
}

/// Packed points of eight paths, one path in each of eight pixels. A path without a bend has equal points as middle and end.
private struct PathEnds {
  var start = Ints(), middle = Ints(), end = Ints()
  /// In each lane, -1 if a segment begins the path, and 0 if not.
  var isFound = Ints()

  /// Sets the first segments of the paths in the lanes in which `mask` is -1.
  @inline(__always) mutating func begin(_ start: Ints, _ middle: Ints, where mask: Ints) {
    self.start = self.start | (start & mask)
    self.middle = self.middle | (middle & mask)
    isFound = isFound | mask
  }
}

/// Points in eight pixels, in pixels from the upper left corner of each pixel.
private struct LanePoints {
  var x: Floats, y: Floats

  @inline(__always) init(_ packed: Ints) {
    let unit = 1 / Float(Subpixel.one)
    (x, y) = (number(packed & 0xFFFF) * unit, number(packed &>> 16) * unit)
  }

  @inline(__always) init(x: Floats, y: Floats) { (self.x, self.y) = (x, y) }

  @inline(__always) func or(_ other: LanePoints, where mask: Ints) -> LanePoints {
    LanePoints(x: select(other.x, x, where: mask), y: select(other.y, y, where: mask))
  }

  /// Positions of the points along the border of the pixel, clockwise from the upper left corner, in 0...4. The end of the
  /// pixel's left side, which is the upper left corner, has the position 4.
  @inline(__always) var position: Floats {
    let (zero, one) = (Floats(), Floats(repeating: 1))
    var position = select(one + y, 3 * one - x, where: mask(x .== one))
    position = select(x, position, where: mask(y .== zero))
    return select(4 * one - y, position, where: mask(x .== zero))
  }

  /// Area of the pixel to the right of the line segment from this point to `end`, within the rows of the segment.
  @inline(__always) func area(to end: LanePoints) -> Floats {
    (end.y - y) * (Floats(repeating: 1) - (x + end.x) * 0.5)
  }

  /// Area of the pixel below a point on the left side of the pixel; 0 for a point that is not on the left side.
  @inline(__always) var belowLeft: Floats {
    floats(bits(Floats(repeating: 1) - y) & mask(x .== Floats()))
  }

  /// A number whose sign tells on which side of the line to `end` the point `p` lies. The sign that `side` returns is exact,
  /// because coordinates have 12 bits.
  @inline(__always) func side(_ end: LanePoints, _ p: LanePoints) -> Floats {
    (end.x - x) * (p.y - y) - (end.y - y) * (p.x - x)
  }
}

/// Eight paths from border to border, one through each of eight pixels. Each path is directed clockwise around the part of the
/// pixel without the upper left corner.
private struct BorderPaths {
  private let start: LanePoints, middle: LanePoints, end: LanePoints
  private let first: Floats, last: Floats
  /// Change of the winding number in the part of the pixel without the upper left corner: 1, or -1 if the outline runs against
  /// the path's direction.
  let sign: Floats
  /// Area of the part of the pixel without the upper left corner.
  let part: Floats

  /// Creates paths from packed points (see `SegmentLists`).
  @inline(__always) init(_ start: Ints, _ middle: Ints, _ end: Ints) {
    let (a, b) = (LanePoints(start), LanePoints(end))
    let (from, to) = (a.position, b.position)
    let isTurned = mask(to .< from)
    (self.start, self.middle, self.end) = (
      a.or(b, where: isTurned), LanePoints(middle), b.or(a, where: isTurned)
    )
    (first, last) = (smaller(from, to), larger(from, to))
    let one = Floats(repeating: 1)
    sign = floats(bits(one) | isTurned & Int32.min)
    part =
      self.start.area(to: self.middle) + self.middle.area(to: self.end) - self.start.belowLeft
      + self.end.belowLeft
  }

  /// Area that the parts of two paths share; -1 if the paths cross more than once or touch, so that the shared area is unknown.
  @inline(__always) func shared(with o: BorderPaths) -> (area: Floats, isUnknown: Ints) {
    // The signs of the nine results of `side` tell on which side of each segment of one path the points of the other path lie.
    let (s0, s1, s2) = (
      o.start.side(o.middle, start), o.start.side(o.middle, middle), o.start.side(o.middle, end)
    )
    let (t0, t1, t2) = (
      o.middle.side(o.end, start), o.middle.side(o.end, middle), o.middle.side(o.end, end)
    )
    let (u0, u1, u2) = (
      start.side(middle, o.start), start.side(middle, o.middle), start.side(middle, o.end)
    )
    let (v0, v1, v2) = (
      middle.side(end, o.start), middle.side(end, o.middle), middle.side(end, o.end)
    )
    let (c00, c01) = (opposite(s0, s1) & opposite(u0, u1), opposite(t0, t1) & opposite(u1, u2))
    let (c10, c11) = (opposite(s1, s2) & opposite(v0, v1), opposite(t1, t2) & opposite(v1, v2))
    let (later, laterOther) = (c10 | c11, c01 | c11)
    let crossings = 0 &- c00 &- c01 &- c10 &- c11
    // The crossing divides the segment of this path in proportion to the distances of the segment's ends from the other path.
    let from = start.or(middle, where: later), to = middle.or(end, where: later)
    let a = select(
      select(t1, s1, where: laterOther), select(t0, s0, where: laterOther), where: later)
    let b = select(
      select(t2, s2, where: laterOther), select(t1, s1, where: laterOther), where: later)
    let along = a / (a - b)
    let x = LanePoints(x: from.x + (to.x - from.x) * along, y: from.y + (to.y - from.y) * along)
    // If two paths cross, the area that their parts share is bounded by one path up to the crossing, and by the other path after
    // the crossing. If the two paths do not cross, the shared area is bounded by all of one path or both paths.
    let exchanged = area(to: x, isLater: later) + o.part - o.area(to: x, isLater: laterOther)
    let isInterleaved =
      mask(first .< o.first) & mask(o.first .< last) & mask(last .< o.last)
      | mask(o.first .< first) & mask(first .< o.last) & mask(o.last .< last)
    let isApart = mask(last .<= o.first) | mask(o.last .<= first)
    let smallest = smaller(exchanged, part + o.part - exchanged)
    var area = floats(bits(select(o.part, part, where: mask(first .<= o.first))) & ~isApart)
    // If the parts of two paths begin at the same position of the border, the part that ends first lies inside the other part.
    area = select(
      select(o.part, part, where: mask(o.last .< last)), area,
      where: mask(first .== o.first) & ~isApart)
    area = select(smallest, area, where: isInterleaved)
    return (area, ~mask(crossings .== (isInterleaved & 1)))
  }

  /// Area to the right of this path, from the path's start up to a point on its first or second segment.
  @inline(__always) private func area(to p: LanePoints, isLater: Ints) -> Floats {
    let before = floats(bits(start.area(to: middle)) & isLater)
    return before + start.or(middle, where: isLater).area(to: p) - start.belowLeft
  }

  /// In each lane, -1 if the two numbers have different signs, and 0 if not.
  @inline(__always) private func opposite(_ a: Floats, _ b: Floats) -> Ints {
    mask(a * b .< Floats())
  }
}

extension Floats {
  /// The numbers in the lanes in which `values` equals `value`, and 0 in all other lanes.
  @inline(__always) fileprivate func `where`(_ values: Ints, is value: Int32) -> Floats {
    floats(bits(self) & mask(values .== Ints(repeating: value)))
  }
}

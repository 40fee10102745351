import StrettoDisplayList
import StrettoGeometry

/// Finds passes whose finished pictures are equal, so that each picture is drawn once. Passes have equal pictures for copies of a
/// layer, for a letter that occurs many times, and for layers that look alike.
///
/// Two passes are equal if all numbers that determine their pixels are equal. The transforms of passes are `snapped` before the
/// comparison, because rounding errors would otherwise make the passes of two copies of one layer differ.
struct PassIndex: ~Copyable {
  /// Index of the latest pass for each hash. `Pass.previous` is the index of the previous pass with the same hash.
  private var latest: [UInt64: Int32] = [:]

  /// Largest number of passes with one hash that are compared with a new pass. If none of the compared passes equals the new
  /// pass, the new pass gets a picture of its own.
  private static let mostCandidates: Int = 64
  /// Largest number of items of a pass for a comparison item by item. A pass with more than `mostItems` items equals another pass
  /// only if both passes draw the same range of items.
  private static let mostItems: Int = 8

  init() {}

  mutating func removeAll() { latest.removeAll(keepingCapacity: true) }

  /// The index of an earlier pass whose picture equals the picture of `pass`; nil if no earlier pass has an equal picture.
  func find(_ pass: Pass, in list: DisplayList, _ passes: borrowing Arena<Pass>) -> Int? {
    if pass.startsFromBelow { return nil }
    var next = latest[hash(pass, list)] ?? -1
    for _ in 0..<PassIndex.mostCandidates where next >= 0 {
      let other = passes[Int(next)]
      if list.haveEqualPictures(pass, other, mostItems: PassIndex.mostItems) { return Int(next) }
      next = other.previous
    }
    return nil
  }

  /// Appends a pass to the command list and to this index, so that `find` can return the pass.
  mutating func add(_ pass: Pass, in list: DisplayList, to out: CommandList) -> Int {
    var pass = pass
    let hash = hash(pass, list)
    if !pass.startsFromBelow { pass.previous = latest[hash] ?? -1 }
    let index = out.add(pass, to: &out.passes)
    if !pass.startsFromBelow { latest[hash] = index }
    return Int(index)
  }

  private func hash(_ pass: Pass, _ list: DisplayList) -> UInt64 {
    var hash: UInt64 = 0
    func take(_ bits: UInt64) { hash = (hash ^ bits) &* 0x9E37_79B9_7F4A_7C15 ^ hash >> 29 }
    take(UInt64(pass.width.magnitude) << 32 | UInt64(pass.height.magnitude))
    take(UInt64(pass.seen.width) << 32 | UInt64(pass.seen.height))
    take(UInt64(pass.items.count))
    take(pass.points.tx.bitPattern)
    take(pass.points.ty.bitPattern)
    if let first = pass.items.first, case .draw(let draw) = list.items[first],
      case .fill(let path, _) = draw.shape
    {
      take(UInt64(list.paths[path].elements.count))
    }
    return hash
  }
}

extension DisplayList {
  fileprivate func haveEqualPictures(_ a: Pass, _ b: Pass, mostItems: Int) -> Bool {
    guard a.width == b.width, a.height == b.height, a.seen == b.seen, a.scale == b.scale,
      a.points == b.points, a.toPicture == b.toPicture, haveEqualEffects(a, b)
    else { return false }
    if a.covering != b.covering { return false }
    if a.items == b.items { return a.transform == b.transform }
    guard a.items.count == b.items.count, a.items.count <= mostItems else { return false }
    return zip(a.items, b.items).allSatisfy {
      isDrawnAlike(items[$0], a.transform, items[$1], b.transform)
    }
  }

  private func haveEqualEffects(_ a: Pass, _ b: Pass) -> Bool {
    if a.effects == b.effects { return true }
    guard a.effects >= 0, b.effects >= 0 else { return false }
    let (own, other) = (effects[a.effects], effects[b.effects])
    return own.filters == other.filters && own.shadow == other.shadow
      && own.pixelsPerPoint == other.pixelsPerPoint
  }

  private func isDrawnAlike(
    _ a: Item, _ m: PlaneTransform, _ b: Item, _ n: PlaneTransform
  ) -> Bool {
    guard case .draw(let own) = a, case .draw(let other) = b, own.paint == other.paint,
      isSame(own.shape, other.shape)
    else { return false }
    if case .backdrop = own.paint { return false }
    return (own.transform * m).snapped == (other.transform * n).snapped
  }
}

extension PlaneTransform {
  /// The transform with its translation rounded to 2^-32 pixel. A step of 2^-32 pixel is far finer than the grid of `Subpixel`,
  /// and is coarse enough to make numbers equal that differ by rounding errors.
  var snapped: PlaneTransform {
    guard isAffine else { return self }
    var m = self
    (m.tx, m.ty) = (tx.snapped, ty.snapped)
    return m
  }
}

extension Extent {
  /// The extent with its sides rounded to 2^-32 pixel, as the translations of passes are.
  var snapped: Extent {
    Extent(minX: minX.snapped, minY: minY.snapped, maxX: maxX.snapped, maxY: maxY.snapped)
  }
}

extension Double {
  fileprivate var snapped: Double { (self * 4_294_967_296).rounded() / 4_294_967_296 }
}

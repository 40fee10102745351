import StrettoDisplayList
import StrettoGeometry

/// Cache of outlines, with one outline for each shape and scale. Within a frame, all items that show a shape share one outline.
/// From frame to frame, letters and other lasting shapes keep their outlines, so each outline is flattened and freed of crossings
/// only once. A cached outline equals a newly made outline, so a frame does not depend on earlier frames.
///
/// The cache finds a shape by its numbers and by its path and style indices in the display list. The path and the style of the
/// shape must also be equal, and comparing paths takes no time while the cache and the display list share the same memory. An
/// outline is cached for later frames when a second frame shows its shape.
struct OutlineCache {
  /// Largest number of corners of one cached outline, and of all cached outlines together (64 MB).
  private static let mostCorners: Int = 1 << 20
  private static let mostCachedCorners: Int = 1 << 22
  /// Largest number of shapes in the cache (30 MB). If the cache is full, further shapes are flattened at each use.
  private static let mostEntries: Int = 1 << 17

  private struct Entry {
    let shape: Shape
    let key: Int32
    /// Index of the next entry of the hash bucket; -1 after the last entry.
    var next: Int32
    /// Latest frame that showed the shape, and the index of the shape's outline in that frame.
    var frame: Int = -1
    var index: Int32 = -1
    var stored: StoredOutline?
  }

  /// Path and style of a shape, if the shape has them, and the outline of the shape if the outline is cached. The ends of the
  /// outline's contours are indices into `points`.
  private final class StoredOutline {
    let path: Path?
    let style: StrokeStyle?
    var outline: Outline?
    var points: [Point] = []
    var contourEnds: [Int32] = []

    init(_ path: Path?, _ style: StrokeStyle?) { (self.path, self.style) = (path, style) }
  }

  private var entries: [Entry] = []
  /// Index of the first entry of each hash bucket; -1 for an empty bucket. The number of hash buckets is a power of 2.
  private var buckets = [Int32](repeating: -1, count: 1024)
  private var frame = 0
  private var cornerCount = 0

  /// Begins a frame. If the cache was full in the last frame, removes the shapes that the last frame did not show.
  mutating func begin() {
    frame += 1
    if entries.count > buckets.count || cornerCount > OutlineCache.mostCachedCorners {
      entries.removeAll { $0.frame < frame - 1 }
      cornerCount = entries.reduce(0) { $0 + ($1.stored?.points.count ?? 0) }
      link()
    }
  }

  /// Index of the entry for a shape that is flattened finely enough for all scales up to 2^(key/2). The result is nil if the
  /// cache of outlines is full.
  mutating func entry(of shape: Shape, _ key: Int32) -> Int? {
    let bucket = bucket(of: shape, key)
    var i = Int(buckets[bucket])
    while i >= 0 {
      if entries[i].key == key && entries[i].shape == shape { return i }
      i = Int(entries[i].next)
    }
    if entries.count == OutlineCache.mostEntries { return nil }
    entries.append(Entry(shape: shape, key: key, next: buckets[bucket]))
    buckets[bucket] = Int32(truncatingIfNeeded: entries.count - 1)
    if entries.count > 2 * buckets.count { link() }
    return entries.count - 1
  }

  private func bucket(of shape: Shape, _ key: Int32) -> Int {
    Int(truncatingIfNeeded: shape.hash(key) >> 32) & (buckets.count - 1)
  }

  /// Sorts all entries into hash buckets. The number of hash buckets is increased to at least the number of entries.
  private mutating func link() {
    var count = 1024
    while count < entries.count { count *= 2 }
    if count == buckets.count {
      for bucket in buckets.indices { buckets[bucket] = -1 }
    } else {
      buckets = [Int32](repeating: -1, count: count)
    }
    for i in entries.indices {
      let bucket = bucket(of: entries[i].shape, entries[i].key)
      entries[i].next = buckets[bucket]
      buckets[bucket] = Int32(truncatingIfNeeded: i)
    }
  }

  /// Index of the entry's outline in the current frame; nil if the frame has not made the outline yet.
  @inline(__always) func index(_ entry: Int) -> Int32? {
    entries[entry].frame == frame ? entries[entry].index : nil
  }

  /// Copies the cached outline of an entry into the store; nil if no outline is cached.
  func restore(_ entry: Int, of list: DisplayList, into store: inout OutlineStore) -> Outline? {
    guard let stored = entries[entry].stored, var outline = stored.outline, isSame(entry, list)
    else {
      return nil
    }
    outline.firstPoint = Int32(truncatingIfNeeded: store.points.count)
    outline.firstContour = Int32(truncatingIfNeeded: store.contourEnds.count)
    store.append(stored.points, stored.contourEnds)
    return store.budget.isSpent ? nil : outline
  }

  /// Caches a new outline for later frames if the current frame is the second frame that shows the outline's shape.
  mutating func keep(
    _ outline: Outline, _ entry: Int, of list: DisplayList, from store: borrowing OutlineStore
  ) {
    let wasShown = entries[entry].frame >= 0 && isSame(entry, list)
    cornerCount -= entries[entry].stored?.points.count ?? 0
    let (path, style) = list.references(of: entries[entry].shape)
    entries[entry].stored = path == nil ? nil : StoredOutline(path, style)
    let corners = Int(outline.pointCount)
    guard wasShown, corners <= OutlineCache.mostCorners,
      cornerCount + corners <= OutlineCache.mostCachedCorners
    else { return }
    cornerCount += corners
    let stored = entries[entry].stored ?? StoredOutline(nil, nil)
    (stored.outline, stored.points) = (outline, Array(store.corners(of: outline)))
    stored.contourEnds = store.ends(of: outline).map { $0 - outline.firstPoint }
    entries[entry].stored = stored
  }

  /// Records the index of the entry's outline in the current frame.
  mutating func note(_ index: Int32, _ entry: Int) {
    (entries[entry].frame, entries[entry].index) = (frame, index)
  }

  private func isSame(_ entry: Int, _ list: DisplayList) -> Bool {
    let (path, style) = list.references(of: entries[entry].shape)
    return path == entries[entry].stored?.path && style == entries[entry].stored?.style
  }
}

extension DisplayList {
  /// Path and style that a shape refers to by index.
  fileprivate func references(of shape: Shape) -> (path: Path?, style: StrokeStyle?) {
    switch shape {
    case .rect, .roundedRect, .border: (nil, nil)
    case .fill(let path, _): (paths[path], nil)
    case .stroke(let path, let style): (paths[path], strokes[style])
    }
  }
}

extension Shape {
  /// Hash of a shape, equal for equal shapes. In the hash of a shape, the upper half of the bits is mixed best.
  func hash(_ key: Int32) -> UInt64 {
    let own: UInt64 =
      switch self {
      case .rect(let r): r.hash(0)
      case .roundedRect(let r, let radius, _): r.hash(radius)
      case .border(let r, let radius, _, let width): r.hash(radius + width)
      case .fill(let path, _): UInt64(truncatingIfNeeded: path)
      case .stroke(let path, let style): UInt64(truncatingIfNeeded: path &+ 5 &* style &+ 8)
      }
    return (own &* 64 &+ UInt64(truncatingIfNeeded: key)) &* 0x9E37_79B9_7F4A_7C15
  }
}

extension Rect {
  /// Hash of a shape's position, the shape's size and another number. The low bits of positions and sizes are rounding errors, so
  /// the hash ignores the low bits.
  fileprivate func hash(_ number: Double) -> UInt64 {
    let size = width.bitPattern &* 3 &+ height.bitPattern &+ number.bitPattern &* 5
    return (size &+ x.bitPattern &* 7 &+ y.bitPattern &* 11) >> 20
  }
}

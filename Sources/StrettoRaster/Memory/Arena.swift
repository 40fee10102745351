import StrettoGeometry

/// Growable array of trivial values (no references) that keeps its memory from frame to frame, so that a steady frame
/// allocates nothing.
///
/// An arena that cannot grow stays as it is, and the frame is given up (`MemoryWatch`). Its first memory is
/// small, and is there as Swift's own objects are (`Array.fill`).
struct Arena<Element>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private(set) var count: Int = 0
  private var capacity: Int
  /// How many elements' memory was counted in this frame (`MemoryWatch.takes`): a power of two, so that it depends on the
  /// most that are needed and on nothing else.
  private var counted = Arena.uncounted
  /// How many elements there may be without a look at the memory: `counted`, or the capacity if that is less.
  private var room: Int
  /// The largest count since memory was last given back.
  private var peak: Int = 0
  /// Whether the frame before needed less than a quarter of the memory, too.
  private var wasLarge = false
  /// See `ensureZeroed`.
  private var mostNeeded: Int = 0

  init(capacity: Int = 64) {
    (self.capacity, room) = (capacity, capacity)
    guard let memory = Arena.memory(nil, capacity, capacity) else {
      fatalError("no memory for \(capacity) elements")
    }
    base = memory
  }

  /// Holds `count` equal elements.
  init(_ count: Int, repeating element: Element) {
    self.init(capacity: count)
    hold(count, of: element)
  }

  deinit { Arena.free(base) }

  /// All elements. Not valid any more once the arena grows or shrinks.
  @inline(__always) var all: CheckedSpan<Element> { CheckedSpan(base, count: count) }

  /// The `n` elements from index `first` on.
  @inline(__always) func part(_ first: Int, _ n: Int) -> CheckedSpan<Element> {
    (all + first).first(n)
  }

  var last: Element? { count > 0 ? base[count - 1] : nil }

  /// The element at an index. The index is checked only where asserts are, because a frame asks millions of times.
  subscript(index: Int) -> Element {
    @inline(__always) get {
      assert(index >= 0 && index < count, "no element has this index")
      return base[index]
    }
    @inline(__always) nonmutating _modify {
      assert(index >= 0 && index < count, "no element has this index")
      yield &(base + index).pointee
    }
  }

  /// Returns false if there is no memory for the element, which then is left out.
  @discardableResult @inline(__always) mutating func append(_ element: Element) -> Bool {
    if count >= room, !grow(to: count + 1) { return false }
    (base + count).initialize(to: element)
    count += 1
    return true
  }

  /// Adds `extra` elements, which the caller must fill. Returns nil if there is no memory for them.
  mutating func extend(by extra: Int) -> CheckedSpan<Element>? {
    if count + extra > room, !grow(to: count + extra) { return nil }
    defer { count += extra }
    return CheckedSpan(base + count, count: extra)
  }

  /// Adds `extra` elements, or returns the last ones once more if there is no memory. There is for `extra` in all.
  @inline(__always) mutating func extendOrRepeat(by extra: Int) -> CheckedSpan<Element> {
    if count &+ extra > room, !grow(to: count &+ extra) { count = capacity &- extra }
    defer { count &+= extra }
    return CheckedSpan(base + count, count: extra)
  }

  /// Makes room for `needed` elements in all. Returns false if there is no memory for them.
  mutating func reserve(_ needed: Int) -> Bool { needed <= room || grow(to: needed) }

  /// Holds `newCount` elements, which are undefined, in place of what it held. Returns nil, and holds none, if there is no
  /// memory for them.
  @discardableResult mutating func hold(_ newCount: Int) -> CheckedSpan<Element>? {
    removeAll()
    return extend(by: newCount)
  }

  /// Holds `newCount` equal elements in place of what it held. Returns nil, and holds none, if there is no memory for them.
  @discardableResult
  mutating func hold(_ newCount: Int, of element: Element) -> CheckedSpan<Element>? {
    let span = hold(newCount)
    span?.fill(newCount, with: element)
    return span
  }

  /// Keeps the first `newCount` elements.
  mutating func truncate(to newCount: Int) { count = min(count, newCount) }

  mutating func removeLast() -> Element {
    assert(count > 0, "there is no last element")
    count -= 1
    return base[count]
  }

  mutating func removeAll() {
    peak = max(peak, count)
    count = 0
  }

  /// Removes all elements, and gives memory back if less than a quarter of it was needed in this frame and the one before.
  /// Call it once a frame.
  mutating func giveBack() {
    removeAll()
    let isLarge = capacity * MemoryLayout<Element>.stride > 65_536 && capacity / 4 > peak
    if isLarge && wasLarge {
      // Shrink in steps: the next frame may need as much as earlier ones.
      _ = resize(to: max(capacity / 4, peak))
    }
    (wasLarge, peak) = (isLarge, 0)
    beginCounting()
  }

  /// Elements whose memory is not counted: at least 64, and about 64 KiB.
  private static var uncounted: Int {
    var count = 64
    while 2 * count * MemoryLayout<Element>.stride <= 65_536 { count *= 2 }
    return count
  }

  /// Forgets what was counted in the frame before.
  private mutating func beginCounting() {
    (counted, room) = (Arena.uncounted, min(capacity, Arena.uncounted))
  }

  @inline(never) private mutating func grow(to needed: Int) -> Bool {
    var most = counted
    while most < needed { most *= 2 }
    let bytes = (most - counted) * MemoryLayout<Element>.stride
    guard bytes == 0 || MemoryWatch.takes(bytes, for: .scratch),
      needed <= capacity || MemoryWatch.allows({ resize(to: max(needed, capacity * 2)) })
    else { return false }
    (counted, room) = (most, min(capacity, most))
    return true
  }

  private mutating func resize(to newCapacity: Int) -> Bool {
    guard let memory = Arena.memory(base, min(count, newCapacity), newCapacity) else {
      return false
    }
    (base, capacity) = (memory, newCapacity)
    return true
  }

  /// Allocates room for `capacity` elements, moves the first `count` of `old` there and frees `old`. Returns nil, and leaves
  /// `old` alone, if there is no memory.
  ///
  /// C's `realloc` remaps large memory instead of copying it. Copying hundreds of megabytes would take longer than a cancelled
  /// frame may take to end.
  private static func memory(
    _ old: UnsafeMutablePointer<Element>?, _ count: Int, _ capacity: Int
  ) -> UnsafeMutablePointer<Element>? {
    #if canImport(Glibc)
      if isAlignedByC {
        return realloc(old, max(1, capacity * MemoryLayout<Element>.stride))?
          .bindMemory(to: Element.self, capacity: capacity)
      }
    #endif
    let memory = UnsafeMutablePointer<Element>.allocate(capacity: capacity)
    if let old {
      memory.moveInitialize(from: old, count: count)
      old.deallocate()
    }
    return memory
  }

  private static func free(_ memory: UnsafeMutablePointer<Element>) {
    #if canImport(Glibc)
      if isAlignedByC { return Glibc.free(memory) }
    #endif
    memory.deallocate()
  }

  @inline(__always) private static var isAlignedByC: Bool { MemoryLayout<Element>.alignment <= 16 }
}

extension Arena where Element: FixedWidthInteger {
  /// Makes room for `needed` numbers, new ones 0. Users must leave them 0. Returns false if there is no memory for them.
  @inline(__always) mutating func ensureZeroed(_ needed: Int) -> Bool {
    mostNeeded = max(mostNeeded, needed)
    if needed > room, !grow(to: needed) { return false }
    if needed <= count { return true }
    let added = needed - count
    guard let new = extend(by: added) else { return false }
    new.fill(added, with: 0)
    return true
  }

  /// Gives memory back, like `giveBack`, but keeps the zeros unless most of them are not needed.
  mutating func giveBackZeroed() {
    if count / 4 > mostNeeded { giveBack() }
    beginCounting()
    mostNeeded = 0
  }
}

extension Array {
  /// Appends objects until there are so many. Returns false if there may be no memory for one.
  mutating func fill(to count: Int, _ make: () -> Element) -> Bool {
    while self.count < count {
      guard MemoryWatch.hasRoomForObjects else { return false }
      append(make())
    }
    return true
  }
}

extension MemoryWatch {
  /// Does some work that gives up where there is no memory, as a part of the work around it that is watched, if there is any.
  func watch(_ work: () throws(RasterError) -> Void) throws(RasterError) {
    let watch = MemoryWatch.current ?? self
    do throws(RasterError) {
      try watch.during { () throws(RasterError) in try watch.meanwhile(work) }
    } catch {
      throw watch.hasFailed ? .noMemory : error
    }
    if watch.hasFailed { throw .noMemory }
  }
}

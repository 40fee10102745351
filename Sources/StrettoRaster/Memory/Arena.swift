import StrettoGeometry

/// Growable array of trivial values (no references) that keeps its memory from frame to frame, so that a steady frame
/// allocates nothing.
struct Arena<Element>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private(set) var count: Int = 0
  private var capacity: Int
  /// The largest count since memory was last given back.
  private var peak: Int = 0
  /// Whether the frame before needed less than a quarter of the memory, too.
  private var wasLarge = false
  /// See `ensureZeroed`.
  private var mostNeeded: Int = 0

  init(capacity: Int = 64) {
    self.capacity = capacity
    base = Arena.memory(nil, capacity, capacity)
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
      yield &base[index]
    }
  }

  @inline(__always) mutating func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    (base + count).initialize(to: element)
    count += 1
  }

  /// Adds `extra` elements, which the caller must fill.
  mutating func extend(by extra: Int) -> CheckedSpan<Element> {
    if count + extra > capacity { grow(to: count + extra) }
    defer { count += extra }
    return CheckedSpan(base + count, count: extra)
  }

  /// Holds `newCount` elements, which are undefined, in place of what it held.
  @discardableResult mutating func hold(_ newCount: Int) -> CheckedSpan<Element> {
    removeAll()
    return extend(by: newCount)
  }

  /// Holds `newCount` equal elements in place of what it held.
  @discardableResult
  mutating func hold(_ newCount: Int, of element: Element) -> CheckedSpan<Element> {
    let span = hold(newCount)
    span.fill(newCount, with: element)
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
      resize(to: max(capacity / 4, peak))
    }
    (wasLarge, peak) = (isLarge, 0)
  }

  @inline(never) private mutating func grow(to needed: Int) {
    resize(to: max(needed, capacity * 2))
  }

  private mutating func resize(to newCapacity: Int) {
    (base, capacity) = (Arena.memory(base, min(count, newCapacity), newCapacity), newCapacity)
  }

  /// Allocates room for `capacity` elements, moves the first `count` of `old` there and frees `old`.
  ///
  /// C's `realloc` remaps large memory instead of copying it. Copying hundreds of megabytes would take longer than a cancelled
  /// frame may take to end.
  private static func memory(
    _ old: UnsafeMutablePointer<Element>?, _ count: Int, _ capacity: Int
  ) -> UnsafeMutablePointer<Element> {
    #if canImport(Glibc)
      if isAlignedByC {
        guard let memory = realloc(old, max(1, capacity * MemoryLayout<Element>.stride)) else {
          fatalError("no memory for \(capacity) elements")
        }
        return memory.bindMemory(to: Element.self, capacity: capacity)
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
  /// Makes room for `needed` numbers, new ones 0. Users must leave them 0.
  @inline(__always) mutating func ensureZeroed(_ needed: Int) {
    mostNeeded = max(mostNeeded, needed)
    if needed <= count { return }
    let added = needed - count
    extend(by: added).fill(added, with: 0)
  }

  /// Gives memory back, like `giveBack`, but keeps the zeros unless most of them are not needed.
  mutating func giveBackZeroed() {
    if count / 4 > mostNeeded { giveBack() }
    mostNeeded = 0
  }
}

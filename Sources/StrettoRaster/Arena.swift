import StrettoGeometry

/// Raw memory for a growing row of plain values, kept from frame to frame so that a steady frame
/// allocates nothing. Elements are trivial (no references): nothing is ever deinitialised.
struct Arena<Element>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count: Int = 0
  private var capacity: Int
  /// The largest count since memory was last given back.
  private var peak: Int = 0
  /// The frame before did not need a quarter of it either.
  private var wasLarge = false
  /// See `ensureZeroed`.
  private var mostNeeded: Int = 0

  init(capacity: Int = 64) {
    self.capacity = capacity
    base = Arena.memory(nil, capacity, capacity)
  }

  deinit { Arena.free(base) }

  var last: Element? { count > 0 ? base[count - 1] : nil }

  /// `index` is looked at where the tests run, which is not for a release: a frame asks millions of times.
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

  /// Room for `extra` more elements; the caller fills them and the count includes them at once.
  mutating func extend(by extra: Int) -> UnsafeMutablePointer<Element> {
    if count + extra > capacity { grow(to: count + extra) }
    defer { count += extra }
    return base + count
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

  /// Called once a frame, with nothing in use: memory of which not a quarter was needed since the last call
  /// goes back. Frames that need much and little in turn keep theirs, and a steady frame allocates nothing.
  mutating func giveBack() {
    removeAll()
    let isLarge = capacity * MemoryLayout<Element>.stride > 65_536 && capacity / 4 > peak
    if isLarge && wasLarge {
      // In steps, for the next frame may need as much as the one before.
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

  /// Room for `capacity` elements, which begins with the first `count` of `old`; that is gone.
  ///
  /// C's `realloc` moves large memory by its pages. Copying hundreds of megabytes would take longer than whoever gives
  /// a frame up is to wait for the answer.
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
  /// Room for `needed` numbers, the new ones 0; whoever uses them leaves them 0.
  @inline(__always) mutating func ensureZeroed(_ needed: Int) {
    mostNeeded = max(mostNeeded, needed)
    if needed <= count { return }
    let added = needed - count
    extend(by: added).initialize(repeating: 0, count: added)
  }

  /// `giveBack` for numbers that were all left 0: they stay counted, unless most of them are not needed.
  mutating func giveBackZeroed() {
    if count / 4 > mostNeeded { giveBack() }
    mostNeeded = 0
  }
}

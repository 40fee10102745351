import StrettoGeometry

/// Growable array of trivial values (without references). An arena keeps its memory from frame to frame, so that a frame which
/// needs no more memory than earlier frames allocates nothing. The `Rasterizer` frees the memory of all arenas together.
///
/// If an arena cannot grow, its elements do not change and the frame ends with an error (`MemoryWatch`). If the first, small
/// allocation of an arena fails, the process ends, as it does if the allocation of a Swift object fails (`Array.fill`).
struct Arena<Element>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private(set) var count: Int = 0
  private var capacity: Int
  /// Number of elements whose memory was counted in the current frame (`MemoryWatch.reserve`). `counted` is a power of two, so
  /// that the counted memory depends only on the largest number of elements in the frame.
  private var counted = Arena.uncounted
  /// Number of elements that fit without counting or allocating memory, which is the smaller one of `counted` and the capacity.
  private var usable: Int
  /// Frame in which the memory was counted (`MemoryWatch.frame`).
  private var frame: Int = 0

  init(capacity: Int = 64) {
    (self.capacity, usable) = (capacity, capacity)
    guard let memory = Arena.memory(nil, capacity, capacity) else {
      fatalError("no memory for \(capacity) elements")
    }
    base = memory
  }

  /// Creates an arena with `count` equal elements.
  init(_ count: Int, repeating element: Element) {
    self.init(capacity: count)
    base.initialize(repeating: element, count: count)
    self.count = count
  }

  deinit { Arena.free(base) }

  /// Span of all elements. The span becomes invalid when the arena grows or shrinks.
  @inline(__always) var all: CheckedSpan<Element> { CheckedSpan(base, count: count) }

  /// Span of the `n` elements from index `first` on.
  @inline(__always) func part(_ first: Int, _ n: Int) -> CheckedSpan<Element> {
    (all + first).first(n)
  }

  var last: Element? { count > 0 ? base[count - 1] : nil }

  /// The element at an index. The index of an element is checked only in builds with assertions, because a frame reads millions
  /// of elements.
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

  /// Appends an element. If there is no memory, the element is not appended and `append` returns false.
  @discardableResult @inline(__always) mutating func append(_ element: Element) -> Bool {
    if count >= usable, !grow(to: count + 1) { return false }
    (base + count).initialize(to: element)
    count += 1
    return true
  }

  /// Adds `extra` elements, which the caller must fill. The result is nil if there is no memory for `extra` more elements.
  mutating func extend(by extra: Int) -> CheckedSpan<Element>? {
    if count + extra > usable, !grow(to: count + extra) { return nil }
    defer { count += extra }
    return CheckedSpan(base + count, count: extra)
  }

  /// Adds `extra` elements. If there is no memory, `extendOrRepeat` returns the last `extra` elements of the arena instead. The
  /// arena must always have memory for at least `extra` elements in total.
  @inline(__always) mutating func extendOrRepeat(by extra: Int) -> CheckedSpan<Element> {
    if count &+ extra > usable, !grow(to: count &+ extra) { count = max(0, count &- extra) }
    defer { count &+= extra }
    return CheckedSpan(base + count, count: extra)
  }

  /// Allocates memory for `needed` elements in total. Returns false if there is no memory.
  mutating func reserve(_ needed: Int) -> Bool { needed <= usable || grow(to: needed) }

  /// Replaces all elements of the arena by `newCount` undefined elements. If there is no memory, all elements are removed and the
  /// result is nil.
  @discardableResult mutating func hold(_ newCount: Int) -> CheckedSpan<Element>? {
    removeAll()
    return extend(by: newCount)
  }

  /// Replaces all elements of the arena by `newCount` equal elements. If there is no memory, all elements are removed and the
  /// result is nil.
  @discardableResult
  mutating func hold(_ newCount: Int, of element: Element) -> CheckedSpan<Element>? {
    let span = hold(newCount)
    span?.fill(newCount, with: element)
    return span
  }

  mutating func truncate(to newCount: Int) { count = min(count, newCount) }

  mutating func removeLast() -> Element {
    assert(count > 0, "there is no last element")
    count -= 1
    return base[count]
  }

  mutating func removeAll() {
    count = 0
    if usable > Arena.uncounted { beginFrame() }
  }

  /// Resets the count of memory if the memory was counted in an earlier frame.
  @inline(never) private mutating func beginFrame() {
    if frame == MemoryWatch.frame { return }
    frame = MemoryWatch.frame
    (counted, usable) = (Arena.uncounted, min(capacity, Arena.uncounted))
  }

  /// Number of elements whose memory is not counted: the elements that fit into about 64 KiB, and at least 64 elements.
  private static var uncounted: Int {
    var count = 64
    while 2 * count * MemoryLayout<Element>.stride <= 65_536 { count *= 2 }
    return count
  }

  @inline(never) private mutating func grow(to needed: Int) -> Bool {
    beginFrame()
    var most = counted
    while most < needed { most *= 2 }
    let bytes = (most - counted) * MemoryLayout<Element>.stride
    guard bytes == 0 || MemoryWatch.reserve(bytes, for: .scratch),
      needed <= capacity || MemoryWatch.allocate({ resize(to: max(needed, capacity * 2)) })
    else { return false }
    (counted, usable) = (most, min(capacity, most))
    return true
  }

  private mutating func resize(to newCapacity: Int) -> Bool {
    guard let memory = Arena.memory(base, min(count, newCapacity), newCapacity) else {
      return false
    }
    MemoryWatch.countAllocation(
      (newCapacity - max(capacity, Arena.uncounted)) * MemoryLayout<Element>.stride)
    (base, capacity) = (memory, newCapacity)
    return true
  }

  /// Allocates memory for `capacity` elements, moves the first `count` elements of `old` into the new memory, and frees `old`. If
  /// there is no memory, `old` does not change and the result is nil.
  ///
  /// The C function `realloc` remaps large blocks of memory instead of copying them. If `realloc` copied hundreds of megabytes, a
  /// cancelled frame would take too long to end.
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
  /// Grows the arena to `needed` numbers, of which new numbers are 0. Callers must set all numbers in the arena to 0 again after
  /// use. Returns false if there is no memory.
  @inline(__always) mutating func ensureZeroed(_ needed: Int) -> Bool {
    if usable > Arena.uncounted { beginFrame() }
    if needed > usable, !grow(to: needed) { return false }
    if needed <= count { return true }
    let added = needed - count
    guard let new = extend(by: added) else { return false }
    new.fill(added, with: 0)
    return true
  }
}

extension Array {
  /// Appends objects until the array has `count` objects. Returns false if there may be too little memory for another object of
  /// the array.
  mutating func fill(to count: Int, _ make: () -> Element) -> Bool {
    while self.count < count {
      guard MemoryWatch.hasMemoryForObjects else { return false }
      append(make())
    }
    return true
  }
}

extension MemoryWatch {
  /// Runs `work`, and throws an error if memory ran out. If an outer call of `watch` is running on the calling thread, the memory
  /// that `work` allocates counts for the outer call.
  ///
  /// - Returns: The memory that `work` needed and the memory that `work` allocated, without the uncounted memory of arenas.
  @discardableResult
  func watch(_ work: () throws(RasterError) -> Void) throws(RasterError) -> MemoryNeeds {
    let watch = MemoryWatch.current ?? self
    let needs: MemoryNeeds
    do throws(RasterError) {
      needs = try watch.withBudget { () throws(RasterError) in try watch.temporarily(work) }
    } catch {
      throw watch.hasFailed ? .noMemory : error
    }
    if watch.hasFailed { throw .noMemory }
    return needs
  }
}

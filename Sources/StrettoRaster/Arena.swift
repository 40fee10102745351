/// Raw memory for a growing row of plain values, kept from frame to frame so that a steady frame
/// allocates nothing. Elements are trivial (no references): nothing is ever deinitialised.
struct Arena<Element>: ~Copyable {
  private(set) var base: UnsafeMutablePointer<Element>
  private(set) var count: Int = 0
  private var capacity: Int

  init(capacity: Int = 64) {
    self.capacity = capacity
    base = .allocate(capacity: capacity)
  }

  deinit { base.deallocate() }

  var last: Element? { count > 0 ? base[count - 1] : nil }

  subscript(index: Int) -> Element {
    @inline(__always) get { base[index] }
    @inline(__always) nonmutating set { base[index] = newValue }
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

  mutating func removeAll() { count = 0 }

  @inline(never) private mutating func grow(to needed: Int) {
    let larger = max(needed, capacity * 2)
    let moved = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    moved.moveInitialize(from: base, count: count)
    base.deallocate()
    (base, capacity) = (moved, larger)
  }
}

extension Arena where Element: FixedWidthInteger {
  /// Room for `needed` numbers, the new ones 0; whoever uses them leaves them 0.
  @inline(__always) mutating func ensureZeroed(_ needed: Int) {
    if needed <= count { return }
    let added = needed - count
    extend(by: added).initialize(repeating: 0, count: added)
  }
}

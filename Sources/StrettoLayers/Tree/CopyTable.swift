/// Values or animations of copies, with a fast lookup by copy. If all N copies of a frame have values of their own, looking up
/// all values takes N steps, and not N times N.
public struct CopyTable<Element: Sendable>: Sendable {
  /// Ordered lists of the elements that apply to exactly one copy, by the indices of the copy without trailing zeros.
  private var single: [[Int]: [Element]] = [:]
  /// Ordered list of elements that apply to several copies.
  private var shared: [Element] = []

  public var isEmpty: Bool { single.isEmpty && shared.isEmpty }

  /// All values or animations in this table of copies, in no particular order.
  var all: [Element] { single.values.flatMap { $0 } + shared }
}

extension CopyTable where Element: ForCopies {
  /// The stored list of elements that contains all elements with the copy pattern `pattern`. The stored list may also contain
  /// elements with other copy patterns.
  func list(of pattern: CopyPattern?) -> [Element] {
    guard let copy = pattern?.singleCopy else { return shared }
    return single[copy] ?? []
  }

  mutating func insert(_ element: Element) {
    change(element.pattern) { $0.insert(element, at: $0.insertionIndex(of: element)) }
  }

  mutating func remove(_ element: Element) {
    change(element.pattern) { $0.remove(at: $0.insertionIndex(of: element)) }
  }

  /// Removes all elements for which `isGone` returns true from the list of a copy pattern.
  mutating func remove(_ pattern: CopyPattern?, where isGone: (Element) -> Bool) {
    change(pattern) { $0.removeAll(where: isGone) }
  }

  private mutating func change(_ pattern: CopyPattern?, _ body: (inout [Element]) -> Void) {
    guard let copy = pattern?.singleCopy else { return body(&shared) }
    body(&single[copy, default: []])
    if single[copy]?.isEmpty == true { single[copy] = nil }
  }
}

extension CopyPattern {
  /// Indices of the only copy that the pattern selects, without trailing zeros; nil if the pattern selects several copies.
  fileprivate var singleCopy: [Int]? {
    let known = indices.compactMap { $0 }
    return known.count == indices.count ? withoutZerosAtEnd(known) : nil
  }
}

private func withoutZerosAtEnd(_ copy: [Int]) -> [Int] {
  guard copy.last == 0 else { return copy }
  return Array(copy[...(copy.lastIndex { $0 != 0 } ?? -1)])
}

extension CopyTable {
  /// Calls `body` with each element that applies to the given copy, in order.
  func forEach(of copy: [Int], _ body: (Element) -> Void) where Element: ForCopies {
    let own = single.isEmpty ? [] : single[withoutZerosAtEnd(copy)] ?? []
    var next = 0
    for element in shared {
      if let pattern = element.pattern, !pattern.matches(copy) { continue }
      while next < own.count, Element.areInOrder(own[next], element) {
        body(own[next])
        next += 1
      }
      body(element)
    }
    for element in own[next...] { body(element) }
  }
}

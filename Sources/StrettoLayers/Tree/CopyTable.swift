/// Value or animation that a layer has for some of its copies.
protocol ForCopies {
  /// Nil for all copies.
  var pattern: CopyPattern? { get }
  static func areInOrder(_ a: Self, _ b: Self) -> Bool
}

/// Values or animations of copies, found by copy without looking at others: a frame with N copies that all have some takes N
/// steps, not N times N.
public struct CopyTable<Element: Sendable>: Sendable {
  /// Lists of single copies, by their indices without zeros at the end; each list in order.
  private var single: [[Int]: [Element]] = [:]
  /// List for several copies, in order.
  private var shared: [Element] = []

  public var isEmpty: Bool { single.isEmpty && shared.isEmpty }

  /// All elements, in no certain order.
  var all: [Element] { single.values.flatMap { $0 } + shared }
}

extension CopyTable where Element: ForCopies {
  /// List that a pattern's elements are in; elements of other patterns may be in it too.
  func list(of pattern: CopyPattern?) -> [Element] {
    guard let copy = pattern?.singleCopy else { return shared }
    return single[copy] ?? []
  }

  mutating func insert(_ element: Element) {
    change(element.pattern) { $0.insert(element, at: $0.place(of: element)) }
  }

  mutating func remove(_ element: Element) {
    change(element.pattern) { $0.remove(at: $0.place(of: element)) }
  }

  /// Removes the elements in a pattern's list that `isGone` accepts.
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
  /// Indices of the one copy that this pattern names, without zeros at the end; nil if it names several.
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
  /// Calls `body` with each element for one copy, in order.
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

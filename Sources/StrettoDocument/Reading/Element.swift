import StrettoGeometry

/// Element of an XML document.
final class Element {
  let name: String
  var attributes: [(name: String, value: String)] { didSet { cachedIndices = nil } }
  /// Indices of the attributes by name. The dictionary is nil until the first lookup in an element with many attributes.
  private var cachedIndices: [String: Int]?
  var children: [Element] = []
  /// Text between the child elements, trimmed.
  var text: String = ""
  /// Line where the element begins, counted from 1.
  let line: Int

  init(_ name: String, _ attributes: [(name: String, value: String)] = [], line: Int = 0) {
    (self.name, self.attributes, self.line) = (name, attributes, line)
  }

  subscript(attribute: String) -> String? {
    if attributes.count <= Element.fewAttributes {
      for (name, value) in attributes where name == attribute { return value }
      return nil
    }
    let known = cachedIndices ?? attributeIndices
    cachedIndices = known
    return known[attribute].map { attributes[$0].value }
  }

  private static let fewAttributes = 32

  private var attributeIndices: [String: Int] {
    var indices: [String: Int] = [:]
    indices.reserveCapacity(attributes.count)
    for (index, attribute) in attributes.enumerated() { indices[attribute.name] = index }
    return indices
  }

  /// Attribute in Stretto's namespace.
  subscript(own attribute: String) -> String? { self[Vocabulary.strettoPrefix + attribute] }

  /// True if the element, or an element inside it, references an asset of Stretto by the digest of its content.
  var namesAsset: Bool {
    var walk = TreeWalk([self])
    while let element = walk.next() {
      let sources = [element["src"], element[own: "src"]].compactMap { $0 }
      if sources.contains(where: AssetNames.isName) { return true }
      walk.push(element.children)
    }
    return false
  }

  /// Text of an attribute. If an attribute is in Stretto's namespace, its escapes are removed first.
  func text(_ attribute: String) -> String? {
    self[own: attribute].map { EscapedText.unescape($0) } ?? self[attribute]
  }

  func child(_ name: String) -> Element? { children.first { $0.name == name } }

  func child(own name: String) -> Element? { child(Vocabulary.strettoPrefix + name) }

  /// Copy of the element with the same children, without the given attributes.
  func without(_ names: Set<String>) -> Element {
    let copy = Element(name, attributes.filter { !names.contains($0.name) }, line: line)
    copy.children = children
    return copy
  }

  /// XML of the element on one line, with attributes sorted by name.
  var xml: String {
    var out = XMLText()
    var walk = TreeWalk([(element: self, isEnd: false)])
    while let (element, isEnd) = walk.next() {
      if isEnd {
        out.end(element.name)
        continue
      }
      let isEmpty = element.children.isEmpty && element.text.isEmpty
      out.begin(element.name, element.attributes.sorted { $0.name < $1.name }, isEmpty: isEmpty)
      if isEmpty { continue }
      out.text(element.text)
      walk.push((element, true))
      walk.push(element.children.map { ($0, false) })
    }
    return out.string
  }
}

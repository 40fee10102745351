import StrettoGeometry

/// Element of an XML document.
final class Element {
  let name: String
  var attributes: [(name: String, value: String)] { didSet { places = nil } }
  /// Indices of the attributes by their names; nil until an attribute of many is looked for.
  private var places: [String: Int]?
  var children: [Element] = []
  /// Text between the children, trimmed.
  var text: String = ""
  /// Line where the element begins, from 1.
  let line: Int

  init(_ name: String, _ attributes: [(name: String, value: String)] = [], line: Int = 0) {
    (self.name, self.attributes, self.line) = (name, attributes, line)
  }

  subscript(attribute: String) -> String? {
    if attributes.count <= Element.fewAttributes {
      for (name, value) in attributes where name == attribute { return value }
      return nil
    }
    let known = places ?? placesOfAttributes
    places = known
    return known[attribute].map { attributes[$0].value }
  }

  private static let fewAttributes = 32

  private var placesOfAttributes: [String: Int] {
    var places: [String: Int] = [:]
    places.reserveCapacity(attributes.count)
    for (place, attribute) in attributes.enumerated() { places[attribute.name] = place }
    return places
  }

  /// Attribute of our own namespace.
  subscript(own attribute: String) -> String? { self[Vocabulary.own + attribute] }

  /// True if it, or an element inside it, names a file of ours by its content.
  var namesAsset: Bool {
    var walk = TreeWalk([self])
    while let element = walk.next() {
      let sources = [element["src"], element[own: "src"]].compactMap { $0 }
      if sources.contains(where: AssetNames.isName) { return true }
      walk.enter(element.children)
    }
    return false
  }

  /// Attribute that is a text: in our own namespace with backslashes, or else as it is.
  func text(_ attribute: String) -> String? {
    self[own: attribute].map { EscapedText.unescape($0) } ?? self[attribute]
  }

  func child(_ name: String) -> Element? { children.first { $0.name == name } }

  func child(own name: String) -> Element? { child(Vocabulary.own + name) }

  /// Copy of the element, with the same children, that lacks some attributes.
  func without(_ names: Set<String>) -> Element {
    let copy = Element(name, attributes.filter { !names.contains($0.name) }, line: line)
    copy.children = children
    return copy
  }

  /// Element as XML on one line, attributes in order of their names.
  var xml: String {
    var out = XMLText()
    // Steps still to be taken: a loop instead of recursion, because documents choose how deep they are.
    var steps: [(element: Element, isEnd: Bool)] = [(self, false)]
    while let (element, isEnd) = steps.popLast() {
      if isEnd {
        out.end(element.name)
        continue
      }
      let isEmpty = element.children.isEmpty && element.text.isEmpty
      out.begin(element.name, element.attributes.sorted { $0.name < $1.name }, isEmpty: isEmpty)
      if isEmpty { continue }
      out.text(element.text)
      steps.append((element, true))
      for child in element.children.reversed() { steps.append((child, false)) }
    }
    return out.string
  }
}

/// XML that is being written.
struct XMLText {
  private(set) var bytes: [UInt8] = []

  var string: String { String(decoding: bytes, as: UTF8.self) }

  mutating func raw(_ text: String) { bytes.append(contentsOf: text.utf8) }

  mutating func begin(_ name: String, _ attributes: [(name: String, value: String)], isEmpty: Bool)
  {
    raw("<" + name)
    for (name, value) in attributes {
      raw(" " + name + "=\"")
      text(value)
      raw("\"")
    }
    raw(isEmpty ? "/>" : ">")
  }

  mutating func end(_ name: String) { raw("</" + name + ">") }

  mutating func lineBreak(_ indent: Int) {
    bytes.append(0x0A)
    bytes.append(contentsOf: repeatElement(0x20, count: 2 * indent))
  }

  /// Writes a text with escapes.
  mutating func text(_ text: String) {
    for byte in text.utf8 {
      switch byte {
      case 0x26: raw("&amp;")
      case 0x3C: raw("&lt;")
      case 0x3E: raw("&gt;")
      case 0x22: raw("&quot;")
      case 0x09: raw("&#9;")
      case 0x0A: raw("&#10;")
      case 0x0D: raw("&#13;")
      default: bytes.append(byte)
      }
    }
  }
}

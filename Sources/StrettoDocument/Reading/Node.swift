import StrettoLayers

/// Element that is being written, with its child elements. The node of a layer does not contain the nodes of its sublayers,
/// because the writer writes one layer at a time.
struct Node {
  var name: String
  var attributes: [(name: String, value: String)] = []
  var children: [Node] = []
  /// XML of an element that is preserved from a document. If the node has preserved XML, the other fields are unused.
  private(set) var markup: String?

  init(_ name: String, _ attributes: [(name: String, value: String)] = [], _ children: [Node] = [])
  {
    (self.name, self.attributes, self.children) = (name, attributes, children)
  }

  /// Creates an element in Stretto's namespace.
  init(
    own name: String, _ attributes: [(name: String, value: String)] = [], _ children: [Node] = []
  ) {
    self.init(Vocabulary.strettoPrefix + name, attributes, children)
  }

  init(markup: String) {
    self.init("")
    self.markup = markup
  }

  /// Sets an attribute to a text. If XML cannot contain the text, the attribute is escaped and put into Stretto's namespace.
  mutating func set(_ name: String, text: String) {
    let isOwn = name.hasPrefix(Vocabulary.strettoPrefix)
    if EscapedText.isPlain(text), !isOwn {
      set(name, text)
    } else {
      set(isOwn ? name : Vocabulary.strettoPrefix + name, EscapedText.escape(text))
    }
  }

  mutating func set(own name: String, _ value: String) {
    set(Vocabulary.strettoPrefix + name, value)
  }

  mutating func set(_ name: String, _ value: String) {
    attributes.removeAll { $0.name == name }
    attributes.append((name, value))
  }

  /// Adds preserved attributes whose names are unused, and preserved elements.
  mutating func add(_ unknownMarkup: UnknownMarkup?) {
    guard let unknownMarkup else { return }
    // The names of the attributes are in a set, because an element may have any number of attributes.
    let taken = Set(attributes.map { $0.name } + children.map { $0.name })
    attributes += unknownMarkup.attributes.filter { !taken.contains($0.name) }
    children += unknownMarkup.elements.map { Node(markup: $0) }
  }
}

/// Writes elements as text, each on its own line and indented by two spaces more than its parent element.
struct NodeText {
  private var out = XMLText()
  private var indent = 0
  /// Number of elements that were written; preserved XML counts as one element.
  private(set) var count = 0

  var bytes: [UInt8] { out.bytes }
  var size: Int { out.bytes.count }

  mutating func begin() { out.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>") }

  mutating func finish() { out.lineBreak(0) }

  /// Writes the start of an element and its children. The caller must call `close` after writing the start of an element.
  mutating func open(_ node: Node) {
    line(node, isEmpty: false)
    indent += 1
    for child in node.children { write(child) }
  }

  mutating func close(_ name: String) {
    indent -= 1
    out.lineBreak(indent)
    out.end(name)
  }

  mutating func write(_ node: Node) {
    if let markup = node.markup {
      count += 1
      out.lineBreak(indent)
      return out.raw(markup)
    }
    if node.children.isEmpty { return line(node, isEmpty: true) }
    open(node)
    close(node.name)
  }

  private mutating func line(_ node: Node, isEmpty: Bool) {
    count += 1
    out.lineBreak(indent)
    let sorted = node.attributes.sorted {
      ($0.name != "id" ? 1 : 0, $0.name) < ($1.name != "id" ? 1 : 0, $1.name)
    }
    out.begin(node.name, sorted, isEmpty: isEmpty)
  }
}

import StrettoLayers

/// Element that is being written, with its children; layers are not nested so but written one after another.
struct Node {
  var name: String
  var attributes: [(name: String, value: String)] = []
  var children: [Node] = []
  /// Whole element as XML, if it was kept as it stood in a document: the other fields then do not count.
  private(set) var markup: String?

  init(_ name: String, _ attributes: [(name: String, value: String)] = [], _ children: [Node] = [])
  {
    (self.name, self.attributes, self.children) = (name, attributes, children)
  }

  /// Element of our own namespace.
  init(
    own name: String, _ attributes: [(name: String, value: String)] = [], _ children: [Node] = []
  ) {
    self.init(Vocabulary.own + name, attributes, children)
  }

  init(markup: String) {
    self.init("")
    self.markup = markup
  }

  /// Sets an attribute to a text; in our own namespace, with backslashes, if XML cannot hold the text.
  mutating func set(_ name: String, text: String) {
    let isOwn = name.hasPrefix(Vocabulary.own)
    if EscapedText.isPlain(text), !isOwn {
      set(name, text)
    } else {
      set(isOwn ? name : Vocabulary.own + name, EscapedText.escape(text))
    }
  }

  mutating func set(own name: String, _ value: String) { set(Vocabulary.own + name, value) }

  mutating func set(_ name: String, _ value: String) {
    attributes.removeAll { $0.name == name }
    attributes.append((name, value))
  }

  /// Adds kept attributes, unless their names are taken, and kept elements.
  mutating func add(_ unknownMarkup: UnknownMarkup?) {
    guard let unknownMarkup else { return }
    // A set, because documents choose how many attributes there are.
    let taken = Set(attributes.map { $0.name } + children.map { $0.name })
    attributes += unknownMarkup.attributes.filter { !taken.contains($0.name) }
    children += unknownMarkup.elements.map { Node(markup: $0) }
  }
}

/// Elements as text, each on a line of its own, indented by two blanks more than the element around it.
struct NodeText {
  private var out = XMLText()
  private var indent = 0
  /// Count of elements that were written; kept markup counts as one.
  private(set) var count = 0

  var bytes: [UInt8] { out.bytes }
  var size: Int { out.bytes.count }

  mutating func begin() { out.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>") }

  mutating func finish() { out.lineBreak(0) }

  /// Begins an element and writes its children; `close` must follow.
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

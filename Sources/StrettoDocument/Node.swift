import StrettoLayers

/// An element that is being written; small ones only, layers are written one after another.
struct Node {
  var name: String
  var attributes: [(name: String, value: String)] = []
  var children: [Node] = []
  /// The whole element as XML, where it is kept as it was: then nothing else of this counts.
  private(set) var markup: String?

  init(_ name: String, _ attributes: [(name: String, value: String)] = [], _ children: [Node] = [])
  {
    (self.name, self.attributes, self.children) = (name, attributes, children)
  }

  init(markup: String) {
    self.init("")
    self.markup = markup
  }

  /// Sets an attribute; in our own namespace, with backslashes, if XML cannot hold the text.
  mutating func set(_ name: String, text: String) {
    let isOwn = name.hasPrefix(Vocabulary.own)
    if EscapedText.isPlain(text), !isOwn {
      set(name, text)
    } else {
      set(isOwn ? name : Vocabulary.own + name, EscapedText.escape(text))
    }
  }

  mutating func set(_ name: String, _ value: String) {
    attributes.removeAll { $0.name == name }
    attributes.append((name, value))
  }

  /// Adds what was kept, where it is in nothing's way.
  mutating func add(_ kept: KeptMarkup?) {
    guard let kept else { return }
    // A set: a stranger's file chooses how many attributes there are.
    let taken = Set(attributes.map { $0.name } + children.map { $0.name })
    attributes += kept.attributes.filter { !taken.contains($0.name) }
    children += kept.elements.map { Node(markup: $0) }
  }
}

/// Elements as text, each on a line of its own, two blanks further in than the one around it.
struct NodeText {
  private var out = XMLText()
  private var indent = 0
  /// How many elements were written; kept markup counts as one.
  private(set) var count = 0

  var bytes: [UInt8] { out.bytes }
  var size: Int { out.bytes.count }

  mutating func begin() { out.raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>") }

  mutating func finish() { out.lineBreak(0) }

  /// Begins an element, with the children that it brings; `close` is to follow.
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

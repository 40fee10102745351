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

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

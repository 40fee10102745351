/// Property list `index.xml` of a bundle: the name of the document, which way up it is, and entries of editors and hosts.
public struct BundleIndex: Sendable {
  public private(set) var rootDocument = "main.caml"
  public var isGeometryFlipped = false
  /// Other entries, by their keys: they have no effect and are kept.
  var entries: [String: String] = [:]

  public init(entries: [String: String] = [:]) { self.entries = entries }

  /// Reads the XML form. The document type that property lists begin with is allowed, and not loaded.
  public init(_ bytes: UnsafeRawBufferPointer) throws(DocumentError) {
    let plist = try XMLParser.parse(
      bytes, DocumentAllowance(bytes: DocumentAllowance.usual(for: bytes.count)),
      allowsDoctype: true)
    read(plist.child("dict")?.children ?? [])
  }

  /// Reads keys and values as a property list has them, one after the other.
  mutating func read(_ items: [Element]) {
    var key: String?
    for element in items {
      if element.name == "key" {
        key = element.text
        continue
      }
      switch (element.name, key) {
      case ("string", "rootDocument"): rootDocument = element.text
      case (_, "geometryFlipped"): isGeometryFlipped = element.name == "true"
      case (_, .some(let key)) where key != "rootDocument": entries[key] = element.xml
      default: break
      }
      key = nil
    }
  }

  /// Text of the list beside a document of ours, which is always y-up and always in `main.caml`.
  var text: String {
    var values = entries
    values["geometryFlipped"] = "<false/>"
    values["rootDocument"] = "<string>main.caml</string>"
    let lines = values.sorted { $0.key < $1.key }.map { key, value in
      "  " + BundleIndex.keyMarkup(key) + "\n  " + value + "\n"
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">
      <dict>
      \(lines.joined())</dict>
      </plist>

      """
  }

  /// Entries in a document that has no index beside it.
  var markup: [String] {
    entries.sorted { $0.key < $1.key }.map { BundleIndex.keyMarkup($0.key) + $0.value }
  }

  private static func keyMarkup(_ key: String) -> String {
    var out = XMLText()
    out.text(key)
    return "<key>" + out.string + "</key>"
  }
}

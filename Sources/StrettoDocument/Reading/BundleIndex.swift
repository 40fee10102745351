/// Property list `index.xml` of a bundle: the name of the document, its vertical orientation, and entries of editors and hosts.
public struct BundleIndex: Sendable {
  public private(set) var rootDocument = "main.caml"
  public var isGeometryFlipped = false
  /// Entries of the bundle's index that have no effect in Stretto and are preserved, by key.
  var entries: [String: String] = [:]

  public init(entries: [String: String] = [:]) { self.entries = entries }

  /// Parses an XML property list. The property list may start with a document type declaration, but the document type is never
  /// loaded.
  public init(_ bytes: UnsafeRawBufferPointer) throws(DocumentError) {
    let plist = try XMLParser.parse(
      bytes, DocumentAllowance(bytes: DocumentAllowance.usual(for: bytes.count)),
      allowsDoctype: true)
    read(plist.child("dict")?.children ?? [])
  }

  /// Reads alternating keys and values of a property list.
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

  /// Property list for a document that Stretto writes. A document from Stretto is always y-up, and its file is always
  /// `main.caml`.
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

  /// Entries of the index as elements of a single-file document, which has no index.
  var markup: [String] {
    entries.sorted { $0.key < $1.key }.map { BundleIndex.keyMarkup($0.key) + $0.value }
  }

  private static func keyMarkup(_ key: String) -> String {
    var out = XMLText()
    out.text(key)
    return "<key>" + out.string + "</key>"
  }
}

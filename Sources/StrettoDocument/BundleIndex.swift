/// The property list `index.xml` of a bundle: which file is the document, and which way up it is.
public struct BundleIndex {
  public private(set) var rootDocument = "main.caml"
  public private(set) var isGeometryFlipped = false

  public init() {}

  /// Reads the XML form. The document type that property lists begin with is allowed, and not loaded.
  public init(_ bytes: [UInt8]) throws(DocumentError) {
    let result: Result<Element, DocumentError> = bytes.withUnsafeBytes { bytes in
      Result { () throws(DocumentError) in try XMLParser.parse(bytes, allowsDoctype: true) }
    }
    let dictionary = try result.get().child("dict")
    var key = ""
    for element in dictionary?.children ?? [] {
      switch (element.name, key) {
      case ("key", _):
        key = element.text
        continue
      case ("string", "rootDocument"): rootDocument = element.text
      case ("true", "geometryFlipped"): isGeometryFlipped = true
      default: break
      }
      key = ""
    }
  }

  /// What is written: the two keys that have an effect.
  public static let text = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
      <key>geometryFlipped</key>
      <false/>
      <key>rootDocument</key>
      <string>main.caml</string>
    </dict>
    </plist>

    """
}

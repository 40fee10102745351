import CLibExpat
import StrettoGeometry

/// Parses bytes into a tree of elements with expat. The parser never loads external entities.
enum XMLParser {
  /// Parses a document.
  ///
  /// - Parameter allowsDoctype: true if the document may name a document type. Internal definitions of a document type are always
  ///   an error.
  static func parse(
    _ bytes: UnsafeRawBufferPointer, _ allowance: DocumentAllowance, allowsDoctype: Bool = false
  ) throws(DocumentError) -> Element {
    guard bytes.count <= DocumentLimits.bytes else {
      throw DocumentError(
        "the document has \(bytes.count) bytes; \(DocumentLimits.bytes) are allowed")
    }
    guard let parser = XML_ParserCreate(nil) else { throw DocumentError("out of memory") }
    defer { XML_ParserFree(parser) }
    let builder = TreeBuilder(parser, allowance, allowsDoctype: allowsDoctype)
    // The handlers receive the builder as a raw pointer, so that the builder must stay alive until expat returns.
    return try withExtendedLifetime(builder) { () throws(DocumentError) -> Element in
      builder.listen()
      let start = bytes.bindMemory(to: CChar.self).baseAddress
      let status = XML_Parse(parser, start, Int32(bytes.count), 1)
      if let problem = builder.problem { throw problem }
      guard status == XML_STATUS_OK, let root = builder.root else {
        let reason = String(cString: XML_ErrorString(XML_GetErrorCode(parser)))
        throw DocumentError(
          "the XML cannot be read: \(reason)", line: Int(XML_GetCurrentLineNumber(parser)))
      }
      return root
    }
  }
}

/// Builds the tree from expat's events, and stops expat when a limit is exceeded.
private final class TreeBuilder {
  private let parser: XML_Parser
  private let allowance: DocumentAllowance
  private let allowsDoctype: Bool
  private(set) var root: Element?
  private(set) var problem: DocumentError?
  private var open: [Element] = []
  private var count = 0

  /// Memory of an element and of an attribute in bytes, without their texts.
  private static let elementSize = 192
  private static let attributeSize = 48

  init(_ parser: XML_Parser, _ allowance: DocumentAllowance, allowsDoctype: Bool) {
    (self.parser, self.allowance, self.allowsDoctype) = (parser, allowance, allowsDoctype)
  }

  func listen() {
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser, { TreeBuilder.from($0)?.begin($1, $2) }, { data, _ in TreeBuilder.from(data)?.end() })
    XML_SetCharacterDataHandler(parser) { TreeBuilder.from($0)?.take($1, Int($2)) }
    XML_SetStartDoctypeDeclHandler(parser) { data, _, _, _, hasInternalSubset in
      TreeBuilder.from(data)?.doctype(hasInternalSubset != 0)
    }
  }

  private static func from(_ data: UnsafeMutableRawPointer?) -> TreeBuilder? {
    data.map { Unmanaged<TreeBuilder>.fromOpaque($0).takeUnretainedValue() }
  }

  private func stop(_ message: String) { stop(DocumentError(message, line: line)) }

  private func stop(_ error: DocumentError) {
    guard problem == nil else { return }
    problem = error
    XML_StopParser(parser, XML_Bool(XML_FALSE))
  }

  private var line: Int { Int(XML_GetCurrentLineNumber(parser)) }

  /// Counts memory. Returns false and stops the parser if the memory limit is exceeded.
  private func takes(_ bytes: Int, for itemName: StaticString) -> Bool {
    if allowance.take(bytes, for: itemName, line: line) { return true }
    if let problem = allowance.problem { stop(problem) }
    return false
  }

  private func doctype(_ hasInternalSubset: Bool) {
    if !allowsDoctype { return stop("a document type (DOCTYPE) is not allowed here") }
    if hasInternalSubset { stop("a document type with definitions of its own is not allowed") }
  }

  private func begin(
    _ name: UnsafePointer<XML_Char>?, _ pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?
  ) {
    guard let name, problem == nil else { return }
    count += 1
    if count > DocumentLimits.elements {
      return stop("there are more than \(DocumentLimits.elements) elements")
    }
    if open.count >= DocumentLimits.depth {
      return stop("elements nest more than \(DocumentLimits.depth) deep")
    }
    guard takes(TreeBuilder.elementSize, for: "elements") else { return }
    let element = Element(String(cString: name), attributes(pairs), line: line)
    if let parent = open.last { parent.children.append(element) } else { root = element }
    open.append(element)
  }

  private func attributes(_ pairs: UnsafeMutablePointer<UnsafePointer<XML_Char>?>?)
    -> [(name: String, value: String)]
  {
    var result: [(name: String, value: String)] = []
    var next = pairs
    while let pair = next, let name = pair[0], let value = pair[1] {
      result.append((String(cString: name), String(cString: value)))
      let size = result[result.count - 1].value.utf8.count
      guard takes(TreeBuilder.attributeSize + size, for: "attributes") else { break }
      next = pair + 2
    }
    return result
  }

  private func end() {
    guard problem == nil, let element = open.popLast() else { return }
    if !element.text.isEmpty { element.text = element.text.trimmed }
  }

  private func take(_ text: UnsafePointer<XML_Char>?, _ length: Int) {
    guard problem == nil, let text, let element = open.last else { return }
    let bytes = UnsafeRawBufferPointer(start: text, count: length)
    // White space between elements is dropped.
    if element.text.isEmpty, bytes.allSatisfy({ isXMLSpace($0) }) { return }
    guard takes(2 * length, for: "text") else { return }
    element.text += String(decoding: bytes, as: UTF8.self)
  }
}

func isXMLSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

extension StringProtocol {
  /// Text with ASCII capitals replaced by lower-case letters. The standard library's `lowercased` would add 30 kB of tables to
  /// web pages.
  var inSmallLetters: String {
    String(decoding: utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, as: UTF8.self)
  }
}

extension String {
  /// Text without leading and trailing white space.
  var trimmed: String {
    let bytes = utf8
    guard let first = bytes.firstIndex(where: { !isXMLSpace($0) }),
      let last = bytes.lastIndex(where: { !isXMLSpace($0) })
    else { return "" }
    return String(self[first...last])
  }

  /// Parts of the text between white space and commas.
  var listItems: [Substring] {
    var items: [Substring] = []
    forEachListItem {
      items.append($0)
      return true
    }
    return items
  }

  /// Calls `body` with each part of the text between white space and commas, until `body` returns false.
  func forEachListItem(_ body: (Substring) -> Bool) {
    let bytes = utf8
    var start = bytes.startIndex
    while start < bytes.endIndex {
      guard !isXMLSpace(bytes[start]), bytes[start] != 0x2C else {
        start = bytes.index(after: start)
        continue
      }
      let end = bytes[start...].firstIndex { isXMLSpace($0) || $0 == 0x2C } ?? bytes.endIndex
      guard body(self[start..<end]) else { return }
      start = end
    }
  }
}

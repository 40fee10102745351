import StrettoImaging
import StrettoLayers
import StrettoText

/// Reference to a font in a document.
struct FontReference: Hashable {
  var name: String
  /// Path of the font file; nil if the document has only a family name.
  var source: String?
  var index = 0
  /// Pairs of an axis tag and an axis value.
  var variations: [Double] = []
}

extension CAMLReader {
  func font(_ element: Element) throws(ValueProblem) -> Font {
    let index = element[own: "index"].flatMap { Numbers.parse($0) } ?? 0
    guard let index = Int(exactly: index), index >= 0 else {
      throw ValueProblem("has a font whose index is not a whole number of at least 0")
    }
    return try font(
      FontReference(
        name: element.fontName, source: element[own: "src"], index: index,
        variations: element[own: "variations"].flatMap { Numbers.list($0, allowance) } ?? []))
  }

  func font(_ reference: FontReference) throws(ValueProblem) -> Font {
    if let shared = source.fonts[reference] { return shared }
    if let known = fonts[reference] { return try known.get() }
    let found = Result { () throws(ValueProblem) in try find(reference) }
    fonts[reference] = found
    return try found.get()
  }

  /// Finds a font by its file, or else by its family name.
  private func find(_ reference: FontReference) throws(ValueProblem) -> Font {
    let font: Font?
    if let source = reference.source, let data = try fontFile(source) {
      do throws(FontError) {
        font = try Font(data, index: reference.index)
      } catch {
        throw ValueProblem("has a file \(source.prefix(200)) that has no such font")
      }
    } else if reference.name == Font.strettoSans.family {
      font = .strettoSans
    } else {
      font = reference.name.isEmpty ? nil : try source.fontNamed(reference.name)
      guard allowance.shouldContinueNow() else { throw ValueProblem("came too late") }
    }
    guard let font else {
      throw ValueProblem(
        whole: "is \"\(reference.name.prefix(40))\", which is neither beside the document nor in a "
          + "folder of fonts that was given: Stretto Sans stands in its place")
    }
    return font.withVariations(
      stride(from: 0, to: reference.variations.count & ~1, by: 2).compactMap { k in
        UInt32(exactly: reference.variations[k]).map {
          FontVariation(axis: $0, value: reference.variations[k + 1])
        }
      })
  }

  /// Bytes of a font file that is embedded in the document or lies next to the document; nil if there is no file.
  private func fontFile(_ path: String) throws(ValueProblem) -> FontData? {
    if let known = fontFiles[path] { return known }
    if let problem = AssetPath.problem(path) { throw ValueProblem(problem) }
    let held = try embeddedBytes(path)?.withUnsafeBytes { FontData(copying: $0) }
    guard let data = held == nil ? try source.font(path) : held else { return nil }
    let bytes = fontFiles.values.reduce(data.bytes.count) { $0 + $1.bytes.count }
    guard bytes <= DocumentLimits.bytes else {
      throw ValueProblem("would make more than \(DocumentLimits.bytes) bytes of fonts")
    }
    fontFiles[path] = data
    return data
  }
}

extension Element {
  /// Family name in the element of a font.
  var fontName: String {
    let escaped = self[own: "value"].map { EscapedText.unescape($0) }
    return (self["value"] ?? escaped ?? text).trimmed
  }
}

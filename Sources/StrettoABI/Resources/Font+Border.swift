import CStretto
import StrettoText

extension Font {
  /// Font behind a handle; Stretto Sans for NULL.
  static func given(_ handle: Handle) throws -> Font {
    try optionalObject(handle, Font.self) ?? .strettoSans
  }

  func text(_ which: stretto_font_string) throws -> String {
    switch Int(which) {
    case Int(STRETTO_FONT_FAMILY): return family
    case Int(STRETTO_FONT_STYLE): return style
    case Int(STRETTO_FONT_LICENSE): return license
    case Int(STRETTO_FONT_PATH): return data.path
    case Int(STRETTO_FONT_DIGEST): return digest
    default: throw ABIError.invalid("which: \(which) was given; 0 to 4 are allowed")
    }
  }

  /// Font at other places on its axes. Throws for an axis that it lacks, or a place beyond the axis' ends.
  func varied(_ names: [String], _ values: [Double]) throws -> Font {
    let changes = try zip(names, values).map { name, value in
      guard let axis = axes.first(where: { $0.tag == fontTag(name) }), name.utf8.count <= 4 else {
        throw ABIError.invalid("\(family) has no axis \"\(name)\"; \(axesWording)")
      }
      guard value >= axis.minimum, value <= axis.maximum else {
        throw ABIError.invalid("\(name): \(value) was given; \(axesWording)")
      }
      return FontVariation(axis: axis.tag, value: value)
    }
    return withVariations(changes)
  }

  private var axesWording: String {
    if axes.isEmpty { return "it has none: it is no variable font" }
    let list = axes.map { "\(fontTagName($0.tag)) \($0.minimum) to \($0.maximum)" }
    return "it has " + list.joined(separator: ", ")
  }

  /// Graphemes of a text that the font lacks, each once. Characters that are ignored where a font lacks them (joiners,
  /// selectors) do not count.
  func missing(in text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    let borders = Graphemes.borders(scalars)
    var (found, known) = ([String](), Set<String>())
    for (start, end) in zip(borders, borders.dropFirst()) {
      let grapheme = scalars[start..<end]
      let lacks = grapheme.contains {
        glyph(for: $0.value) == nil && !CodePoint($0).flags.contains(.defaultIgnorable)
          && $0.properties.generalCategory != .control
      }
      guard lacks else { continue }
      let character = String(String.UnicodeScalarView(grapheme))
      if known.insert(character).inserted { found.append(character) }
    }
    return found
  }
}

/// Characters of a tag, at most four, without spaces at its end.
func fontTagName(_ tag: UInt32) -> String {
  var bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> UInt32($0)) }
  while bytes.last == 0x20 { bytes.removeLast() }
  return String(decoding: bytes, as: UTF8.self)
}

extension stretto_font_axis {
  init(_ axis: FontAxis, value: Double) {
    self.init()
    withUnsafeMutableBytes(of: &tag) { $0.copyBytes(from: fontTagName(axis.tag).utf8.prefix(7)) }
    (minimum, default_value, maximum) = (axis.minimum, axis.default, axis.maximum)
    self.value = value
  }
}

/// Folders of a search; an empty list stands for the usual ones.
func fontFolders(_ pointer: In<CString>, _ count: UInt32) throws -> [String] {
  let folders = try texts(pointer, count, "folders")
  return folders.isEmpty ? FontFolders.usual : folders
}

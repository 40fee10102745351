// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoText

@c @implementation public func stretto_font_create_default(_ out: Out<Handle>) -> Status {
  create(out, "out_font") { Font.strettoSans }
}

@c @implementation public func stretto_font_create_emoji(_ out: Out<Handle>) -> Status {
  create(out, "out_font") { Font.emoji }
}

@c @implementation public func stretto_font_set_emoji_path(_ path: CString) -> Status {
  attempt { setEmojiPath(try text(path, "path")) }
}

@c @implementation public func stretto_font_open(
  _ path: CString, _ index: UInt32, _ out: Out<Handle>
) -> Status {
  create(out, "out_font") { try openFont(text(path, "path"), index: Int(index)) }
}

@c @implementation public func stretto_font_decode(
  _ bytes: In<UInt8>, _ size: Int, _ index: UInt32, _ out: Out<Handle>
) -> Status {
  create(out, "out_font") {
    try require(
      (0...FontData.limit).contains(size),
      .limit("size: a font has at most \(FontData.limit) bytes"))
    let bytes = UnsafeRawBufferPointer(start: try pointer(bytes, "bytes"), count: size)
    return try makeFont(FontData(copying: bytes), index: Int(index), from: "what was given")
  }
}

@c @implementation public func stretto_font_find(
  _ family: CString, _ weight: Double, _ isItalic: Bool, _ folders: In<CString>,
  _ folderCount: UInt32, _ out: Out<Handle>
) -> Status {
  create(out, "out_font") {
    let family = try text(family, "family")
    try require(
      (1...1000).contains(weight), .invalid("weight: \(weight) was given; 1 to 1000 are allowed"))
    return try FontFolders.find(
      family, weight: weight, isItalic: isItalic, in: fontFolders(folders, folderCount))
  }
}

@c @implementation public func stretto_font_find_covering(
  _ string: CString, _ folders: In<CString>, _ folderCount: UInt32, _ outFonts: Out<Handle>,
  _ capacity: UInt32, _ outCount: Out<UInt32>
) -> Status {
  attempt {
    let characters = try text(string, "text").unicodeScalars.map(\.value)
    let fonts = FontFolders.covering(characters, in: try fontFolders(folders, folderCount))
    try write(fonts, to: outFonts, capacity, outCount) { handles.retain($0) }
  }
}

@c @implementation public func stretto_font_retain(_ self: Handle) -> Status {
  retain(self, Font.self)
}

@c @implementation public func stretto_font_release(_ self: Handle) -> Status {
  release(self, Font.self)
}

@c @implementation public func stretto_font_vary(
  _ self: Handle, _ axes: In<CString>, _ values: In<Double>, _ count: UInt32, _ out: Out<Handle>
) -> Status {
  create(out, "out_font") {
    try Font.given(self).varied(texts(axes, count, "axes"), array(values, count, "values"))
  }
}

@c @implementation public func stretto_font_get_string(
  _ self: Handle, _ which: stretto_font_string, _ outText: Out<stretto_bytes>
) -> Status {
  attempt {
    let font = try Font.given(self)
    let texts = [\Font.family, \.style, \.license, \.data.path, \.digest]
    try require(
      texts.indices.contains(Int(which)), .invalid("which: \(which) was given; 0 to 4 are allowed"))
    try write(font[keyPath: texts[Int(which)]], to: outText)
  }
}

@c @implementation public func stretto_font_get_metrics(
  _ self: Handle, _ outAscent: Out<Double>, _ outDescent: Out<Double>, _ outLineGap: Out<Double>
) -> Status {
  attempt {
    let font = try Font.given(self)
    try put(font.ascent, outAscent, "out_ascent")
    try put(font.descent, outDescent, "out_descent")
    try put(font.lineGap, outLineGap, "out_line_gap")
  }
}

@c @implementation public func stretto_font_get_axes(
  _ self: Handle, _ outAxes: Out<stretto_font_axis>, _ capacity: UInt32, _ outCount: Out<UInt32>
) -> Status {
  attempt {
    let font = try Font.given(self)
    let axes = zip(font.axes, font.variations).map { stretto_font_axis($0, value: $1.value) }
    try write(axes, to: outAxes, capacity, outCount)
  }
}

@c @implementation public func stretto_font_get_missing(
  _ self: Handle, _ string: CString, _ outText: Out<stretto_bytes>
) -> Status {
  attempt {
    let missing = try Font.given(self).missing(in: text(string, "text"))
    try write(missing.map { $0 + "\n" }.joined(), to: outText)
  }
}

@c @implementation public func stretto_font_get_data(
  _ self: Handle, _ outBytes: Out<stretto_bytes>
) -> Status {
  attempt { try write(bytes: Font.given(self).data.bytes, to: outBytes) }
}

@c @implementation public func stretto_font_get_index(_ self: Handle, _ outIndex: Out<UInt32>)
  -> Status
{
  attempt { try put(UInt32(Font.given(self).index), outIndex, "out_index") }
}

extension Font {
  /// Font behind a handle, or Stretto Sans for NULL.
  static func given(_ handle: Handle) throws -> Font {
    try optionalObject(handle, Font.self) ?? .strettoSans
  }

  /// Returns the font with other axis values. Throws for an axis that the font lacks, and for a value outside the range of the
  /// axis.
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

  /// Graphemes of a text that the font lacks, each once. Default-ignorable characters, such as joiners and variation selectors,
  /// do not count as missing.
  func missing(in text: String) -> [String] {
    let scalars = Array(text.unicodeScalars)
    let boundaries = Graphemes.boundaries(scalars)
    var (found, known) = ([String](), Set<String>())
    for (start, end) in zip(boundaries, boundaries.dropFirst()) {
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

/// Characters of an OpenType tag, at most four, without trailing spaces.
func fontTagName(_ tag: UInt32) -> String {
  var bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: tag >> UInt32($0)) }
  while bytes.last == 0x20 { bytes.removeLast() }
  return String(decoding: bytes, as: UTF8.self)
}

extension stretto_font_axis: GrowingStruct {
  init(_ axis: FontAxis, value: Double) {
    self.init()
    withUnsafeMutableBytes(of: &tag) { $0.copyBytes(from: fontTagName(axis.tag).utf8.prefix(7)) }
    (minimum, default_value, maximum) = (axis.minimum, axis.default, axis.maximum)
    self.value = value
  }
}

/// Folders of a font search. An empty list selects the default folders.
func fontFolders(_ pointer: In<CString>, _ count: UInt32) throws -> [String] {
  let folders = try texts(pointer, count, "folders")
  return folders.isEmpty ? FontFolders.usual : folders
}

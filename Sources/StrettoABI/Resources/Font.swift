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
    guard (0...FontData.limit).contains(size) else {
      throw ABIError.limit("size: a font has at most \(FontData.limit) bytes")
    }
    let bytes = UnsafeRawBufferPointer(start: try pointer(bytes, "bytes"), count: size)
    return try makeFont(FontData(copying: bytes), index: Int(index), from: "what was given")
  }
}

@c @implementation public func stretto_font_find(
  _ family: CString, _ weight: Double, _ isItalic: Int32, _ folders: In<CString>,
  _ folderCount: UInt32, _ out: Out<Handle>
) -> Status {
  create(out, "out_font") {
    let family = try text(family, "family")
    try require(
      (1...1000).contains(weight), .invalid("weight: \(weight) was given; 1 to 1000 are allowed"))
    return try FontFolders.find(
      family, weight: weight, isItalic: isItalic != 0, in: fontFolders(folders, folderCount))
  }
}

@c @implementation public func stretto_font_covering(
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
  _ self: Handle, _ which: stretto_font_string, _ outText: Out<CChar>, _ capacity: Int,
  _ outSize: Out<Int>
) -> Status {
  attempt { try write(Font.given(self).text(which), to: outText, capacity, outSize) }
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

@c @implementation public func stretto_font_missing(
  _ self: Handle, _ string: CString, _ outText: Out<CChar>, _ capacity: Int, _ outSize: Out<Int>
) -> Status {
  attempt {
    let missing = try Font.given(self).missing(in: text(string, "text"))
    try write(missing.map { $0 + "\n" }.joined(), to: outText, capacity, outSize)
  }
}

@c @implementation public func stretto_font_get_data(
  _ self: Handle, _ outIndex: Out<UInt32>, _ outBytes: Out<UInt8>, _ capacity: Int,
  _ outSize: Out<Int>
) -> Status {
  attempt {
    let font = try Font.given(self)
    try put(UInt32(font.index), outIndex, "out_index")
    try write(prefix: font.data.bytes, to: outBytes, capacity, outSize)
  }
}

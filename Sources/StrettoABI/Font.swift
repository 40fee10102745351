// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoText

// Each function here checks, converts, calls and converts back; the header says what it means.

@_cdecl("stretto_font_create_default") @implementation
public func stretto_font_create_default(
  _ outFont: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  create(outFont, "out_font") { Font.strettoSans }
}

@_cdecl("stretto_font_create_emoji") @implementation
public func stretto_font_create_emoji(
  _ outFont: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  attempt { try handOut(Font.emoji, outFont, "out_font") }
}

@_cdecl("stretto_font_set_emoji_path") @implementation
public func stretto_font_set_emoji_path(_ path: UnsafePointer<CChar>?) -> stretto_status {
  attempt { setEmojiPath(try text(path, "path")) }
}

@_cdecl("stretto_font_open") @implementation
public func stretto_font_open(
  _ path: UnsafePointer<CChar>?, _ index: UInt32, _ outFont: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  create(outFont, "out_font") { try openFont(text(path, "path"), index: Int(index)) }
}

@_cdecl("stretto_font_decode") @implementation
public func stretto_font_decode(
  _ bytes: UnsafePointer<UInt8>?, _ size: Int, _ index: UInt32,
  _ outFont: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  create(outFont, "out_font") {
    guard (0...FontData.limit).contains(size) else {
      throw ABIError.limit("size: a font has at most \(FontData.limit) bytes")
    }
    let bytes = UnsafeRawBufferPointer(start: try pointer(bytes, "bytes"), count: size)
    return try makeFont(FontData(copying: bytes), index: Int(index), from: "what was given")
  }
}

@_cdecl("stretto_font_find") @implementation
public func stretto_font_find(
  _ family: UnsafePointer<CChar>?, _ weight: Double, _ isItalic: Int32,
  _ folders: UnsafePointer<UnsafePointer<CChar>?>?, _ folderCount: UInt32,
  _ outFont: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  attempt {
    let family = try text(family, "family")
    guard (1...1000).contains(weight) else {
      throw ABIError.invalid("weight: \(weight) was given; 1 to 1000 are allowed")
    }
    let found = try FontFolders.find(
      family, weight: weight, isItalic: isItalic != 0, in: fontFolders(folders, folderCount))
    try handOut(found, outFont, "out_font")
  }
}

@_cdecl("stretto_font_covering") @implementation
public func stretto_font_covering(
  _ string: UnsafePointer<CChar>?, _ folders: UnsafePointer<UnsafePointer<CChar>?>?,
  _ folderCount: UInt32, _ outFonts: UnsafeMutablePointer<OpaquePointer?>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  attempt {
    let characters = try text(string, "text").unicodeScalars.map(\.value)
    let fonts = FontFolders.covering(characters, in: try fontFolders(folders, folderCount))
    guard outFonts != nil || capacity == 0 else {
      throw ABIError.invalid("out_fonts is NULL, but its capacity is \(capacity)")
    }
    try pointer(outCount, "out_count").pointee = UInt32(fonts.count)
    for (k, font) in fonts.prefix(Int(capacity)).enumerated() {
      outFonts?[k] = handles.retain(font)
    }
  }
}

@_cdecl("stretto_font_retain") @implementation
public func stretto_font_retain(_ self: OpaquePointer?) -> stretto_status {
  retain(self, Font.self)
}

@_cdecl("stretto_font_release") @implementation
public func stretto_font_release(_ self: OpaquePointer?) -> stretto_status {
  release(self, Font.self)
}

@_cdecl("stretto_font_vary") @implementation
public func stretto_font_vary(
  _ self: OpaquePointer?, _ axes: UnsafePointer<UnsafePointer<CChar>?>?,
  _ values: UnsafePointer<Double>?, _ count: UInt32,
  _ outFont: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  create(outFont, "out_font") {
    try Font.given(self).varied(texts(axes, count, "axes"), array(values, count, "values"))
  }
}

@_cdecl("stretto_font_get_string") @implementation
public func stretto_font_get_string(
  _ self: OpaquePointer?, _ which: stretto_font_string, _ outText: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outSize: UnsafeMutablePointer<Int>?
) -> stretto_status {
  attempt { try write(Font.given(self).text(which), to: outText, capacity, outSize) }
}

@_cdecl("stretto_font_get_metrics") @implementation
public func stretto_font_get_metrics(
  _ self: OpaquePointer?, _ outAscent: UnsafeMutablePointer<Double>?,
  _ outDescent: UnsafeMutablePointer<Double>?, _ outLineGap: UnsafeMutablePointer<Double>?
) -> stretto_status {
  attempt {
    let font = try Font.given(self)
    try pointer(outAscent, "out_ascent").pointee = font.ascent
    try pointer(outDescent, "out_descent").pointee = font.descent
    try pointer(outLineGap, "out_line_gap").pointee = font.lineGap
  }
}

@_cdecl("stretto_font_get_axes") @implementation
public func stretto_font_get_axes(
  _ self: OpaquePointer?, _ outAxes: UnsafeMutablePointer<stretto_font_axis>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  attempt {
    let font = try Font.given(self)
    let axes = zip(font.axes, font.variations).map { stretto_font_axis($0, value: $1.value) }
    try write(axes, to: outAxes, capacity, outCount)
  }
}

@_cdecl("stretto_font_missing") @implementation
public func stretto_font_missing(
  _ self: OpaquePointer?, _ string: UnsafePointer<CChar>?,
  _ outText: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outSize: UnsafeMutablePointer<Int>?
) -> stretto_status {
  attempt {
    let missing = try Font.given(self).missing(in: text(string, "text"))
    try write(missing.map { $0 + "\n" }.joined(), to: outText, capacity, outSize)
  }
}

@_cdecl("stretto_font_get_data") @implementation
public func stretto_font_get_data(
  _ self: OpaquePointer?, _ outIndex: UnsafeMutablePointer<UInt32>?,
  _ outBytes: UnsafeMutablePointer<UInt8>?, _ capacity: Int, _ outSize: UnsafeMutablePointer<Int>?
) -> stretto_status {
  attempt {
    let font = try Font.given(self)
    try pointer(outIndex, "out_index").pointee = UInt32(font.index)
    try pointer(outSize, "out_size").pointee = font.data.bytes.count
    let copied = min(font.data.bytes.count, max(0, capacity))
    if copied > 0 {
      UnsafeMutableRawPointer(try pointer(outBytes, "out_bytes"))
        .copyMemory(from: try pointer(font.data.bytes.baseAddress, "bytes"), byteCount: copied)
    }
  }
}

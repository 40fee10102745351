// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoText

// Each function here checks, converts, calls and converts back; the header says what it means.

@_cdecl("stretto_layer_get_characters") @implementation
public func stretto_layer_get_characters(
  _ self: OpaquePointer?, _ start: UInt32, _ end: UInt32,
  _ outCharacters: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  reading(self, Layer.self) {
    guard start < end else {
      throw ABIError.invalid("characters: \(start) to \(end) were given; the end must be greater")
    }
    try handOut(
      LayerCharacters($0.asText(), Int(start)..<Int(end)), outCharacters, "out_characters")
  }
}

@_cdecl("stretto_layer_text_copies") @implementation
public func stretto_layer_text_copies(
  _ self: OpaquePointer?, _ time: Double, _ indices: UnsafePointer<Int32>?, _ indexCount: UInt32,
  _ outCopies: UnsafeMutablePointer<stretto_text_copy>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  askingText(self, time, indices, indexCount) { text, _ in
    try writeOut(Array(text.layout.copies.indices), to: outCopies, capacity, outCount) {
      stretto_text_copy(text, copy: $0)
    }
  }
}

@_cdecl("stretto_layer_text_lines") @implementation
public func stretto_layer_text_lines(
  _ self: OpaquePointer?, _ time: Double, _ indices: UnsafePointer<Int32>?, _ indexCount: UInt32,
  _ outLines: UnsafeMutablePointer<stretto_text_line>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  askingText(self, time, indices, indexCount) { text, _ in
    try writeOut(text.layout.lines, to: outLines, capacity, outCount) {
      stretto_text_line($0, text)
    }
  }
}

@_cdecl("stretto_layer_text_size") @implementation
public func stretto_layer_text_size(
  _ self: OpaquePointer?, _ width: Double, _ outWidth: UnsafeMutablePointer<Double>?,
  _ outHeight: UnsafeMutablePointer<Double>?
) -> stretto_status {
  asking(self, Layer.self) {
    let size = try $0.asText().fittingSize(width: atLeastZero(width, "width"), $1.cancellation)
    try pointer(outWidth, "out_width").pointee = size.width
    try pointer(outHeight, "out_height").pointee = size.height
  }
}

@_cdecl("stretto_layer_text_font_size") @implementation
public func stretto_layer_text_font_size(
  _ self: OpaquePointer?, _ width: Double, _ height: Double,
  _ outSize: UnsafeMutablePointer<Double>?
) -> stretto_status {
  asking(self, Layer.self) {
    let box = try Size(atLeastZero(width, "width"), atLeastZero(height, "height"))
    try pointer(outSize, "out_font_size").pointee = $0.asText()
      .fittingFontSize(in: box, $1.cancellation)
  }
}

@_cdecl("stretto_layer_text_ranks") @implementation
public func stretto_layer_text_ranks(
  _ self: OpaquePointer?, _ by: stretto_text_unit, _ isVisual: Int32,
  _ outRanks: UnsafeMutablePointer<Int32>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  asking(self, Layer.self) {
    let units = TextRankUnit.allCases
    guard units.indices.contains(Int(by)) else {
      throw ABIError.invalid("by: \(by) was given; 0 to \(units.count - 1) are allowed")
    }
    let ranks = try $0.laidOut(at: 0, copy: [], $1).layout.ranks(
      by: units[Int(by)], visual: isVisual != 0)
    try write(ranks.map { Int32(clamping: $0) }, to: outRanks, capacity, outCount)
  }
}

@_cdecl("stretto_layer_character_at") @implementation
public func stretto_layer_character_at(
  _ self: OpaquePointer?, _ x: Double, _ y: Double, _ time: Double,
  _ outCharacter: UnsafeMutablePointer<Int32>?
) -> stretto_status {
  asking(self, Layer.self) {
    try checkFinite(x, y)
    try finite(time, "time")
    let text = try $0.laidOut(at: time, copy: [], $1)
    try pointer(outCharacter, "out_character").pointee = Int32(
      clamping: text.character(nearest: Point(x, y)) ?? -1)
  }
}

@_cdecl("stretto_layer_text_path") @implementation
public func stretto_layer_text_path(
  _ self: OpaquePointer?, _ time: Double, _ indices: UnsafePointer<Int32>?, _ indexCount: UInt32,
  _ outPath: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  askingText(self, time, indices, indexCount) {
    guard let path = try $0.path(upTo: PathObject.mostElements, $1.cancellation) else {
      throw PathObject.tooLong
    }
    try handOut(PathObject(path), outPath, "out_path")
  }
}

@_cdecl("stretto_scene_hit_character") @implementation
public func stretto_scene_hit_character(
  _ self: OpaquePointer?, _ x: Double, _ y: Double, _ time: Double,
  _ outCharacter: UnsafeMutablePointer<Int32>?
) -> stretto_status {
  hitting(self, x, y, time) {
    try pointer(outCharacter, "out_character").pointee = Int32(clamping: $0?.character ?? -1)
  }
}

@_cdecl("stretto_animation_set_string_values") @implementation
public func stretto_animation_set_string_values(
  _ self: OpaquePointer?, _ values: UnsafePointer<UnsafePointer<CChar>?>?, _ count: UInt32
) -> stretto_status {
  changing(self, Animation.self) { try $0.setStrings(array(values, count, "values")) }
}

@_cdecl("stretto_animation_get_string_value") @implementation
public func stretto_animation_get_string_value(
  _ self: OpaquePointer?, _ index: UInt32, _ outText: UnsafeMutablePointer<CChar>?,
  _ capacity: Int, _ outSize: UnsafeMutablePointer<Int>?
) -> stretto_status {
  reading(self, Animation.self) {
    try write($0.string(at: index), to: outText, capacity, outSize)
  }
}

@_cdecl("stretto_layer_set_font") @implementation
public func stretto_layer_set_font(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?, _ value: OpaquePointer?
) -> stretto_status {
  changingScope(self) { try $0.setFont(keyPath, value) }
}

@_cdecl("stretto_layer_set_fonts") @implementation
public func stretto_layer_set_fonts(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?,
  _ values: UnsafePointer<OpaquePointer?>?, _ count: UInt32
) -> stretto_status {
  changingScope(self) { try $0.setFonts(keyPath, array(values, count, "values")) }
}

@_cdecl("stretto_layer_get_font") @implementation
public func stretto_layer_get_font(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?,
  _ outFont: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  readingScope(self) { try handOut($0.font(keyPath), outFont, "out_font") }
}

@_cdecl("stretto_layer_font_count") @implementation
public func stretto_layer_font_count(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  readingScope(self) {
    try pointer(outCount, "out_count").pointee = UInt32($0.fonts(keyPath).count)
  }
}

@_cdecl("stretto_layer_get_font_at") @implementation
public func stretto_layer_get_font_at(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?, _ index: UInt32,
  _ outFont: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  readingScope(self) { try handOut($0.font(keyPath, at: index), outFont, "out_font") }
}

@_cdecl("stretto_scene_set_emoji_font") @implementation
public func stretto_scene_set_emoji_font(_ self: OpaquePointer?, _ font: OpaquePointer?)
  -> stretto_status
{
  changing(self, Scene.self) { $0.root.sceneEmojiFont = try optionalObject(font, Font.self) }
}

@_cdecl("stretto_scene_get_emoji_font") @implementation
public func stretto_scene_get_emoji_font(
  _ self: OpaquePointer?, _ outFont: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  reading(self, Scene.self) { try handOut($0.root.sceneEmojiFont, outFont, "out_font") }
}

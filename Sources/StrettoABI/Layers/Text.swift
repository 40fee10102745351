// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoText

@c @implementation public func stretto_layer_get_characters(
  _ self: Handle, _ start: UInt32, _ end: UInt32, _ outCharacters: Out<Handle>
) -> Status {
  reading(self, Layer.self) {
    try require(
      start < end, .invalid("characters: \(start) to \(end) were given; the end must be greater"))
    try writeHandle(
      LayerCharacters($0.asText(), Int(start)..<Int(end)), outCharacters, "out_characters")
  }
}

@c @implementation public func stretto_layer_get_text_copies(
  _ self: Handle, _ time: Double, _ indices: In<Int32>, _ indexCount: UInt32,
  _ outCopies: Out<stretto_text_copy>, _ capacity: UInt32, _ outCount: Out<UInt32>
) -> Status {
  queryingText(self, time, indices, indexCount) { text, _ in
    try write(Array(text.layout.copies.indices), to: outCopies, capacity, outCount) {
      stretto_text_copy(text, copy: $0)
    }
  }
}

@c @implementation public func stretto_layer_get_text_lines(
  _ self: Handle, _ time: Double, _ indices: In<Int32>, _ indexCount: UInt32,
  _ outLines: Out<stretto_text_line>, _ capacity: UInt32, _ outCount: Out<UInt32>
) -> Status {
  queryingText(self, time, indices, indexCount) { text, _ in
    try write(text.layout.lines, to: outLines, capacity, outCount) { stretto_text_line($0, text) }
  }
}

@c @implementation public func stretto_layer_get_text_size(
  _ self: Handle, _ width: Double, _ outWidth: Out<Double>, _ outHeight: Out<Double>
) -> Status {
  querying(self, Layer.self) {
    let size = try $0.asText().fittingSize(width: atLeastZero(width, "width"), $1.cancellation)
    try put(size.width, size.height, outWidth, outHeight)
  }
}

@c @implementation public func stretto_layer_get_text_font_size(
  _ self: Handle, _ width: Double, _ height: Double, _ outSize: Out<Double>
) -> Status {
  querying(self, Layer.self) {
    let box = try Size(atLeastZero(width, "width"), atLeastZero(height, "height"))
    let size = try $0.asText().fittingFontSize(in: box, $1.cancellation)
    try put(size, outSize, "out_font_size")
  }
}

@c @implementation public func stretto_layer_get_text_ranks(
  _ self: Handle, _ by: stretto_text_unit, _ isVisual: Bool, _ outRanks: Out<Int32>,
  _ capacity: UInt32, _ outCount: Out<UInt32>
) -> Status {
  querying(self, Layer.self) {
    let units = TextRankUnit.allCases
    guard units.indices.contains(Int(by)) else {
      throw ABIError.invalid("by: \(by) was given; 0 to \(units.count - 1) are allowed")
    }
    let ranks = try $0.laidOut(at: 0, copy: [], $1).layout.ranks(
      by: units[Int(by)], visual: isVisual)
    try write(ranks.map { Int32(clamping: $0) }, to: outRanks, capacity, outCount)
  }
}

@c @implementation public func stretto_layer_get_character_at(
  _ self: Handle, _ x: Double, _ y: Double, _ time: Double, _ outCharacter: Out<Int32>
) -> Status {
  querying(self, Layer.self) {
    try checkFinite([x, y])
    try finite(time, "time")
    let text = try $0.laidOut(at: time, copy: [], $1)
    let character = text.character(nearest: Point(x, y)) ?? -1
    try put(Int32(clamping: character), outCharacter, "out_character")
  }
}

@c @implementation public func stretto_layer_get_text_path(
  _ self: Handle, _ time: Double, _ indices: In<Int32>, _ indexCount: UInt32, _ outPath: Out<Handle>
) -> Status {
  queryingText(self, time, indices, indexCount) {
    guard let path = try $0.path(upTo: PathObject.mostElements, $1.cancellation) else {
      throw PathObject.tooLong
    }
    try writeHandle(PathObject(path), outPath, "out_path")
  }
}

@c @implementation public func stretto_layer_set_font(
  _ self: Handle, _ keyPath: CString, _ value: Handle
) -> Status {
  changing(self, Layer.self) { try $0.setFont(keyPath, value) }
}

@c @implementation public func stretto_layer_set_fonts(
  _ self: Handle, _ keyPath: CString, _ values: In<Handle>, _ count: UInt32
) -> Status {
  changing(self, Layer.self) { try $0.setFonts(keyPath, array(values, count, "values")) }
}

@c @implementation public func stretto_layer_get_font(
  _ self: Handle, _ keyPath: CString, _ outFont: Out<Handle>
) -> Status {
  reading(self, Layer.self) { try writeHandle($0.font(keyPath), outFont, "out_font") }
}

@c @implementation public func stretto_layer_get_font_count(
  _ self: Handle, _ keyPath: CString, _ outCount: Out<UInt32>
) -> Status {
  reading(self, Layer.self) { try put(count: $0.fonts(keyPath).count, outCount) }
}

@c @implementation public func stretto_layer_get_font_at(
  _ self: Handle, _ keyPath: CString, _ index: UInt32, _ outFont: Out<Handle>
) -> Status {
  reading(self, Layer.self) {
    try writeHandle(item(index, $0.fonts(keyPath), "fonts"), outFont, "out_font")
  }
}

@c @implementation public func stretto_scene_set_emoji_font(_ self: Handle, _ font: Handle)
  -> Status
{
  changing(self, Scene.self) { $0.root.sceneEmojiFont = try optionalObject(font, Font.self) }
}

@c @implementation public func stretto_scene_get_emoji_font(_ self: Handle, _ outFont: Out<Handle>)
  -> Status
{
  reading(self, Scene.self) { try writeHandle($0.root.sceneEmojiFont, outFont, "out_font") }
}

extension Layer {
  /// Returns the layer if it is a text layer, and throws for other layers.
  func asText() throws -> Layer {
    try require(kind == .text, .keyPath("\(className) has no characters; CATextLayer has them"))
    return self
  }

  /// Layout of one copy of a text layer at a scene time.
  func laidOut(at time: Double, copy: [Int], _ end: CallEnd) throws -> LaidOutText {
    let text = try asText()
    var cancellation = end.cancellation
    return try text.laidOutInPlace(
      text.presentationValues(at: time, copy: copy), at: time, &cancellation)
  }
}

/// Runs a body with the layout of one copy of a text layer at a scene time.
func queryingText(
  _ handle: Handle, _ time: Double, _ indices: In<Int32>, _ count: UInt32,
  _ body: (LaidOutText, CallEnd) throws -> Void
) -> Status {
  querying(handle, Layer.self) {
    try body($0.laidOut(at: finite(time, "time"), copy: instance(indices, count), $1), $1)
  }
}

extension stretto_text_copy: GrowingStruct {
  init(_ text: LaidOutText, copy k: Int) {
    self.init()
    let copy = text.layout.copies[k]
    let box = text.box(ofCopy: k)
    (x, y, width, height) = (box.x, box.y, box.width, box.height)
    baseline = text.baseline(ofCopy: k)
    character = Int32(clamping: copy.characters.lowerBound)
    character_count = Int32(clamping: copy.characters.count)
    line = Int32(clamping: copy.line)
    word = Int32(clamping: copy.word ?? -1)
    is_missing = text.isMissing(copy.characters)
  }
}

extension stretto_text_line: GrowingStruct {
  init(_ line: TextLayout.Line, _ text: LaidOutText) {
    self.init()
    let box = text.moved(line.box)
    (x, y, width, height) = (box.x, box.y, box.width, box.height)
    baseline = text.y(ofBaseline: line.baseline)
    character = Int32(clamping: line.characters.lowerBound)
    character_count = Int32(clamping: line.characters.count)
  }
}

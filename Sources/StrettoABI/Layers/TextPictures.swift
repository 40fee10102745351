// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoRaster
import StrettoText

// C functions for texts outside of layers: outlines, pictures and segments.

@c @implementation public func stretto_path_add_text(
  _ self: Handle, _ string: CString, _ font: Handle, _ fontSize: Double, _ x: Double, _ y: Double
) -> Status {
  adding(to: self) {
    try checkFinite([x, y])
    return try ending { end in
      try textPath(
        shortText(string), Font.given(font), checkFontSize(fontSize), at: Point(x, y),
        end.cancellation)
    }
  }
}

@c @implementation public func stretto_image_create_text(
  _ string: CString, _ font: Handle, _ fontSize: Double, _ red: Double, _ green: Double,
  _ blue: Double, _ alpha: Double, _ scale: Double, _ outImage: Out<Handle>
) -> Status {
  create(outImage, "out_image") {
    try checkFinite([red, green, blue, alpha], "a part of the colour")
    let text = Layer(.text)
    text.values.text.string = try shortText(string)
    text.values.text.font = try optionalObject(font, Font.self)
    text.values.text.fontSize = try checkFontSize(fontSize)
    text.values.text.foregroundColor = Color(red, green, blue, alpha)
    return try ending { try picture(of: text, scale: scale, $0.cancellation) }
  }
}

@c @implementation public func stretto_text_get_segments(
  _ string: CString, _ by: stretto_text_segment, _ outEnds: Out<Int32>, _ capacity: UInt32,
  _ outCount: Out<UInt32>
) -> Status {
  attempt {
    guard let segments = TextSegments(rawValue: by) else {
      throw ABIError.invalid(
        "by: \(by) was given; 0 to \(TextSegments.allCases.count - 1) are allowed")
    }
    let scalars = try Array(shortText(string).unicodeScalars)
    var (ends, size, position): ([Int32], Int32, Int) = ([], 0, 0)
    for border in segments.boundaries(scalars).dropFirst() {
      for scalar in scalars[position..<border] { size += Int32(UTF8.width(scalar)) }
      position = border
      ends.append(size)
    }
    try write(ends, to: outEnds, capacity, outCount)
  }
}

/// Reads a text argument. Throws if the text is too long for layout.
private func shortText(_ pointer: CString) throws -> String {
  let string = try text(pointer, "text")
  guard string.unicodeScalars.count <= ShapedText.characterLimit else {
    throw ABIError.limit("text: at most \(ShapedText.characterLimit) characters are allowed")
  }
  return string
}

private func checkFontSize(_ size: Double) throws -> Double {
  try require(
    size >= 0 && size <= TextValues.largestFontSize,
    .invalid("font_size: \(size) was given; 0 to \(Int(TextValues.largestFontSize)) are allowed"))
  return size
}

/// Outlines of a text. The baseline of the first line begins at the given point.
private func textPath(
  _ string: String, _ font: Font, _ size: Double, at start: Point, _ cancellation: Cancellation
) throws -> Path {
  var cancellation = cancellation
  var style = TextStyle(font: font)
  (style.fontSize, style.alignmentMode, style.instanceUnit) = (size, .left, .text)
  let text = try ShapedText(string, style, &cancellation)
  let layout = try TextLayout(text, style, cancellation)
  let lacking = layout.missing.flatMap { Array($0) }
  if !lacking.isEmpty { throw noOutline(string, lacking) }
  var (path, outlines) = (Path(), OutlineCache())
  for copy in layout.copies {
    let down = start.y - (layout.lines.first?.baseline ?? 0)
    let transform = copy.transform * .translation(start.x, down)
    for glyph in layout.glyphs[copy.glyphs] {
      try cancellation.checkCancelled()
      let font = layout.fonts[glyph.font]
      let outline = outlines.outline(of: glyph.glyph, in: font)
      if outline.isEmpty, font.hasColorGlyphs, font.colorGlyph(glyph.glyph) != nil {
        throw noOutline(string, [glyph.character])
      }
      guard path.elements.count + outline.elements.count <= PathObject.mostElements else {
        throw PathObject.tooLong
      }
      let plane =
        PlaneTransform(a: glyph.size, b: 0, c: 0, d: glyph.size, tx: glyph.x, ty: glyph.y)
        * transform
      path.append(outline.map { plane.apply($0) })
    }
  }
  return path
}

private func noOutline(_ string: String, _ characters: [Int]) -> ABIError {
  let named = Graphemes.texts(characters.prefix(8), of: string).map { "\"\($0)\"" }
  return .invalid(
    "neither the font nor Stretto Sans has an outline for \(named.joined(separator: ", "))")
}

/// Draws a text layer into a picture of the size of its lines.
private func picture(of text: Layer, scale: Double, _ cancellation: Cancellation) throws -> Image {
  let size = try text.fittingSize(cancellation)
  try require(
    size.width > 0 && size.height > 0,
    .invalid("text: \"\(text.values.text.string)\" has no size, so that there is nothing to draw"))
  let sides = try pixelSize(of: size, scale)
  text.values.anchorPoint = Point(0, 0)
  text.values.bounds = Rect(0, 0, size.width, size.height)
  let scene = Scene(size: size)
  try scene.root.addSublayer(text)
  let presenter = Presenter()
  presenter.cancellation = cancellation
  try presenter.present(scene.root, at: 0)
  let pixels = try PixelBuffer(ifMemoryFor: sides.width, by: sides.height)
  let target = PixelTarget(
    pixels: pixels.start, width: sides.width, height: sides.height, bytesPerRow: 4 * sides.width)
  try Rasterizer().draw(
    presenter.list, scale: scale, background: .clear, into: target, threads: 1,
    cancellation: cancellation)
  presenter.finish()
  return Image(pixels)
}

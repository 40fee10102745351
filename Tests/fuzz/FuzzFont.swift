// Target `font` of `tools/fuzz`: opens arbitrary bytes as a font, shapes and draws text with the font, and reads its colour
// palettes. HarfBuzz is built with the fuzzer's coverage counters too.
import StrettoGeometry
import StrettoText

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let data = FontData(copying: UnsafeRawBufferPointer(start: start, count: size))
  _ = FontDescription.all(in: data)
  // The last byte of the input selects the font index and the calls.
  let choice = size > 0 ? start[size - 1] : 0
  guard let font = try? Font(data, index: Int(choice & 1)) else { return 0 }
  let places = font.axes.map {
    FontVariation(axis: $0.tag, value: $0.minimum + ($0.maximum - $0.minimum) * 0.3)
  }
  for font in [font, font.withVariations(places)] { use(font, isRightToLeft: choice & 2 != 0) }
  return 0
}

private func use(_ font: Font, isRightToLeft: Bool) {
  var style = ShapingStyle()
  style.direction = isRightToLeft ? .rightToLeft : .leftToRight
  style.script = fontTag(isRightToLeft ? "Arab" : "Latn")
  let text = "AB fi é\u{301} ✓ العربية हिन्दी 👩\u{200D}👧🇪🇸".unicodeScalars.map(\.value)
  for glyph in font.shape(text, nil, style) {
    let sum = glyph.advance + glyph.xOffset + glyph.yOffset
    if !sum.isFinite || !(0..<text.count).contains(glyph.cluster) { fatalError("a glyph's place") }
    draw(glyph.glyph, font)
  }
  for glyph in 0..<UInt32(min(font.glyphCount, 32)) { draw(glyph, font) }
}

private func draw(_ glyph: UInt32, _ font: Font) {
  if !(font.outline(of: glyph).controlBounds?.isFinite ?? true) { fatalError("an outline") }
  guard let colors = font.colorGlyph(glyph) else { return }
  var left = ColorGlyph.layerLimit
  check(colors.elements, &left)
}

private func check(_ elements: [ColorGlyph.Element], _ left: inout Int) {
  for element in elements {
    left -= 1
    if left < 0 { fatalError("elements") }
    switch element {
    case .layer(let layer):
      if !layer.transform.isFinite || layer.paint.stops.isEmpty { fatalError("a layer") }
      if !(layer.outline.controlBounds?.isFinite ?? true) { fatalError("a layer's outline") }
    case .group(let group):
      if group.elements.isEmpty { fatalError("a group") }
      check(group.elements, &left)
      if case .mask(let mask) = group.kind { check(mask, &left) }
      if case .clip(let outline) = group.kind, !(outline.controlBounds?.isFinite ?? true) {
        fatalError("a clip")
      }
    }
  }
}

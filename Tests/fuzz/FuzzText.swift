// Target `text` of `tools/fuzz`: builds a style and a text from arbitrary bytes and lays out the text. The layout must satisfy
// the laws that `check` lists.
import StrettoGeometry
import StrettoText

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  var bytes = Bytes(rest: UnsafeBufferPointer(start: start, count: size)[...])
  let style = bytes.style()
  let text = String(decoding: bytes.rest, as: UTF8.self)
  let shaped = ShapedText(text, style)
  let layout = TextLayout(shaped, style)
  law(
    layout == TextLayout(string: text, style: style), "it is not a function of its input")
  check(layout, shaped, style)
  return 0
}

/// Works like `precondition`, and prints its message also in an optimised build.
private func law(_ holds: Bool, _ what: StaticString) {
  if !holds { fatalError("\(what)") }
}

private func check(_ layout: TextLayout, _ shaped: ShapedText, _ style: TextStyle) {
  let count = shaped.count
  law(layout.characters.count == count, "characters")
  law(layout.lines.map { $0.characters }.joined().elementsEqual(0..<count), "lines")
  for character in layout.characters {
    law(layout.lines.indices.contains(character.line), "a character without a line")
    law(character.box.isFinite && character.box.width >= 0, "box")
  }
  if style.wrapped, style.width > 0 {
    for line in layout.lines where line.box.width > style.width * 1.0001 + 1e-3 {
      // A line may exceed the width only if it has a single visible character or an ellipsis.
      let shown = layout.characters[line.characters].filter {
        $0.box.width > 0 && !$0.isWhiteSpace
      }
      law(shown.count <= 1, "a line is too long")
    }
  }
  if style.instanceUnit == .character {
    law(layout.copies.count == count, "a copy for each character")
  }
  var (character, glyph) = (0, 0)
  for (number, copy) in layout.copies.enumerated() {
    law(copy.characters.lowerBound >= character && !copy.characters.isEmpty, "order")
    law(copy.glyphs.lowerBound == glyph, "a glyph without a copy")
    let anchorBox = layout.anchorBox(ofCopy: number)
    law(copy.box.isFinite && copy.transform.isFinite && anchorBox.isFinite, "a copy's place")
    (character, glyph) = (copy.characters.upperBound, copy.glyphs.upperBound)
    for place in copy.glyphs {
      law(
        layout.glyphs[place].copy == number
          && (layout.glyphs[place].x + layout.glyphs[place].y).isFinite, "a glyph\'s place")
      law(layout.fonts.indices.contains(layout.glyphs[place].font), "a glyph's font")
    }
  }
  law(glyph == layout.glyphs.count && character <= count, "glyphs without copies")
  for unit in TextRankUnit.allCases {
    let ranks = layout.ranks(by: unit, visual: style.pathRotates)
    law(ranks.count == layout.copies.count && ranks.allSatisfy { $0 >= 0 }, "ranks")
  }
  let nearest = layout.character(at: Point(10, 10))
  law(
    (nearest == nil) == !layout.copies.contains { $0.isShown && $0.transform.inverted != nil },
    "nearest")
  if count <= 64 {
    let size = (try? shaped.fittingFontSize(style, width: 100, height: 50)) ?? -1
    law(size >= 0 && size <= 1e6, "fitting size")
  }
}

/// Makes choices from the bytes of the input.
private struct Bytes {
  var rest: Slice<UnsafeBufferPointer<UInt8>>

  mutating func next() -> Int { rest.popFirst().map { Int($0) } ?? 0 }

  mutating func choice<T>(of values: [T]) -> T { values[next() % values.count] }

  mutating func length() -> Double {
    choice(of: [0, 1, 30, 100, 300, -5, 0.001, 1e6, 1e300, -1e300, .nan, .infinity])
  }

  mutating func style() -> TextStyle {
    var style = TextStyle(font: .strettoSans)
    style.fontSize = choice(of: [20, 0, 1e-3, 36, 1e6, 1e300, -1, .nan])
    style.width = length()
    style.height = length()
    let flags = next()
    style.wrapped = flags & 1 != 0
    style.pathRotates = flags & 2 != 0
    if flags & 4 != 0 { style.tracking = length() }
    if flags & 8 != 0 { style.leading = length() }
    if flags & 16 != 0 { style.path = path() }
    if flags & 32 != 0 { style.features = [FontFeature(tag: fontTag("liga"), value: 1)] }
    style.truncationMode = choice(of: TextTruncationMode.allCases)
    style.alignmentMode = choice(of: TextAlignmentMode.allCases)
    style.verticalAlignmentMode = choice(of: TextVerticalAlignmentMode.allCases)
    style.writingDirection = choice(of: WritingDirection.allCases)
    style.instanceUnit = choice(of: TextUnit.allCases)
    style.instanceAnchor = choice(of: [nil, .character, .word, .line, .text])
    for _ in 0..<next() % 4 {
      let start = next()
      var range = StyledRange(start - 8..<start + next())
      if flags & 64 != 0 { range.fontSize = length() }
      if flags & 128 != 0 { range.baselineShift = length() }
      if start & 1 != 0 { range.tracking = length() }
      if start & 2 != 0 { range.foregroundColor = .black }
      style.ranges.append(range)
    }
    return style
  }

  private mutating func path() -> Path {
    var path = Path()
    path.move(to: .zero)
    path.curve(to: Point(length(), 100), control1: Point(50, length()), control2: Point(0, 100))
    if next() & 1 != 0 { path.close() }
    return path
  }
}

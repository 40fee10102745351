import StrettoGeometry

/// Sets a shaped text: breaks it into lines, cuts what is too long, places glyphs and boxes.
struct Typesetter {
  let text: ShapedText
  let style: TextStyle
  var layout = TextLayout()
  /// Points that each character takes along its line; a tab's is known when its line is broken.
  var widths: [Double] = []
  /// The width that lines are broken or cut at and aligned in; 0 is none.
  let limit: Double
  let height: Double
  /// Characters that a font has fused.
  var ligatures: [Range<Int>] = []
  /// Top of the next line.
  var top = 0.0
  /// Code points as they are shaped: soft hyphens that are used become hyphens while their line is set.
  var scalars: [UInt32]
  /// Asked in each stage whether to go on.
  var cancellation: Cancellation

  init(_ text: ShapedText, _ style: TextStyle, _ cancellation: Cancellation) {
    (self.text, self.style, self.cancellation) = (text, style, cancellation)
    limit = Swift.max(style.width.boundedLength, 0)
    height = Swift.max(style.height.boundedLength, 0)
    scalars = text.scalars
  }

  mutating func set() throws(Cancelled) -> TextLayout {
    layout.fonts = text.fonts
    layout.missing = text.missing
    try findWidths()
    try setLines()
    try alignVertically()
    try TextLayout.sortByCharacter(&layout.glyphs, count: text.count, &cancellation)
    try findCopies()
    if let path = style.path { try place(along: path) }
    return layout
  }

  private mutating func findWidths() throws(Cancelled) {
    widths.reserveCapacity(text.count)
    layout.characters.reserveCapacity(text.count)
    layout.glyphs.reserveCapacity(text.runs.reduce(0) { $0 + $1.glyphs.count })
    for (index, character) in text.characters.enumerated() {
      try cancellation.goOn()
      let own = text.styles.style(of: index)
      let tracking = character.isTracked && character.run >= 0 ? own.tracking(in: style) : 0
      let isSet = character.role != .tab && character.role != .control && character.run >= 0
      widths.append(isSet ? max(character.advance * own.size(in: style) + tracking, 0) : 0)
      let word = character.word < 0 ? nil : Int(character.word)
      layout.characters.append(.init(line: -1, word: word, isWhiteSpace: word == nil))
    }
    for index in text.missing.joined() { layout.characters[index].isMissing = true }
  }

  /// Above and below the baseline and between lines, of the fonts that some characters ask for. What stands in for them
  /// does not count: an emoji pushes no lines apart.
  func extents(_ characters: Range<Int>) -> (ascent: Double, descent: Double, gap: Double) {
    var extents = (ascent: 0.0, descent: 0.0, gap: 0.0)
    var last = -1
    for index in characters {
      let number = text.styles.index(of: index)
      if number == last { continue }
      last = number
      let own = ownExtents(number)
      extents.ascent = max(extents.ascent, own.ascent)
      extents.descent = max(extents.descent, own.descent)
      extents.gap = max(extents.gap, own.gap)
      if text.styles.styles.count == 1 { break }
    }
    return extents
  }

  func ownExtents(_ styleNumber: Int) -> (ascent: Double, descent: Double, gap: Double) {
    let own = text.styles.styles[styleNumber]
    let font = text.fonts[own.fonts.first]
    let size = own.size(in: style)
    return (font.ascent * size, font.descent * size, font.lineGap * size)
  }

  /// Moves everything so that the lines stand in the box as they are wanted; without a height, about y = 0.
  private mutating func alignVertically() throws(Cancelled) {
    guard let last = layout.lines.last else { return }
    let total = last.box.maxY
    let shift =
      switch style.verticalAlignmentMode {
      case .top: 0.0
      case .center: (height - total) / 2
      case .bottom: height - total
      }
    for index in layout.lines.indices {
      layout.lines[index].box.y += shift
      layout.lines[index].baseline += shift
    }
    for index in layout.characters.indices { layout.characters[index].box.y += shift }
    try cancellation.goOn(steps: layout.characters.count)
    for index in layout.glyphs.indices { layout.glyphs[index].y += shift }
    try cancellation.goOn(steps: layout.glyphs.count)
    layout.box = layout.lines.dropFirst().reduce(layout.lines[0].box) { $0.union($1.box) }
  }
}

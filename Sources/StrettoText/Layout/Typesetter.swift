import StrettoGeometry

/// Breaks a shaped text into lines, truncates lines that are too long, and positions glyphs and boxes.
struct Typesetter {
  let text: ShapedText
  let style: TextStyle
  var layout = TextLayout()
  /// The width of each character in points. The width of a tab is computed when the line with the tab is broken.
  var widths: [Double] = []
  /// The width in points at which lines are wrapped or truncated, and in which lines are aligned. If the width limit is 0, lines
  /// are neither wrapped nor truncated.
  let limit: Double
  let height: Double
  /// Ranges of characters that form ligatures.
  var ligatures: [Range<Int>] = []
  /// The y coordinate of the top of the next line.
  var top = 0.0
  /// The lengths of each style, in points.
  let lengths: [StyleLengths]
  /// The code points of the text to be shaped. While a line with a visible soft hyphen is laid out, the soft hyphen is replaced by
  /// a hyphen.
  var scalars: [UInt32]
  /// The cancellation of the caller, which is checked in each stage of the layout.
  var cancellation: Cancellation

  init(_ text: ShapedText, _ style: TextStyle, _ cancellation: Cancellation) {
    (self.text, self.style, self.cancellation) = (text, style, cancellation)
    limit = Swift.max(style.width.boundedLength, 0)
    height = Swift.max(style.height.boundedLength, 0)
    scalars = text.scalars
    lengths = text.styles.styles.map { StyleLengths($0, text.fonts, style) }
  }

  func lengths(of character: Int) -> StyleLengths { lengths[text.styles.index(of: character)] }

  mutating func set() throws(Cancelled) -> TextLayout {
    layout.fonts = text.fonts
    layout.missing = text.missing
    layout.colors = text.styles.styles.map { $0.color }
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
    layout.glyphs.reserveCapacity(text.glyphs.count)
    for (index, character) in text.characters.enumerated() {
      try cancellation.checkCancelled()
      let own = lengths(of: index)
      let tracking = character.isTracked && character.run >= 0 ? own.tracking : 0
      let isSet = character.role != .tab && character.role != .control && character.run >= 0
      widths.append(isSet ? max(character.advance * own.size + tracking, 0) : 0)
      let word = character.word < 0 ? nil : Int(character.word)
      layout.characters.append(.init(line: -1, word: word, isWhiteSpace: word == nil))
    }
    for index in text.missing.joined() { layout.characters[index].isMissing = true }
  }

  /// The greatest ascent, descent and line gap of the requested fonts of some characters. Fallback fonts do not affect the
  /// extents of a line, so that an emoji does not move lines apart.
  func extents(_ characters: Range<Int>) -> (ascent: Double, descent: Double, gap: Double) {
    var extents = (ascent: 0.0, descent: 0.0, gap: 0.0)
    var last = -1
    for index in characters {
      let number = text.styles.index(of: index)
      if number == last { continue }
      last = number
      let own = lengths[number]
      extents.ascent = max(extents.ascent, own.ascent)
      extents.descent = max(extents.descent, own.descent)
      extents.gap = max(extents.gap, own.gap)
      if lengths.count == 1 { break }
    }
    return extents
  }

  /// Moves all lines, characters and glyphs vertically, so that the lines are aligned in the text's box. If the text's box has no
  /// height, the lines are aligned about y = 0.
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
    try cancellation.checkCancelled(work: layout.characters.count)
    for index in layout.glyphs.indices { layout.glyphs[index].y += shift }
    try cancellation.checkCancelled(work: layout.glyphs.count)
    layout.box = layout.lines.dropFirst().reduce(layout.lines[0].box) { $0.union($1.box) }
  }
}

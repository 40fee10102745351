import StrettoGeometry

extension Typesetter {
  /// A line of the text before the line's glyphs are positioned.
  struct LinePlan {
    /// All characters of the line, including the line end and truncated characters.
    var characters: Range<Int>
    /// The visible ranges of the line's characters, in the order of the string. In most lines, all characters form one visible
    /// range.
    var shown: [Range<Int>]
    /// The ellipsis of a truncated line, or nil if the line is not truncated. `place` is the number of ranges in `shown` before
    /// the ellipsis, and `owner` is the character whose copy shows the ellipsis.
    var ellipsis: (place: Int, owner: Int)?
    /// The index of the paragraph that contains the line's first character.
    var paragraph: Int
    /// True if the line was broken before the end of its paragraph, because the line was full.
    var isFull = false
    /// True if the last character of the line is a soft hyphen that is shown.
    var showsHyphen = false
  }

  /// Allowance for rounding errors in points, because a line may be slightly longer than the sum of its characters' widths.
  private var tolerance: Double { 1e-6 + limit * 1e-9 }

  mutating func setLines() throws(Cancelled) {
    let breaks = style.wrapped && limit > 0
    for paragraph in text.paragraphs.indices {
      let content = text.paragraphs[paragraph].content
      var start = content.lowerBound
      repeat {
        if layout.lines.count > 0, isTooLow(start) { return try cutLastLine() }
        start = breaks ? try setBroken(paragraph, from: start) : try setWhole(paragraph)
      } while start < content.upperBound
    }
  }

  /// True if a line that begins with the character would end below the text's box, so that the previous line needs an ellipsis.
  private func isTooLow(_ character: Int) -> Bool {
    guard style.wrapped, style.truncationMode != .none, height > 0, limit > 0 else { return false }
    let own = extents(character..<character + 1)
    return top + own.ascent + own.descent > height + 1e-6
  }

  // MARK: - Breaking

  /// Lays out one line of a paragraph, and returns the index of the first character of the next line.
  private mutating func setBroken(
    _ paragraph: Int, from start: Int
  ) throws(Cancelled) -> Int {
    let content = text.paragraphs[paragraph].content
    var availableWidth = limit
    var next = try nextBreak(from: start, to: content.upperBound, availableWidth)
    // Shaping a line by itself may make the line wider than shaping its paragraph, because a kern is missing or a ligature is
    // split. After eight attempts to shorten the line, the line stays too wide.
    for _ in 0..<8 {
      let (glyphs, lines) = (layout.glyphs.count, layout.lines.count)
      let plan = brokenPlan(paragraph, start..<next.end, next.showsHyphen)
      try setLine(plan)
      let overshoot = layout.lines[lines].box.width - limit
      let seen = visibleRange(plan)
      guard overshoot > tolerance, seen.count > 1 else { return next.end }
      availableWidth -= overshoot
      let shorter = try nextBreak(from: start, to: content.upperBound, availableWidth)
      let end = beforeLastWide(seen)
      undo(plan, glyphs: glyphs, lines: lines)
      next = shorter.end < next.end ? shorter : (end, false)
    }
    try setLine(brokenPlan(paragraph, start..<next.end, next.showsHyphen))
    return next.end
  }

  /// The index of the last character with a width above 0 in the line that was laid out last. The result is the index of the
  /// second character if no character after the first has a width above 0.
  private func beforeLastWide(_ seen: Range<Int>) -> Int {
    let rest = seen.dropFirst()
    return rest.last { layout.characters[$0].box.width > 0 } ?? rest.lowerBound
  }

  private func brokenPlan(
    _ paragraph: Int, _ shown: Range<Int>, _ showsHyphen: Bool
  ) -> LinePlan {
    let whole = text.paragraphs[paragraph]
    let isFull = shown.upperBound < whole.content.upperBound
    return LinePlan(
      characters: isFull ? shown : shown.lowerBound..<whole.characters.upperBound,
      shown: [shown], ellipsis: nil, paragraph: paragraph, isFull: isFull,
      showsHyphen: isFull && showsHyphen)
  }

  /// Removes the last line from the layout.
  private mutating func undo(_ plan: LinePlan, glyphs: Int, lines: Int) {
    layout.glyphs.removeLast(layout.glyphs.count - glyphs)
    top = layout.lines[lines].box.y
    layout.lines.removeLast(layout.lines.count - lines)
    while let last = ligatures.last, last.lowerBound >= plan.characters.lowerBound {
      ligatures.removeLast()
    }
    for index in plan.characters { layout.characters[index].line = -1 }
  }

  /// The end of the line that begins at `start`, and whether the line ends with a visible soft hyphen. Over all lines of a text,
  /// each character is examined at most twice.
  private mutating func nextBreak(
    from start: Int, to end: Int, _ availableWidth: Double
  ) throws(Cancelled) -> (end: Int, showsHyphen: Bool) {
    var x = 0.0
    var candidate: (end: Int, showsHyphen: Bool)?
    for index in start..<end {
      let character = text.characters[index]
      try cancellation.checkCancelled()
      if index > start, character.canBegin {
        let isHyphen = text.characters[index - 1].role == .softHyphen
        if !isHyphen || x + hyphenWidth(index - 1) <= availableWidth + tolerance {
          candidate = (index, isHyphen)
        }
      }
      switch character.role {
      case .tab:
        widths[index] = tabWidth(index, at: x)
        x += widths[index]
      case .whiteSpace, .space: x += widths[index]  // hangs
      default:
        // A word that is wider than the line is broken between any two characters.
        if index > start, x + widths[index] > availableWidth + tolerance {
          return candidate ?? (index, false)
        }
        x += widths[index]
      }
    }
    return (end, false)
  }

  /// The width in points of a tab that begins at `x`. A tab ends at the next multiple of eight spaces.
  private func tabWidth(_ index: Int, at x: Double) -> Double {
    let own = text.styles.style(of: index)
    let font = text.fonts[own.fonts.first]
    let space = font.glyph(for: 0x20).map { font.advance(of: $0) } ?? 0.25
    let stop = 8 * space * lengths(of: index).size
    guard stop > 0, (x / stop).isFinite else { return 0 }
    let next = ((x / stop + 1e-9).rounded(.down) + 1) * stop
    return max(next - x, 0)
  }

  private func hyphenWidth(_ index: Int) -> Double {
    let font = text.fonts[text.runs[Int(text.characters[index].run)].font]
    guard let glyph = font.glyph(for: Typesetter.hyphen(font)) else { return 0 }
    return font.advance(of: glyph) * lengths(of: index).size
  }

  /// The code point of the visible hyphen: U+2010, or the ASCII hyphen if the font lacks U+2010.
  static func hyphen(_ font: Font) -> UInt32 { font.glyph(for: 0x2010) != nil ? 0x2010 : 0x2D }

  // MARK: - Truncation

  /// Lays out a paragraph as one line, which is truncated if the line is too long.
  private mutating func setWhole(_ paragraph: Int) throws(Cancelled) -> Int {
    let whole = text.paragraphs[paragraph]
    let x = try measure(whole.content)
    let plan = LinePlan(
      characters: whole.characters, shown: [whole.content], ellipsis: nil, paragraph: paragraph)
    if style.truncationMode != .none, limit > 0, x > limit + tolerance, !style.wrapped {
      try setCut(plan, tail: whole.content)
    } else {
      try setLine(plan)
    }
    return whole.content.upperBound
  }

  /// The width of characters in points, without white space at their end. `measure` also computes the width of each tab.
  private mutating func measure(_ characters: Range<Int>) throws(Cancelled) -> Double {
    var (x, seen) = (0.0, 0.0)
    for index in characters {
      try cancellation.checkCancelled()
      if text.characters[index].role == .tab { widths[index] = tabWidth(index, at: x) }
      x += widths[index]
      if text.characters[index].word >= 0 { seen = x }
    }
    return seen
  }

  /// Lays out the last line again, with an ellipsis that stands for all text after the line.
  private mutating func cutLastLine() throws(Cancelled) {
    guard let last = layout.lines.last,
      let final = text.paragraphs.last,
      let paragraph = text.paragraphs.firstIndex(where: {
        $0.characters.contains(last.characters.lowerBound)
      })
    else { return }
    let start = last.characters.lowerBound
    let glyphs = layout.glyphs.firstIndex { $0.character >= start } ?? layout.glyphs.count
    let plan = LinePlan(
      characters: start..<text.count,
      shown: [start..<text.paragraphs[paragraph].content.upperBound], ellipsis: nil,
      paragraph: paragraph)
    undo(plan, glyphs: glyphs, lines: layout.lines.count - 1)
    let from = max(final.content.lowerBound, start)
    try setCut(plan, tail: min(from, final.content.upperBound)..<final.content.upperBound)
  }

  /// Lays out the part of a line that fits the width. Shaping a part of a line by itself may make the part wider than measured, so
  /// that fewer characters fit.
  private mutating func setCut(_ plan: LinePlan, tail: Range<Int>) throws(Cancelled) {
    var availableWidth = limit + tolerance - ellipsisWidth(plan.shown[0].lowerBound)
    for _ in 0..<8 {
      let (glyphs, lines) = (layout.glyphs.count, layout.lines.count)
      let part = try cut(plan, tail: tail, availableWidth)
      try setLine(part)
      let overshoot = layout.lines[lines].box.width - limit
      if overshoot <= tolerance || part.shown.allSatisfy({ $0.isEmpty }) { return }
      let measured = part.shown.joined().reduce(0) { $0 + widths[$1] }
      availableWidth = min(availableWidth - overshoot, measured - 2 * tolerance)
      undo(plan, glyphs: glyphs, lines: lines)
    }
    try setLine(cut(plan, tail: tail, availableWidth))
  }

  /// Truncates a line, and the rest of the text, to the characters that fit together with an ellipsis.
  private mutating func cut(
    _ plan: LinePlan, tail: Range<Int>, _ availableWidth: Double
  ) throws(Cancelled) -> LinePlan {
    let head = plan.shown[0]
    _ = try measure(head)
    _ = try measure(tail)
    var (before, after) = (head.lowerBound, tail.upperBound)
    var (left, right) = (0.0, 0.0)
    while true {
      try cancellation.checkCancelled()
      let canTakeHead = style.truncationMode != .start && before < min(head.upperBound, after)
      let canTakeTail = style.truncationMode != .end && after > max(tail.lowerBound, before)
      let takesHead = canTakeHead && (!canTakeTail || left <= right)
      if takesHead, left + right + widths[before] <= availableWidth {
        left += widths[before]
        before += 1
      } else if !takesHead, canTakeTail, left + right + widths[after - 1] <= availableWidth {
        right += widths[after - 1]
        after -= 1
      } else {
        break
      }
    }
    while before > head.lowerBound, text.characters[before - 1].word < 0 { before -= 1 }
    while after < tail.upperBound, text.characters[after].word < 0 { after += 1 }
    var result = plan
    result.shown = [head.lowerBound..<before, after..<tail.upperBound]
    result.ellipsis = (1, owner(before..<after, plan.characters))
    return result
  }

  /// The character whose copy shows the ellipsis of a line.
  ///
  /// The ellipsis belongs to the first truncated character, or to the last truncated character if the start of the line is
  /// truncated. If copies are words, the ellipsis belongs to the first truncated character that is part of a word.
  private func owner(_ hidden: Range<Int>, _ all: Range<Int>) -> Int {
    let owner = style.truncationMode == .start ? hidden.last : hidden.first
    if style.instanceUnit == .word {
      let word =
        hidden.first { text.characters[$0].word >= 0 } ?? all.last { text.characters[$0].word >= 0 }
      if let word { return word }
    }
    return owner ?? max(all.upperBound - 1, all.lowerBound)
  }

  func ellipsisWidth(_ character: Int) -> Double {
    ellipsis(character).glyphs.reduce(0) { $0 + $1.advance } * lengths(of: character).size
  }

  /// The glyphs of the ellipsis U+2026, or of three dots if no font has U+2026, in the style of a character.
  func ellipsis(_ character: Int) -> (font: Int, glyphs: [ShapedGlyph]) {
    let own = text.styles.style(of: character)
    let font = own.fonts.order.first { text.fonts[$0].glyph(for: 0x2026) != nil }
    let dots: [UInt32] = font == nil ? [0x2E, 0x2E, 0x2E] : [0x2026]
    let number = font ?? own.fonts.first
    return (number, text.fonts[number].shape(dots))
  }
}

import StrettoGeometry

extension Typesetter {
  /// A part of a line that is positioned as a unit. All characters of a segment belong to one run and have one bidi level.
  private struct Segment {
    var characters: Range<Int>
    /// The index of the segment's run, or nil for the ellipsis.
    var run: Int?
    var level: UInt8
  }

  /// Appends a line to the layout, with the line's glyphs and the boxes of the line's characters.
  mutating func setLine(_ plan: LinePlan) throws(Cancelled) {
    // Laying out a line takes four passes over the characters of the line.
    try cancellation.checkCancelled(work: plan.characters.count * 4)
    let number = layout.lines.count
    let own = extents(plan.characters)
    let baseline = top + own.ascent
    if plan.showsHyphen { showHyphen(plan, true) }
    let segments = segments(of: plan)
    let first = layout.glyphs.count
    var width = try place(segments, plan, line: number, baseline, justification: 0)
    var hang = hang(plan)
    if let justification = justification(plan, width - hang) {
      layout.glyphs.removeLast(layout.glyphs.count - first)
      for index in plan.characters { layout.characters[index].line = -1 }
      width = try place(segments, plan, line: number, baseline, justification: justification)
      hang = self.hang(plan)
    }
    if plan.showsHyphen { showHyphen(plan, false) }
    let isRightToLeft = text.paragraphs[plan.paragraph].bidi.baseLevel == 1
    let x = left(isRightToLeft, width - hang)
    placeRest(plan, line: number, baseline, end: isRightToLeft ? 0 : width)
    shift(plan, x - (isRightToLeft ? hang : 0), from: first)
    let box = Rect(x, top, width - hang, own.ascent + own.descent)
    layout.lines.append(.init(characters: plan.characters, box: box, baseline: baseline))
    top += own.ascent + own.descent + own.gap + style.leading.boundedLength
  }

  private mutating func showHyphen(_ plan: LinePlan, _ shows: Bool) {
    let index = plan.shown[0].upperBound - 1
    let font = text.fonts[text.runs[Int(text.characters[index].run)].font]
    scalars[text.boundaries[index]] = shows ? Typesetter.hyphen(font) : 0xAD
  }

  // MARK: - Order

  /// The segments of a line in visual order, from left to right.
  private func segments(of plan: LinePlan) -> [Segment] {
    var segments: [Segment] = []
    for (index, shown) in plan.shown.enumerated() {
      if let ellipsis = plan.ellipsis, ellipsis.place == index {
        appendEllipsis(&segments, plan, ellipsis.owner)
      }
      if !shown.isEmpty { append(&segments, shown, plan) }
    }
    if let ellipsis = plan.ellipsis, ellipsis.place >= plan.shown.count {
      appendEllipsis(&segments, plan, ellipsis.owner)
    }
    return Bidi.visualRuns(segments.map { $0.level }).flatMap { run in
      segments[run.lowerBound].level & 1 == 0 ? Array(segments[run]) : segments[run].reversed()
    }
  }

  private func appendEllipsis(_ segments: inout [Segment], _ plan: LinePlan, _ owner: Int) {
    let level = text.paragraphs[plan.paragraph].bidi.baseLevel
    segments.append(Segment(characters: owner..<owner + 1, run: nil, level: level))
  }

  private func append(_ segments: inout [Segment], _ shown: Range<Int>, _ plan: LinePlan) {
    var paragraph = text.paragraphs[plan.paragraph]
    if !paragraph.characters.contains(shown.lowerBound) {
      paragraph = text.paragraphs[text.paragraphs.count - 1]
    }
    let start = text.boundaries[shown.lowerBound]
    let levels = paragraph.bidi.levels(
      ofLine: start - paragraph.start..<text.boundaries[shown.upperBound] - paragraph.start)
    var index = shown.lowerBound
    while index < shown.upperBound {
      let run = Int(text.characters[index].run)
      let end = min(text.runs[run].characters.upperBound, shown.upperBound)
      let level = levels[text.boundaries[index] - start]
      var last = index + 1
      while last < end, levels[text.boundaries[last] - start] == level { last += 1 }
      segments.append(Segment(characters: index..<last, run: run, level: level))
      index = last
    }
  }

  // MARK: - Places

  /// Positions segments of a line from x = 0 on, and returns the x of the end of the last segment. `justification` is the width
  /// in points that is added to each space of the line.
  private mutating func place(
    _ segments: [Segment], _ plan: LinePlan, line: Int, _ baseline: Double, justification: Double
  ) throws(Cancelled) -> Double {
    var pen = 0.0
    let stretched = justification == 0 ? 0..<0 : visibleRange(plan)
    for segment in segments {
      guard let number = segment.run else {
        placeEllipsis(segment.characters.lowerBound, &pen, line, baseline)
        continue
      }
      let run = text.runs[number]
      guard text.isShaped(run) else {
        let character = segment.characters.lowerBound
        placeBox(character, pen, widths[character], line, baseline, run.level)
        pen += widths[character]
        continue
      }
      let hasHyphen =
        plan.showsHyphen && segment.characters.upperBound == plan.shown[0].upperBound
      let glyphs: ArraySlice<ShapedGlyph>
      if !hasHyphen, let slice = text.slice(of: run, segment.characters) {
        glyphs = slice
      } else {
        glyphs = try text.glyphs(of: run, segment.characters, in: scalars, &cancellation).glyphs[
          ...]
      }
      for cluster in Clusters(glyphs, text, run, segment.characters) {
        try cancellation.checkCancelled()
        let first = cluster.characters.lowerBound
        let grows = stretched.contains(first) && text.characters[first].role == .space
        place(cluster, glyphs, run, &pen, line, baseline, grows ? justification : 0)
      }
    }
    return pen
  }

  private mutating func place(
    _ cluster: Clusters.Cluster, _ glyphs: ArraySlice<ShapedGlyph>, _ run: ShapedText.Run,
    _ pen: inout Double, _ line: Int, _ baseline: Double, _ justified: Double
  ) {
    let first = cluster.characters.lowerBound
    let own = lengths(of: first)
    let size = own.size
    let isTracked = text.isTracked(cluster.characters.upperBound - 1, cluster, run)
    let extra = justified + (isTracked ? own.tracking : 0)
    let isRightToLeft = run.level & 1 == 1
    let width = max(cluster.advance * size + extra, 0)
    var x = isRightToLeft ? pen + width - cluster.advance * size : pen
    for index in cluster.glyphs {
      append(glyphs[index], run.font, at: &x, baseline, first)
    }
    if cluster.characters.count > 1 { ligatures.append(cluster.characters) }
    let fraction = width / Double(cluster.characters.count)
    for (index, character) in cluster.characters.enumerated() {
      let position = isRightToLeft ? cluster.characters.count - 1 - index : index
      placeBox(character, pen + fraction * Double(position), fraction, line, baseline, run.level)
    }
    pen += width
  }

  private mutating func placeEllipsis(
    _ owner: Int, _ pen: inout Double, _ line: Int, _ baseline: Double
  ) {
    let (font, glyphs) = ellipsis(owner)
    let start = pen
    for shaped in glyphs { append(shaped, font, at: &pen, baseline, owner) }
    placeBox(owner, start, pen - start, line, baseline)
  }

  /// Appends a glyph of a character to the layout, and advances the pen position.
  private mutating func append(
    _ shaped: ShapedGlyph, _ font: Int, at pen: inout Double, _ baseline: Double, _ character: Int
  ) {
    let number = text.styles.index(of: character)
    let own = lengths[number]
    let size = own.size
    layout.glyphs.append(
      TextLayout.Glyph(
        x: pen + shaped.xOffset * size,
        y: baseline - own.baselineShift + shaped.yOffset * size, size: size, font: font,
        glyph: shaped.glyph, color: number, character: character))
    pen += shaped.advance * size
  }

  /// Sets the box of a character. If a character has several clusters, each call extends the character's box.
  private mutating func placeBox(
    _ index: Int, _ x: Double, _ width: Double, _ line: Int, _ baseline: Double, _ level: UInt8 = 0
  ) {
    let own = lengths(of: index)
    let box = Rect(x, baseline - own.baselineShift - own.ascent, width, own.ascent + own.descent)
    if layout.characters[index].line < 0 {
      layout.characters[index].box = box
    } else {
      layout.characters[index].box = layout.characters[index].box.union(box)
    }
    layout.characters[index].line = line
    layout.characters[index].level = level
  }

  /// Positions the boxes of invisible characters. A line end is at the end of its line, and a truncated character is at the
  /// ellipsis.
  private mutating func placeRest(
    _ plan: LinePlan, line: Int, _ baseline: Double, end: Double
  ) {
    let cut = plan.ellipsis.map { layout.characters[$0.owner].box.x } ?? end
    for index in plan.characters where layout.characters[index].line < 0 {
      let isEnd = text.characters[index].role == .lineEnd && plan.ellipsis == nil
      placeBox(index, isEnd ? end : cut, 0, line, baseline)
    }
  }

  private mutating func shift(_ plan: LinePlan, _ x: Double, from first: Int) {
    guard x != 0 else { return }
    for index in plan.characters { layout.characters[index].box.x += x }
    for index in first..<layout.glyphs.count { layout.glyphs[index].x += x }
  }

  // MARK: - Alignment

  /// The width in points of the invisible white space at the end of a line.
  private func hang(_ plan: LinePlan) -> Double {
    // A line that ends with an ellipsis has no white space at its end.
    guard let shown = plan.shown.last else { return 0 }
    var hang = 0.0
    for index in shown.reversed() {
      guard text.characters[index].word < 0 else { break }
      hang += layout.characters[index].box.width
    }
    return hang
  }

  /// The width in points that is added to each space of a justified line, or nil if the line is not justified.
  private func justification(_ plan: LinePlan, _ width: Double) -> Double? {
    guard style.alignmentMode == .justified, plan.isFull, limit > width else { return nil }
    let spaces = visibleRange(plan).reduce(0) { $0 + (text.characters[$1].role == .space ? 1 : 0) }
    return spaces > 0 ? (limit - width) / Double(spaces) : nil
  }

  /// The visible range of characters of a line, without white space at its end.
  func visibleRange(_ plan: LinePlan) -> Range<Int> {
    let shown = plan.shown[0]
    var end = shown.upperBound
    while end > shown.lowerBound, text.characters[end - 1].word < 0 { end -= 1 }
    return shown.lowerBound..<end
  }

  /// The x coordinate of the left end of the visible part of a line.
  private func left(_ isRightToLeft: Bool, _ width: Double) -> Double {
    switch style.alignmentMode {
    case .left: 0
    case .right: limit - width
    case .center: (limit - width) / 2
    case .natural, .justified: isRightToLeft ? limit - width : 0
    }
  }
}

import StrettoGeometry

// A run of text can be as long as the whole text, and a call of HarfBuzz cannot be cancelled. A long run is therefore shaped in
// segments, which are cut where a cut does not change the glyphs.

extension ShapedText {
  /// The number of code points that one call of HarfBuzz shapes, which takes some milliseconds.
  private static let segmentLimit = 8192
  /// Distances in code points from the end of a segment at which the segment may be cut. Glyphs nearer to the end of a segment
  /// may depend on the text after the segment.
  private static let cuts = 64...1024
  /// The greatest number of code points of a grapheme that are shaped together, because HarfBuzz's time is quadratic in the
  /// number of code points of a grapheme. Graphemes of natural languages have fewer than 20 code points.
  private static let graphemeLimit = 1024

  /// Shapes a part of a run with the text around the part as context. Returns the glyphs of the part, and whether the glyphs are
  /// complete.
  ///
  /// The returned glyphs are incomplete if the font has substitutions that multiply glyphs beyond HarfBuzz's limit.
  func glyphs(
    of run: Run, _ part: Range<Int>, in text: [UInt32], _ cancellation: inout Cancellation
  ) throws(Cancelled) -> (glyphs: [ShapedGlyph], isWhole: Bool) {
    let style = styles.styles[run.style]
    var shaping = ShapingStyle()
    shaping.direction = run.level & 1 == 0 ? .leftToRight : .rightToLeft
    shaping.script = run.script.tag
    shaping.language = style.language
    shaping.features = style.features
    if !run.decomposed.isEmpty { return decomposedGlyphs(of: run, shaping) }
    var (segments, isWhole): ([[ShapedGlyph]], Bool) = ([], true)
    for range in ranges(part) {
      var start = range.lowerBound
      while start < range.upperBound {
        let segment = start..<min(start + ShapedText.segmentLimit, range.upperBound)
        try cancellation.checkCancelled(work: segment.count)
        let shaped = fonts[run.font].shaping.shape(text, segment, shaping)
        isWhole = isWhole && shaped.isWhole
        var glyphs = limited(shaped.glyphs)
        start = segment.upperBound
        if start < range.upperBound, let cut = ShapedText.cut(glyphs, segment) {
          glyphs.removeAll { $0.cluster >= cut }
          start = cut
        }
        segments.append(glyphs)
      }
    }
    if segments.count == 1 { return (segments[0], isWhole) }
    if shaping.direction == .rightToLeft { segments.reverse() }
    return (Array(segments.joined()), isWhole)
  }

  /// The glyphs of the decomposition that replaces the character of a run. All glyphs of the decomposition belong to the cluster
  /// of the character.
  private func decomposedGlyphs(
    of run: Run, _ shaping: ShapingStyle
  ) -> (glyphs: [ShapedGlyph], isWhole: Bool) {
    var shaping = shaping
    // A neutral character in a right-to-left run may decompose to Latin letters, which run from left to right.
    let isRightToLeft = run.decomposed.contains { [.r, .al].contains(CodePoint($0).bidi) }
    if !isRightToLeft { shaping.direction = .leftToRight }
    let whole = 0..<run.decomposed.count
    var shaped = fonts[run.font].shaping.shape(run.decomposed, whole, shaping)
    for index in shaped.glyphs.indices {
      shaped.glyphs[index].cluster = boundaries[run.characters.lowerBound]
    }
    return (limited(shaped.glyphs), shaped.isWhole)
  }

  /// The glyphs of a part of a run, taken from the shaped run.
  ///
  /// The result is nil if a ligature or kern crosses an end of the part of the run. If a ligature or kern crosses the end, a line
  /// that begins or ends with the part has different glyphs than the run.
  func slice(of run: Run, _ part: Range<Int>) -> ArraySlice<ShapedGlyph>? {
    let (first, end) = (boundaries[part.lowerBound], boundaries[part.upperBound])
    let (start, count) = (run.glyphs.lowerBound, run.glyphs.count)
    let isReversed = run.level & 1 != 0
    // The clusters of a run are in increasing or decreasing order, so a binary search finds the glyphs before a cluster.
    func number(before cluster: Int) -> Int {
      var (low, high) = (0, count)
      while low < high {
        let middle = (low + high) / 2
        if isReversed == (glyphs[start + middle].cluster < cluster) {
          high = middle
        } else {
          low = middle + 1
        }
      }
      return isReversed ? count - low : low
    }
    func isSafe(_ cluster: Int, _ before: Int) -> Bool {
      let index = isReversed ? count - 1 - before : before
      return (0..<count).contains(index) && glyphs[start + index].cluster == cluster
        && glyphs[start + index].isCuttable
    }
    let (low, high) = (number(before: first), number(before: end))
    guard part.lowerBound == run.characters.lowerBound || isSafe(first, low),
      part.upperBound == run.characters.upperBound || isSafe(end, high)
    else { return nil }
    let shown = isReversed ? count - high..<count - low : low..<high
    return glyphs[start + shown.lowerBound..<start + shown.upperBound]
  }

  /// The first glyphs of each cluster, at most `mostGlyphs` glyphs for each cluster.
  private func limited(_ glyphs: [ShapedGlyph]) -> [ShapedGlyph] {
    if mostGlyphs == .max { return glyphs }
    var (cluster, count) = (-1, 0)
    var result: [ShapedGlyph] = []
    for glyph in glyphs {
      count = glyph.cluster == cluster ? count + 1 : 1
      cluster = glyph.cluster
      if count <= mostGlyphs { result.append(glyph) }
    }
    return result
  }

  /// The code points of a part of a run, in one range. A grapheme of more than `graphemeLimit` code points is cut, so a part with
  /// such a grapheme has several ranges.
  private func ranges(_ part: Range<Int>) -> [Range<Int>] {
    var (ranges, start) = ([Range<Int>](), boundaries[part.lowerBound])
    let end = boundaries[part.upperBound]
    if end - start <= part.count + ShapedText.graphemeLimit { return [start..<end] }
    for character in part {
      while boundaries[character + 1] - max(start, boundaries[character]) > ShapedText.graphemeLimit
      {
        let cut = max(start, boundaries[character]) + ShapedText.graphemeLimit
        ranges.append(start..<cut)
        start = cut
      }
    }
    return ranges + [start..<end]
  }

  /// The last cluster near the end of a segment before which the text can be cut without changing glyphs; nil if no cluster near
  /// the end allows a cut.
  private static func cut(_ glyphs: [ShapedGlyph], _ segment: Range<Int>) -> Int? {
    let allowed = segment.upperBound - cuts.upperBound...segment.upperBound - cuts.lowerBound
    var cut: Int?
    for glyph in glyphs where glyph.isCuttable && allowed.contains(glyph.cluster) {
      cut = max(cut ?? 0, glyph.cluster)
    }
    return cut
  }
}

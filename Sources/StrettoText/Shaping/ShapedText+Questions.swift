// Answers that need no layout.

extension ShapedText {
  /// The characters that no font has, each once, in string order.
  public var missingCharacters: String { distinct(missing.joined()) }

  /// The characters whose colours are not drawn (SVG, blended paints), each once, in string order.
  public var colorlessCharacters: String {
    // Whether the colours of a glyph are drawn is found by painting the glyph.
    var (known, found): ([SIMD2<UInt32>: Bool], [Int]) = ([:], [])
    for run in runs {
      for glyph in glyphs[run.glyphs] {
        let key = SIMD2(UInt32(run.font), glyph.glyph)
        let isColorless = known[key] ?? fonts[run.font].hasUndrawnColors(glyph.glyph)
        known[key] = isColorless
        if isColorless { found.append(Int(characterOf[glyph.cluster])) }
      }
    }
    return distinct(found.sorted())
  }

  /// The number of copies that show the text: one for each character or word, or one for the whole text. The number is nil if
  /// copies are lines, because lines need a layout.
  public func copyCount(_ unit: TextUnit) -> Int? {
    switch unit {
    case .character: count
    case .word: characters.last { $0.word >= 0 }.map { Int($0.word) + 1 } ?? 0
    case .text: min(count, 1)
    case .line: nil
    }
  }

  private func distinct(_ indices: some Sequence<Int>) -> String {
    var (seen, text): (Set<ArraySlice<UInt32>>, String.UnicodeScalarView) = ([], .init())
    for index in indices where seen.insert(scalars(of: index)).inserted {
      text.append(contentsOf: scalars(of: index).compactMap { Unicode.Scalar($0) })
    }
    return String(text)
  }
}

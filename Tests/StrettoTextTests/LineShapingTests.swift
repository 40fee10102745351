import StrettoGeometry
import StrettoTestSupport
import Testing

@testable import StrettoText

/// Lines copy their glyphs from the shaped text, and have the glyphs and positions of lines that are shaped one by one.
@Suite struct LineShapingTests {
  @Test(arguments: ShapingOracleTests.Case.all)
  func `lines cut from shaped runs equal lines that are shaped one by one`(
    words: ShapingOracleTests.Case
  ) throws {
    let bytes = try UnicodeFiles.bytes(at: words.font)
    var style = TextStyle(font: try bytes.withUnsafeBytes { try Font(FontData(copying: $0)) })
    style.wrapped = true
    var random = Pseudorandom(seed: 33)
    let (spaced, joined) = (words.strings.joined(separator: " "), words.strings.joined())
    var (cut, all) = (0, 0)
    for round in 0..<12 {
      style.instanceUnit = TextUnit.allCases[round % 4]
      style.alignmentMode = round % 3 == 0 ? .justified : .natural
      style.fontSize = Double.random(in: 8...24, using: &random)
      style.tracking = round % 5 == 0 ? 0.7 : 0
      style.width = Double.random(in: 20...500, using: &random)
      (style.height, style.truncationMode) = round % 4 == 3 ? (90, .middle) : (0, .none)
      // A text without spaces is broken inside words.
      let text = ShapedText(round % 2 == 0 ? spaced + " abc\u{AD}def (123)" : joined, style)
      var uncut = text
      for index in uncut.glyphs.indices { uncut.glyphs[index].isCuttable = false }
      let layout = TextLayout(text, style)
      #expect(layout == TextLayout(uncut, style), "\(words), \(style.width) points")
      let (own, parts) = counts(of: text, layout)
      (cut, all) = (cut + own, all + parts)
    }
    #expect(all > 25)
    // Lines are broken between words, or in scripts that join, inside words, which need shaping again.
    #expect(cut * 2 > all, "\(cut) of \(all) parts of lines were cut from shaped runs")
  }

  /// The number of parts of lines that are cut from a longer run, and the number of all parts that end inside a run.
  private func counts(of text: ShapedText, _ layout: TextLayout) -> (cut: Int, all: Int) {
    var (cut, all) = (0, 0)
    for run in text.runs where text.isShaped(run) {
      for line in layout.lines {
        let part = line.characters.clamped(to: run.characters)
        if part.isEmpty || part == run.characters { continue }
        all += 1
        if text.slice(of: run, part) != nil { cut += 1 }
      }
    }
    return (cut, all)
  }
}

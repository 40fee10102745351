import StrettoGeometry
import Testing

@testable import StrettoText

/// Shaping matches the program hb-shape of an older HarfBuzz release, in Debian's package libharfbuzz-bin.
@Suite struct ShapingOracleTests {
  /// A script, the path of a font that covers the script, and strings in the script.
  struct Case: Sendable, CustomStringConvertible {
    var script: String
    var isRightToLeft: Bool
    var font: String
    var strings: [String]

    var description: String { "\(script) in \(font)" }

    static let all: [Case] = {
      let bytes = (try? UnicodeFiles.bytes(at: "Tests/words/shaping.txt")) ?? []
      let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      return lines.filter { !$0.hasPrefix("#") }.map { line in
        let fields = line.split(separator: " ", maxSplits: 3)
        return Case(
          script: String(fields[0]), isRightToLeft: fields[1] == "rtl",
          font: "/usr/share/fonts/truetype/" + fields[2],
          strings: fields[3].split(separator: "|").map(String.init))
      }
    }()
  }

  @Test func thereAreManyStringsInManyScripts() {
    #expect(Case.all.reduce(0) { $0 + $1.strings.count } >= 300)
    #expect(Set(Case.all.map { $0.script }).count >= 20)
  }

  /// A line copies glyphs from the shaped run if cutting the run is safe at both ends, and shapes its text again if not. Whether
  /// or not cutting is safe, the line has the glyphs of its text shaped alone.
  @Test(arguments: Case.all) func aPartOfARunHasTheGlyphsThatItHasAlone(words: Case) throws {
    let bytes = try UnicodeFiles.bytes(at: words.font)
    let font = try bytes.withUnsafeBytes { try Font(FontData(copying: $0)) }
    let style = TextStyle(font: font)
    let text = ShapedText(words.strings.prefix(12).joined(separator: " "), style)
    var sliced = 0
    for run in text.runs where text.isShaped(run) {
      for first in run.characters {
        for end in first + 1...min(first + 24, run.characters.upperBound) {
          guard let slice = text.slice(of: run, first..<end) else { continue }
          sliced += 1
          let alone = uncancelled { cancellation throws(Cancelled) in
            try text.glyphs(of: run, first..<end, in: text.scalars, &cancellation).glyphs
          }
          #expect(slice.map(\.glyph) == alone.map(\.glyph))
          #expect(slice.map(\.cluster) == alone.map(\.cluster))
          #expect(slice.map(\.advance) == alone.map(\.advance))
          #expect(slice.map(\.xOffset) == alone.map(\.xOffset))
        }
      }
    }
    // In every script, cutting a shaped run between words is safe, so at least one line of each case copies its glyphs from the
    // run.
    #expect(sliced > 0)
  }

  /// Glyphs and clusters equal those of hb-shape, and positions agree to 1/16 of a font unit. The program hb-shape runs in a
  /// Turkish locale, to show that the locale has no effect if the language is given as English.
  @Test(arguments: Case.all, ["", "liga=0,clig=0", "kern=0"])
  func glyphsAreThoseOfHBShape(words: Case, features: String) throws {
    let bytes = try UnicodeFiles.bytes(at: words.font)
    let font = try bytes.withUnsafeBytes { try Font(FontData(copying: $0)) }
    var style = ShapingStyle()
    style.direction = words.isRightToLeft ? .rightToLeft : .leftToRight
    style.script = fontTag(words.script)
    style.language = "en"
    style.features = try FontFeature.list(features)
    let expected = try hbShape(words, features, unitsPerEm: font.unitsPerEm)
    #expect(expected.count == words.strings.count)
    for (string, line) in zip(words.strings, expected) {
      let glyphs = font.shape(string.unicodeScalars.map { $0.value }, nil, style)
      #expect(text(glyphs, unitsPerEm: font.unitsPerEm) == line, "\(string)")
    }
  }

  /// Glyphs in the output format of hb-shape: glyph=cluster@x,y+advance.
  private func text(_ glyphs: [ShapedGlyph], unitsPerEm: Int) -> String {
    let em = Double(16 * unitsPerEm)
    func number(_ x: Double) -> String { String(Int((x * em).rounded())) }
    let items = glyphs.map { glyph in
      let (x, y) = (number(glyph.xOffset), number(-glyph.yOffset))
      let place = x == "0" && y == "0" ? "" : "@\(x),\(y)"
      return "\(glyph.glyph)=\(glyph.cluster)\(place)+\(number(glyph.advance))"
    }
    return "[" + items.joined(separator: "|") + "]"
  }

  private func hbShape(_ words: Case, _ features: String, unitsPerEm: Int) throws -> [String] {
    let file = "/tmp/stretto-shaping-\(getpid())-\(words.script)-\(features.utf8.count).txt"
    let list = try #require(fopen(file, "w"))
    fputs(words.strings.joined(separator: "\n") + "\n", list)
    fclose(list)
    defer { remove(file) }
    let command =
      "LC_ALL=tr_TR.UTF-8 hb-shape --shapers=ot --no-glyph-names --font-file=\(words.font) --font-size=\(16 * unitsPerEm) "
      + "--script=\(words.script) --direction=\(words.isRightToLeft ? "rtl" : "ltr") --language=en "
      + "--features=\(features) --text-file=\(file)"
    let pipe = try #require(popen(command, "r"))
    var bytes: [UInt8] = []
    while case let byte = fgetc(pipe), byte != EOF { bytes.append(UInt8(byte)) }
    // A nonzero status means that hb-shape is missing. `tools/setup` installs hb-shape with the package libharfbuzz-bin.
    #expect(pclose(pipe) == 0)
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

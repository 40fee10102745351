import StrettoGeometry
import StrettoTestSupport
import StrettoText
import Testing

/// Shaping and layout check for cancellation about every quarter of a millisecond. The tests count checks instead of measuring
/// time.
@Suite("A text that is cancelled") struct TextCancellationTests {
  private final class Asked: @unchecked Sendable {
    var count = 0
  }

  private struct Given: Equatable {
    var shaping: Int
    var layout: Int
  }

  /// The numbers of cancellation checks during shaping and during layout, and whether the call was cancelled. From check number
  /// `last` on, every check asks for cancellation.
  private func questions(
    _ string: String, _ style: TextStyle, until last: Int = .max
  ) -> (asked: Given, isCancelled: Bool) {
    let (shaping, layout) = (Asked(), Asked())
    var check = Cancellation {
      shaping.count += 1
      return shaping.count >= last
    }
    do throws(Cancelled) {
      let shaped = try ShapedText(string, style, &check)
      _ = try TextLayout(
        shaped, style,
        Cancellation {
          layout.count += 1
          return shaping.count + layout.count >= last
        })
      return (Given(shaping: shaping.count, layout: layout.count), false)
    } catch {
      return (Given(shaping: shaping.count, layout: layout.count), true)
    }
  }

  private static let styles: [String: TextStyle] = [
    "lines": LayoutTests.style { ($0.wrapped, $0.width) = (true, 400) },
    "one line": LayoutTests.style(),
    "cut": LayoutTests.style { ($0.width, $0.truncationMode) = (400, .middle) },
    "words": LayoutTests.style { $0.instanceUnit = .word },
    "along a path": LayoutTests.style {
      var path = Path()
      path.move(to: .zero)
      path.line(to: Point(1e5, 10))
      $0.path = path
    },
  ]

  private static let units: [String: String] = [
    "words": "word ", "no spaces": "wwwww", "from right to left": "\u{5D0}\u{5D1} (\u{627}",
    "paragraphs": "a\n", "marks": "a\u{301}\u{301}\u{301}\u{301}",
  ]

  @Test(arguments: units.keys.sorted())
  func `checks in proportion to the text's length, and ends when cancelled`(
    name: String
  ) {
    let unit = TextCancellationTests.units[name] ?? ""
    let string = String(repeating: unit, count: 5_000)
    for (_, style) in TextCancellationTests.styles {
      let half = questions(String(repeating: unit, count: 2_500), style).asked
      let (whole, isCancelled) = questions(string, style)
      #expect(!isCancelled)
      #expect(whole.shaping >= string.unicodeScalars.count / 4096)
      #expect(isTwice(whole.shaping, half.shaping) && isTwice(whole.layout, half.layout))
      let all = whole.shaping + whole.layout
      for last in [1, all / 3, all - 1] {
        let (asked, isCancelled) = questions(string, style, until: last)
        #expect(isCancelled && asked.shaping + asked.layout == last)
      }
    }
  }

  /// True if the count `whole` is twice the count `half`, to 20 % and two checks.
  private func isTwice(_ whole: Int, _ half: Int) -> Bool {
    (2 * Double(half) * 0.8 - 2...2 * Double(half) * 1.2 + 2).contains(Double(whole))
  }

  /// A text run longer than a limit is shaped in parts. A run may be cut only where the two parts have the glyphs of the uncut
  /// run.
  @Test(arguments: [
    " The quick AVATAR, To.", "\u{5D0}\u{5D1}\u{5D2} \u{5D0}\u{5D1}\u{5D2}\u{5D0}",
    "fiwwwwwAVwwwwwffi",
  ])
  func `has the same glyphs in parts and as a whole`(unit: String) {
    let string = String(repeating: unit, count: 2000)
    let scalars = string.unicodeScalars.map { $0.value }
    var shaping = ShapingStyle()
    let isRightToLeft = scalars[0] > 0x500
    if isRightToLeft { (shaping.direction, shaping.script) = (.rightToLeft, fontTag("Hebr")) }
    shaping.features = [
      FontFeature(tag: fontTag("liga"), value: 0), FontFeature(tag: fontTag("clig"), value: 0),
    ]
    var whole = Font.strettoSans.shape(scalars, nil, shaping)
    if isRightToLeft { whole.reverse() }
    let layout = TextLayout(string: string, style: LayoutTests.style())
    #expect(layout.glyphs.map(\.glyph) == whole.map(\.glyph))
    #expect(layout.glyphs.map(\.character) == whole.map(\.cluster))
    let width = whole.reduce(0) { $0 + $1.advance } * 20
    #expect((layout.box.width - width).magnitude <= 1e-6 * width)
  }
}

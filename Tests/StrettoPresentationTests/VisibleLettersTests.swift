import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoText
import StrettoTreeSupport
import Testing

/// Letters outside the visible area are left out, except the first two, and the pixels stay the same.
@Suite("Letters outside the frame")
struct VisibleLettersTests {
  /// A text of 400 letters, of which the frame of 40 by 40 points shows about a dozen.
  private func text(_ unit: TextUnit, opacity: Double, angle: Double) -> Layer {
    let text = Layer(.text)
    text.values.bounds = Rect(0, 0, 90, 90)
    text.values.transform = LayerTransform(.rotation(angle, 0, 0, 1))
    text.values.opacity = opacity
    text.values.text.string = String(repeating: "ab cd ", count: 100)
    (text.values.text.fontSize, text.values.text.isWrapped) = (14, true)
    text.values.text.instanceUnit = unit
    return text
  }

  /// The number of shapes of the root picture. Each copy of a subpicture counts.
  private func shapes(_ list: DisplayList) -> Int {
    list.items[list.picture].reduce(0) { sum, item in
      switch item {
      case .draw: sum + 1
      case .copies(_, let count, _): sum + count
      case .glyphs(let run): sum + run.count
      case .group: sum
      }
    }
  }

  @Test(
    "are left out", arguments: TextUnit.allCases,
    [(1.0, 0.0), (0.5, 0.0), (0.99, 0.7), (1.0, -2.0)]
  )
  func outside(unit: TextUnit, look: (opacity: Double, angle: Double)) throws {
    let root = Layer(.plain).adding(text(unit, opacity: look.opacity, angle: look.angle))
    let presenter = Presenter()
    try presenter.present(root, at: 0, seen: Rect(0, 0, 40, 40))
    let narrow = presenter.list
    try presenter.present(root, at: 0)
    let whole = presenter.list
    #expect(shapes(whole) == 400)
    #expect(shapes(narrow) < shapes(whole) / 4)
    #expect(Picture(narrow, width: 40, height: 40) == Picture(whole, width: 40, height: 40))
    #expect(Picture(whole, width: 40, height: 40).pixels.contains { $0 != 0 })
  }

  @Test("are left out of strokes by the width of the stroke", arguments: [1.0, 60])
  func strokes(width: Double) throws {
    let text = text(.character, opacity: 1, angle: 0)
    let glyph = try #require(text.glyph)
    glyph.values.glyph.shape.strokeColor = .white
    glyph.values.glyph.shape.lineWidth = width
    let root = Layer(.plain).adding(text)
    let presenter = Presenter()
    try presenter.present(root, at: 0, seen: Rect(0, 0, 40, 40))
    let narrow = presenter.list
    try presenter.present(root, at: 0)
    #expect(shapes(narrow) < shapes(presenter.list))
    #expect(
      Picture(narrow, width: 40, height: 40) == Picture(presenter.list, width: 40, height: 40))
  }

  @Test("are one glyph run, whatever the copies of the text are", arguments: TextUnit.allCases)
  func run(unit: TextUnit) throws {
    let root = Layer(.plain).adding(text(unit, opacity: 1, angle: 0.3))
    let presenter = Presenter()
    try presenter.present(root, at: 0)
    #expect(presenter.list.items.count == 1)
    #expect(presenter.list.glyphs.count == 400)
    #expect(presenter.list.subpictures.isEmpty)
  }
}

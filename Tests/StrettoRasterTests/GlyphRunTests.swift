import StrettoDisplayList
import StrettoGeometry
import StrettoTestSupport
import Testing

/// A glyph run has the pixels of a copy of each outline, with the colour and the transform of the glyph.
@Suite struct GlyphRunTests {
  private static let size = 60
  /// The last path is a pentagram, whose edges cross.
  private static let paths = [
    Path.ellipse(Rect(0, -0.7, 0.5, 0.7)), Path.rect(Rect(0.1, -1, 0.2, 1)), Path(),
    Path.polygon([
      Point(0.5, -1), Point(0.8, 0), Point(0, -0.6), Point(1, -0.6), Point(0.2, 0),
    ]),
  ]

  private struct Letter {
    var path: Int
    var plane: PlaneTransform
    var color: Color, tint: Color
  }

  private func letters(_ random: inout Pseudorandom) -> [Letter] {
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    let size = number(4...90)
    let turn = PlaneTransform.rotation(number(-1...1))
    let colors = [Color(0.9, 0.2, 0.1, 1), Color(0.1, 0.3, 0.8, 0.6)]
    let visible = Letter(
      path: 1, plane: .scale(30, 30) * .translation(20, 40), color: colors[0], tint: .white)
    return [visible]
      + (0..<Int.random(in: 1...40, using: &random)).map { _ in
        let linear = number(0...1) < 0.1 ? turn : .scale(size, size)
        return Letter(
          path: Int.random(in: 0..<5, using: &random),
          plane: linear * .translation(number(-20...70), number(-10...90)),
          color: colors[number(0...1) < 0.1 ? 1 : 0],
          tint: number(0...1) < 0.2 ? Color(1, 0.5, 0.7, 0.8) : .white)
      }
  }

  /// The letters as glyph runs, or as one copy for each letter.
  private func write(_ letters: [Letter], asRuns: Bool, _ list: inout DisplayList) {
    let first = list.items.count
    for letter in letters {
      if asRuns {
        list.fillGlyph(
          letter.path, letter.plane, color: letter.color, tint: letter.tint, joining: first)
      } else {
        list.copies([Copy(transform: letter.plane, color: letter.tint)]) {
          $0.fill(.fill(path: letter.path, rule: .nonZero), letter.color)
        }
      }
    }
  }

  /// A picture with the letters at the top level, in a fading group, in a clip, in a mask, and in copies that are turned or seen
  /// in perspective.
  private func list(_ letters: [Letter], asRuns: Bool) -> DisplayList {
    var list = DisplayList()
    list.paths = Self.paths
    write(letters, asRuns: asRuns, &list)
    list.group(opacity: 0.6) { write(letters, asRuns: asRuns, &$0) }
    let clip = Clip(shape: .fill(path: 0, rule: .nonZero), transform: .scale(70, -70))
    list.group(clip: clip) { write(letters, asRuns: asRuns, &$0) }
    list.group {
      $0.fill(.rect(Rect(0, 0, 60, 60)), Color(0, 0.5, 0, 0.5))
    } mask: {
      write(letters, asRuns: asRuns, &$0)
    }
    var perspective = PlaneTransform.translation(5, 9)
    perspective.wx = 0.01
    let copies = [
      Copy(transform: .rotation(0.4), color: Color(0.8, 1, 0.4, 0.5)),
      Copy(transform: .translation(7.3, -4.1), blend: .additive), Copy(transform: perspective),
    ]
    list.copies(copies) { write(letters, asRuns: asRuns, &$0) }
    return list
  }

  @Test(arguments: 0..<60)
  func `a glyph run has the bytes of copies of its outlines`(seed: UInt64) {
    var random = Pseudorandom(seed: seed)
    let letters = letters(&random)
    let (runs, copies) = (list(letters, asRuns: true), list(letters, asRuns: false))
    #expect(runs.glyphs.count == 5 * letters.count)
    let canvas = Canvas(Self.size, Self.size)
    let expected = canvas.draw(copies)
    for threads in 1...3 { #expect(canvas.draw(runs, threads: threads) == expected) }
    #expect(expected.contains { $0 != 0 })
  }

  @Test func `letters with one colour, size and rotation are one item of 24 bytes for each letter`()
  {
    var list = DisplayList()
    list.paths = Self.paths
    for k in 0..<1000 {
      list.fillGlyph(
        k % 4, .scale(9, 9) * .translation(Double(k), 3), color: .black, tint: .white, joining: 0)
    }
    #expect(list.items.count == 1)
    #expect(list.bytes == MemoryLayout<Item>.stride + 24 * 1000)
    list.removeItems()
    #expect(list.bytes == 0)
  }

  @Test func `a run is divided among threads, and damaged ranges of glyphs draw what exists`() {
    var list = DisplayList()
    list.paths = Self.paths
    for k in 0..<3000 {
      let m = PlaneTransform.scale(5, 5) * .translation(Double(k % 60), Double(k / 50))
      list.fillGlyph(k % 5, m, color: .black, tint: .white, joining: 0)
    }
    let canvas = Canvas(Self.size, Self.size)
    let expected = canvas.draw(list)
    #expect(canvas.draw(list, threads: 4) == expected)
    guard case .glyphs(var run) = list.items[0] else {
      Issue.record("no glyph run")
      return
    }
    (run.first, run.count) = (-7, 1 << 40)
    list.items[0] = .glyphs(run)
    #expect(canvas.draw(list) == expected)
  }
}

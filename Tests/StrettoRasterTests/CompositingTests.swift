import StrettoDisplayList
import StrettoGeometry
import StrettoRaster
import Testing

/// A reference picture that is composited pixel by pixel and channel by channel with integer arithmetic.
private struct PlainPicture {
  var pixels: [[Int]]
  let width: Int

  init(_ width: Int, _ height: Int, _ background: Color) {
    self.width = width
    pixels = Array(repeating: PlainPicture.premultiplied(background), count: width * height)
  }

  static func premultiplied(_ c: Color) -> [Int] {
    [c.red * c.alpha, c.green * c.alpha, c.blue * c.alpha, c.alpha].map {
      Int(($0 * 255).rounded(.toNearestOrEven))
    }
  }

  /// The sum of two products divided by 255, rounded once.
  static func product(_ a: Int, _ b: Int, plus c: Int = 0, _ d: Int = 0) -> Int {
    let t = a * b + c * d + 128
    return (t + t >> 8) >> 8
  }

  mutating func draw(_ color: Color, coverage: [Int], additive: Bool) {
    let source = PlainPicture.premultiplied(color)
    for i in pixels.indices where coverage[i] > 0 {
      if source[3] == 255 && !additive {
        // An opaque colour is interpolated with the backdrop by its coverage.
        let rest = 255 - coverage[i]
        pixels[i] = zip(source, pixels[i]).map {
          PlainPicture.product($0, coverage[i], plus: $1, rest)
        }
        continue
      }
      let faded = source.map { PlainPicture.product($0, coverage[i]) }
      pixels[i] = (0..<4).map { k in
        additive
          ? min(255, faded[k] + pixels[i][k])
          : faded[k] + PlainPicture.product(pixels[i][k], 255 - faded[3])
      }
    }
  }
}

@Suite("Compositing") struct CompositingTests {
  private func random(_ r: inout LCG, _ count: Int) -> [(Shape, Color, Bool)] {
    (0..<count).map { k in
      let rect = Rect(r.next(-5...30), r.next(-5...20), r.next(0.2...30), r.next(0.2...20))
      let shape =
        k % 2 == 0
        ? Shape.rect(rect) : Shape.roundedRect(rect, radius: 0.1, corners: .all)
      return (shape, r.color(alpha: k % 3 == 0 ? 1...1 : 0...1), k % 5 == 4)
    }
  }

  @Test("equals a reference implementation, bit for bit", arguments: 1...10)
  func plain(seed: Int) {
    var r = LCG(UInt64(seed))
    let (width, height) = (37, 21)
    let background = seed % 2 == 0 ? r.color() : .white
    let canvas = Canvas(width, height)
    var list = DisplayList()
    var plain = PlainPicture(width, height, background)
    for (shape, color, additive) in random(&r, 12) {
      plain.draw(color, coverage: canvas.coverage(of: shape), additive: additive)
      list.copies([Copy(transform: .identity, blend: additive ? .additive : .sourceOver)]) {
        $0.fill(shape, color)
      }
    }
    let drawn = canvas.draw(list, background: background)
    #expect(drawn.map(channels) == plain.pixels)
  }

  @Test("does not change bytes between the rows") func rowPadding() throws {
    var bytes = [UInt8](repeating: 77, count: 3 + 5 * 50)
    var list = DisplayList()
    list.fill(.rect(Rect(-5, -5, 50, 50)), Color(1, 0, 0, 0.5))
    list.fill(.fill(path: 0, rule: .nonZero), .black, .translation(0.5, 0.5))
    list.paths.append(.ellipse(Rect(0, 0, 11, 5)))
    try bytes.withUnsafeMutableBytes {
      guard let start = $0.baseAddress else { return }
      let target = PixelTarget(
        pixels: start + 3, width: 11, height: 5, bytesPerRow: 50)
      try Rasterizer().draw(list, scale: 1, background: .white, into: target, threads: 1)
    }
    #expect(bytes[0..<3].allSatisfy { $0 == 77 })
    for y in 0..<5 { #expect(bytes[(3 + 50 * y + 44)..<(3 + 50 * y + 50)].allSatisfy { $0 == 77 }) }
    let canvas = Canvas(11, 5)
    let tight = canvas.draw(list, background: .white).map(channels)
    for y in 0..<5 {
      for x in 0..<11 {
        #expect((0..<4).map { Int(bytes[3 + 50 * y + 4 * x + $0]) } == tight[11 * y + x])
      }
    }
  }

  @Test("an empty list is the background, premultiplied") func background() {
    #expect(Canvas(3, 2).draw(DisplayList()) == Array(repeating: 0, count: 6))
    let half = Canvas(3, 2).draw(DisplayList(), background: Color(1, 0.5, 0, 0.5))
    #expect(half.map(channels) == Array(repeating: [128, 64, 0, 128], count: 6))
  }

  @Test("nothing is drawn with no opacity") func invisible() {
    var list = DisplayList()
    list.fill(.rect(Rect(0, 0, 9, 9)), Color(1, 1, 1, 0))
    list.copies([Copy(transform: .identity, color: Color(1, 1, 1, 0))]) {
      $0.fill(.rect(Rect(0, 0, 9, 9)), .white)
    }
    list.group(opacity: 0, content: { $0.fill(.rect(Rect(0, 0, 9, 9)), .white) })
    #expect(Canvas(9, 9).draw(list) == Array(repeating: 0, count: 81))
  }
}

import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import StrettoTreeSupport
import Testing

/// A source that is 100 points high, a gap of 2 points, and an upside-down copy below the gap.
@Suite("Reflections")
struct ReflectionTests {
  /// A layer whose row y, one point high, has the red value (y + 1) / 128.
  private static func source() -> Layer {
    let source = Layer(frame: Rect(0, 0, 4, 100))
    for y in 0..<100 {
      source.adding(
        Layer(frame: Rect(0, Double(y), 4, 1), color: Color(Double(y + 1) / 128, 0, 0)))
    }
    return source
  }

  private static func reflected(zScale: Double = 1, alphaOffset: Double = 0) -> Layer {
    .replicator(
      frame: Rect(0, 0, 4, 100), count: 2,
      step: .scale(1, -1, zScale) * .translation(0, 102), source()
    ) { $0.alphaOffset = alphaOffset }
  }

  private static func picture(_ layer: Layer) throws -> Picture {
    try Picture(Layer(.plain).adding(layer), at: 0, width: 4, height: 204)
  }

  private static func red(ofRow y: Int) -> Int { Int((Double(y + 1) / 128 * 255).rounded()) }

  @Test("row y appears at 202 - y, with a gap of 2 points between")
  func rows() throws {
    let picture = try Self.picture(Self.reflected())
    for y in 0..<100 {
      // The row between y and y + 1 is reflected to the row between 202 - y - 1 and 202 - y, in points.
      #expect(abs(picture[2, y][0] - Self.red(ofRow: y)) <= 1)
      #expect(picture[2, 201 - y] == picture[2, y], "row \(y)")
    }
    #expect(picture[2, 100] == [0, 0, 0, 0] && picture[2, 101] == [0, 0, 0, 0])
  }

  @Test("recipe 1: an alpha offset of -.6 fades the copy evenly")
  func evenFade() throws {
    let picture = try Self.picture(Self.reflected(alphaOffset: -0.6))
    for y in [102, 140, 201] {
      #expect(picture[2, y][3] == 102)
      #expect(abs(Double(picture[2, y][0]) - 0.4 * Double(picture[2, 201 - y][0])) <= 1)
    }
    #expect(picture[2, 50][3] == 255)
  }

  /// The gradient has stops with alpha 1, 1, 0.5 and 0. The two middle stops lie at h / (2 h + gap), with h as the height of the
  /// source.
  @Test("recipe 2: a gradient mask over both has alpha 0.25 at y = 152")
  func gradientMask() throws {
    let mask = Layer(.gradient, frame: Rect(0, 0, 4, 202))
    func white(_ alpha: Double) -> Color { Color(1, 1, 1, alpha) }
    mask.values.gradient.colors = [white(1), white(1), white(0.5), white(0)]
    mask.values.gradient.locations = [0, 102.0 / 202, 102.0 / 202, 1]
    let both = Layer(frame: Rect(0, 0, 4, 202)).adding(Self.reflected()).masked(by: mask)
    let picture = try Self.picture(both)
    #expect((0..<100).allSatisfy { picture[2, $0][3] == 255 })
    for y in [102, 120, 152, 180, 201] {
      let alpha = 0.5 * (1 - (Double(y) + 0.5 - 102) / 100)
      #expect(abs(Double(picture[2, y][3]) - 255 * alpha) <= 1, "row \(y)")
    }
    // The point at y = 152 lies between pixel rows 151 and 152, so the mean of the two rows is compared.
    let sum = Double(picture[2, 151][3] + picture[2, 152][3])
    #expect(abs(sum - 127.5) <= 2)
  }

  @Test("recipe 3: an opaque gradient over the copy gives the same picture on a flat background")
  func gradientOver() throws {
    let cover = Layer(.gradient, frame: Rect(0, 102, 4, 100))
    cover.values.gradient.colors = [Color(0, 0, 1, 0.5), Color(0, 0, 1, 1)]
    let root = Layer(frame: Rect(0, 0, 4, 204), color: Color(0, 0, 1)).adding(
      Self.reflected(), cover)
    let picture = try Picture(root, at: 0, width: 4, height: 204)
    for y in [102, 152, 201] {
      let fraction = 0.5 * (1 - (Double(y) + 0.5 - 102) / 100)
      #expect(abs(Double(picture[2, y][0]) - fraction * Double(Self.red(ofRow: 201 - y))) <= 1.5)
      #expect(abs(Double(picture[2, y][2]) - 255 * (1 - fraction)) <= 1.5)
    }
  }

  @Test("a scale of 0 along z, a common mistake, is drawn")
  func singular() throws {
    let (slip, right) = (
      try Self.picture(Self.reflected(zScale: 0)), try Self.picture(Self.reflected())
    )
    #expect(slip == right)
  }
}

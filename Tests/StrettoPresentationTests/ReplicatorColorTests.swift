import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

/// Pixels of a row of `count` squares of one point, each a copy of `source`.
private func row(
  _ source: Color = .white, count: Int, _ change: (inout ReplicatorValues) -> Void
) throws -> [[Int]] {
  let square = Layer(frame: Rect(0, 0, 1, 1), color: source)
  let replicator = Layer.replicator(
    count: Double(count), step: .translation(1, 0), square, change: change)
  let picture = try Picture(replicator, at: 0, width: count, height: 1)
  return (0..<count).map { picture[$0, 0] }
}

/// Premultiplied channels in 0...255 of a straight colour with channels in 0...1.
private func bytes(_ r: Double, _ g: Double, _ b: Double, _ a: Double = 1) -> [Int] {
  [r * a, g * a, b * a, a].map { Int(($0 * 255).rounded()) }
}

private func areNear(_ a: [Int], _ b: [Int]) -> Bool {
  zip(a, b).allSatisfy { abs($0 - $1) <= 1 }
}

@Suite("The colours of copies")
struct ReplicatorColorTests {
  struct Row: Sendable {
    var base: Color?
    var offsets: Color
    /// Expected colours of copies 0, 1, 2 and 4.
    var colors: [Color]
  }

  static let table: [Row] = [
    Row(
      base: .white, offsets: Color(0, -0.2, -0.2, 0),
      colors: [.white, Color(1, 0.8, 0.8), Color(1, 0.6, 0.6), Color(1, 0.2, 0.2)]),
    Row(
      base: Color(1, 1, 1, 0.5), offsets: Color(0, 0, 0, 0.5),
      colors: [Color(1, 1, 1, 0.5), .white, .white, .white]),
    Row(
      base: Color(1, 1, 1, 0), offsets: Color(0, 0, 0, 1), colors: [.clear, .white, .white, .white]),
    Row(
      base: Color(1, 0, 0), offsets: Color(-0.5, 0.5, 0, 0),
      colors: [Color(1, 0, 0), Color(0.5, 0.5, 0), Color(0, 1, 0), Color(0, 1, 0)]),
    Row(
      base: .white, offsets: Color(0, 0, 0, -0.8),
      colors: [.white, Color(1, 1, 1, 0.2), .clear, .clear]),
    Row(base: nil, offsets: Color(0, 0, 0, 0), colors: [.white, .white, .white, .white]),
    Row(
      base: Color(2, -1, 0.5, 3), offsets: Color(0, 0, 0, 0),
      colors: Array(repeating: Color(1, 0, 0.5), count: 4)),
  ]

  @Test("are the base colour plus k offsets, clamped at the end", arguments: table)
  func colors(row expected: Row) throws {
    let found = try row(count: 5) {
      $0.instanceColor = expected.base
      ($0.redOffset, $0.greenOffset) = (expected.offsets.red, expected.offsets.green)
      ($0.blueOffset, $0.alphaOffset) = (expected.offsets.blue, expected.offsets.alpha)
    }
    for (k, color) in zip([0, 1, 2, 4], expected.colors) {
      let c = color.alpha == 0 ? Color.clear : color
      #expect(areNear(found[k], bytes(c.red, c.green, c.blue, c.alpha)), "copy \(k)")
    }
  }

  @Test("leave a black source black")
  func black() throws {
    let found = try row(.black, count: 3) { ($0.redOffset, $0.instanceColor) = (0.5, .black) }
    #expect(found.allSatisfy { $0 == [0, 0, 0, 255] })
  }

  @Test("keep a black source black with growing offsets")
  func blackBase() throws {
    let found = try row(count: 3) { ($0.redOffset, $0.instanceColor) = (0.5, .black) }
    #expect(areNear(found[0], bytes(0, 0, 0)) && areNear(found[1], bytes(0.5, 0, 0)))
    #expect(areNear(found[2], bytes(1, 0, 0)))
  }

  @Test("multiply the alpha of what is drawn, not its premultiplied colours twice")
  func translucent() throws {
    let found = try row(Color(0.8, 0.4, 0, 0.5), count: 1) {
      $0.instanceColor = Color(1, 0.5, 1, 0.5)
    }
    #expect(areNear(found[0], bytes(0.8, 0.2, 0, 0.25)))
  }

  @Test("of nested replicators multiply")
  func nested() throws {
    let square = Layer(frame: Rect(0, 0, 1, 1), color: .white)
    let inner = Layer.replicator(count: 1, square) { $0.instanceColor = Color(0.5, 1, 1) }
    let outer = Layer.replicator(count: 1, inner) { $0.instanceColor = Color(1, 0.5, 1) }
    let picture = try Picture(outer, at: 0, width: 1, height: 1)
    #expect(areNear(picture[0, 0], bytes(0.5, 0.5, 1)))
    let scene = Scene(size: Size(1, 1))
    scene.root.adding(outer)
    #expect(try scene.instances(of: square, at: 0).map { $0.color } == [Color(0.5, 0.5, 1)])
  }

  @Test("make a copy a group if its alpha is below 1")
  func group() throws {
    let pair = Layer(frame: Rect(0, 0, 2, 1)).adding(
      Layer(frame: Rect(0, 0, 2, 1), color: Color(1, 0, 0)),
      Layer(frame: Rect(1, 0, 1, 1), color: Color(0, 1, 0)))
    let copies = Layer.replicator(count: 1, pair) { $0.instanceColor = Color(1, 1, 1, 0.5) }
    let picture = try Picture(copies, at: 0, width: 2, height: 1)
    #expect(areNear(picture[0, 0], bytes(1, 0, 0, 0.5)))
    #expect(areNear(picture[1, 0], bytes(0, 1, 0, 0.5)))
  }

  @Test("tint images, gradients, strokes and particles")
  func everything() throws {
    let white = Image(width: 1, height: 1) { _, _ in 0xFFFF_FFFF }
    let contents = Layer(frame: Rect(0, 0, 4, 4)) { $0.contents = .image(white) }
    let gradient = Layer(.gradient, frame: Rect(0, 0, 4, 4)) {
      $0.gradient.colors = [.white, .white]
    }
    let stroke = Layer(.shape, frame: Rect(0, 0, 4, 4)) {
      $0.shape.path = .rect(Rect(1, 1, 2, 2))
      ($0.shape.strokeColor, $0.shape.lineWidth, $0.shape.fillColor) = (.white, 4, nil)
    }
    let emitter = Layer(.emitter, frame: Rect(0, 0, 4, 4)) {
      let cell = EmitterCell()
      (cell.values.birthRate, cell.values.lifetime, cell.values.scale) = (1, 10, 9)
      cell.values.contents = .image(white)
      $0.emitter.cells = [cell]
      $0.emitter.emitterPosition = Point(2, 2)
    }
    for layer in [contents, gradient, stroke, emitter] {
      let copies = Layer.replicator(count: 1, layer) { $0.instanceColor = Color(0.2, 0.6, 1, 0.8) }
      let picture = try Picture(copies, at: 1.5, width: 4, height: 4)
      #expect(areNear(picture[1, 1], bytes(0.2, 0.6, 1, 0.8)), "\(layer.kind)")
    }
  }

  @Test("can be animated", arguments: [(0.0, 1.0), (0.5, 0.5), (0.75, 0.25)])
  func animated(time: Double, green: Double) throws {
    let square = Layer(frame: Rect(0, 0, 1, 1), color: .white)
    let replicator = Layer.replicator(count: 1, square).animated(
      by: .basic("instanceColor", to: .color(Color(1, 0, 1))))
    let picture = try Picture(replicator, at: time, width: 1, height: 1)
    #expect(areNear(picture[0, 0], bytes(1, green, 1)))
  }
}

@Suite("A replicator")
struct ReplicatorRuleTests {
  private func textDump(_ root: Layer) throws -> String { try listed(root, at: 0).textDump }

  @Test("paints its own background, contents and border once")
  func ownLayer() throws {
    let child = Layer(frame: Rect(0, 0, 2, 2), color: .white)
    let replicator = Layer.replicator(
      frame: Rect(0, 0, 10, 10), count: 3, step: .translation(2, 0), child)
    replicator.values.backgroundColor = .black
    (replicator.values.borderWidth, replicator.values.borderColor) = (1, Color(1, 0, 0))
    #expect(
      try textDump(replicator) == """
        rect 0,0 10x10 (0 0 0 1)
        copy (1 1 1 1)
        copy (1 1 1 1) at 2,0
        copy (1 1 1 1) at 4,0
          rect 0,0 2x2 (1 1 1 1)
        border 0,0 10x10 by 0 width 1 (1 0 0 1)
        """)
  }

  @Test(
    "shows no sublayer with a count of 0 or less, and rounds down",
    arguments: [
      (0.0, 0), (-1, 0), (-1e300, 0), (1, 1), (2.99, 2), (2.9999999999, 3), (3, 3),
    ])
  func count(count: Double, copies: Int) throws {
    let child = Layer(frame: Rect(0, 0, 2, 2), color: .white)
    let replicator = Layer.replicator(count: count, child)
    #expect(FlatPicture(try listed(replicator, at: 0)).entries.count == copies)
    let scene = Scene(size: Size(1, 1))
    scene.root.adding(replicator)
    #expect(try scene.instances(of: child, at: 0).count == copies)
  }

  @Test(
    "steps through counts that are animated",
    arguments: [
      (0.0, 1), (0.249, 1), (0.25, 2), (0.5, 3), (0.74, 3), (0.75, 4), (1, 5),
    ])
  func animatedCount(time: Double, copies: Int) throws {
    let child = Layer(frame: Rect(0, 0, 2, 2), color: .white)
    let replicator = Layer.replicator(count: 9, child).animated(
      by: .basic(
        "instanceCount", from: .integer(1), to: .integer(5),
        MediaTiming(duration: 1, fillMode: .both)))
    #expect(FlatPicture(try listed(replicator, at: time)).entries.count == copies)
  }

  @Test("draws copy after copy, and in each copy the sublayers by zPosition")
  func order() throws {
    let low = Layer(frame: Rect(0, 0, 1, 1), color: Color(0, 0, 1)) { $0.zPosition = -1 }
    let high = Layer(frame: Rect(0, 0, 1, 1), color: Color(1, 0, 0))
    let replicator = Layer.replicator(count: 2, step: .translation(5, 0), high, low)
    let colors = FlatPicture(try listed(replicator, at: 0)).entries.map { entry -> String in
      guard case .draw(_, .color(let color), let way) = entry else { return "?" }
      return "\(color.red > 0 ? "high" : "low") \(Int(way.tx))"
    }
    #expect(colors == ["low 0", "high 0", "low 5", "high 5"])
  }

  @Test("clips all copies at once with its own bounds")
  func clip() throws {
    let child = Layer(frame: Rect(0, 0, 4, 4), color: .white)
    let replicator = Layer.replicator(
      frame: Rect(0, 0, 10, 10), count: 4, step: .translation(4, 0), child)
    replicator.values.masksToBounds = true
    let picture = try Picture(replicator, at: 0, width: 16, height: 4)
    #expect((0..<16).map { picture[$0, 1][3] } == (0..<16).map { $0 < 10 ? 255 : 0 })
    #expect(try textDump(replicator).hasPrefix("group 1 clip rect 0,0 10x10\n"))
  }

  @Test("has one mask, over all copies")
  func mask() throws {
    let child = Layer(frame: Rect(0, 0, 4, 4), color: .white)
    let replicator = Layer.replicator(
      frame: Rect(0, 0, 10, 10), count: 4, delay: 1, step: .translation(4, 0), child)
    replicator.masked(by: Layer(frame: Rect(2, 0, 4, 4), color: .black))
    let picture = try Picture(replicator, at: 0, width: 16, height: 4)
    #expect((0..<16).map { picture[$0, 1][3] } == (0..<16).map { 2..<6 ~= $0 ? 255 : 0 })
  }
}

import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import StrettoTreeSupport
import Testing

private let white = Image(width: 1, height: 1) { _, _ in 0xFFFF_FFFF }

private func textDump(_ root: Layer) throws -> String { try listed(root, at: 0).textDump }

/// The order in which a layer paints its background, contents, sublayers and border, checked in display lists.
@Suite("A layer draws")
struct DrawOrderTests {
  @Test("background, contents and sublayers, and the border over them")
  func order() throws {
    let layer = Layer(frame: Rect(0, 0, 20, 10), color: Color(1, 0, 0)) {
      $0.contents = .image(white)
      $0.borderWidth = 2
    }.adding(Layer(frame: Rect(5, 5, 2, 2), color: Color(0, 1, 0)))
    #expect(
      try textDump(layer) == """
        rect 0,0 20x10 (1 0 0 1)
        rect 0,0 20x10 image 1x1 0,0 1x1
        rect 0,0 2x2 (0 1 0 1) at 5,5
        border 0,0 20x10 by 0 width 2 (0 0 0 1)
        """)
  }

  @Test("a gradient above its background and below its contents")
  func gradient() throws {
    let layer = Layer(.gradient, frame: Rect(0, 0, 20, 10), color: .black) {
      $0.gradient.colors = [.white, .black]
      ($0.cornerRadius, $0.contents) = (3, .image(white))
    }
    #expect(
      try textDump(layer) == """
        rounded 0,0 20x10 by 3 (0 0 0 1)
        rounded 0,0 20x10 by 3 axial 10,0 10,10 0:(1 1 1 1) 1:(0 0 0 1)
        rect 0,0 20x10 image 1x1 0,0 1x1
        """)
  }

  @Test("a path above its contents: the fill, then the stroke")
  func shape() throws {
    let layer = Layer(.shape, frame: Rect(0, 0, 20, 10)) {
      $0.shape.path = .rect(Rect(1, 1, 5, 5))
      ($0.shape.strokeColor, $0.shape.lineWidth) = (.white, 3)
      ($0.shape.fillRule, $0.contents) = (.evenOdd, .image(white))
    }.adding(Layer(frame: Rect(0, 0, 1, 1), color: .white))
    #expect(
      try textDump(layer) == """
        rect 0,0 20x10 image 1x1 0,0 1x1
        fill-even-odd 5 elements (0 0 0 1)
        stroke 5 elements width 3 (1 1 1 1)
        rect 0,0 1x1 (1 1 1 1)
        """)
  }

  @Test("particles over its border")
  func particles() throws {
    let layer = Layer(.emitter, frame: Rect(0, 0, 20, 10)) {
      let cell = EmitterCell()
      (cell.values.birthRate, cell.values.lifetime) = (1, 5)
      cell.values.contents = .image(white)
      ($0.emitter.cells, $0.borderWidth) = ([cell], 1)
    }.adding(Layer(frame: Rect(0, 0, 1, 1), color: .white))
    #expect(
      try listed(layer, at: 2).textDump == """
        rect 0,0 1x1 (1 1 1 1)
        border 0,0 20x10 by 0 width 1 (0 0 0 1)
        copy (1 1 1 1)
        copy (1 1 1 1)
          rect -0.5,-0.5 1x1 image 1x1 0,0 1x1
        """)
  }

  @Test("clips contents, shape, sublayers and particles, but neither background nor border")
  func clip() throws {
    let layer = Layer(frame: Rect(0, 0, 20, 10), color: .black) {
      ($0.masksToBounds, $0.cornerRadius, $0.borderWidth) = (true, 50, 1)
      ($0.contents, $0.maskedCorners) = (.image(white), [.minXMinY, .maxXMaxY])
    }.adding(Layer(frame: Rect(5, 5, 99, 2), color: .white))
    #expect(
      try textDump(layer) == """
        rounded 0,0 20x10 by 5 corners 9 (0 0 0 1)
        group 1 clip rounded 0,0 20x10 by 5 corners 9
          rect 0,0 20x10 image 1x1 0,0 1x1
          rect 0,0 99x2 (1 1 1 1) at 5,5
        border 0,0 20x10 by 5 corners 9 width 1 (0 0 0 1)
        """)
  }

  @Test("nothing clipped by the corner radius without masksToBounds")
  func cornerRadius() throws {
    let layer = Layer(frame: Rect(0, 0, 20, 10)) { $0.cornerRadius = 5 }
      .adding(Layer(frame: Rect(0, 0, 99, 99), color: .white))
    #expect(try textDump(layer) == "rect 0,0 99x99 (1 1 1 1)")
  }

  @Test("all of its parts as one picture with its opacity and mask")
  func group() throws {
    let layer = Layer(frame: Rect(0, 0, 20, 10), color: .black) {
      ($0.opacity, $0.borderWidth) = (0.5, 1)
    }.adding(Layer(frame: Rect(0, 0, 5, 5), color: .white))
    layer.masked(by: Layer(frame: Rect(2, 3, 4, 4), color: Color(1, 0, 0, 0.5)))
    #expect(
      try textDump(layer) == """
        group 0.5
          rect 0,0 20x10 (0 0 0 1)
          rect 0,0 5x5 (1 1 1 1)
          border 0,0 20x10 by 0 width 1 (0 0 0 1)
        mask
          rect 0,0 4x4 (1 0 0 0.5) at 2,3
        """)
  }

  @Test(
    "nothing where it is hidden or transparent, sublayers included",
    arguments: [
      (true, 1.0), (false, 0), (false, -3),
    ])
  func invisible(isHidden: Bool, opacity: Double) throws {
    let layer = Layer(frame: Rect(0, 0, 20, 10), color: .black) {
      ($0.isHidden, $0.opacity) = (isHidden, opacity)
    }.adding(Layer(frame: Rect(0, 0, 5, 5), color: .white))
    #expect(try textDump(layer).isEmpty)
  }

  @Test("opaque where its opacity is above 1, and nothing where its mask is hidden")
  func edges() throws {
    let layer = Layer(frame: Rect(0, 0, 20, 10), color: .black) { $0.opacity = 7 }
    #expect(try textDump(layer) == "rect 0,0 20x10 (0 0 0 1)")
    layer.masked(by: Layer(frame: Rect(0, 0, 9, 9), color: .white) { $0.isHidden = true })
    let picture = try Picture(layer, at: 0, width: 20, height: 10)
    #expect(picture.pixels.allSatisfy { $0 == 0 })
  }

  @Test("siblings by ascending zPosition at the time, then in the order of the tree")
  func zOrder() throws {
    func child(_ red: Double, _ z: Double) -> Layer {
      Layer(frame: Rect(0, 0, 1, 1), color: Color(red, 0, 0)) { $0.zPosition = z }
    }
    let jumping = child(0.5, 0).animated(by: .basic("zPosition", from: .number(9), to: .number(9)))
    let layer = Layer(frame: Rect(0, 0, 2, 2)).adding(
      child(0.25, 1), jumping, child(0.75, -1), child(1, 1))
    func order(_ time: Double) throws -> [Double] {
      FlatPicture(try listed(layer, at: time)).entries.compactMap {
        if case .draw(_, .color(let color), _) = $0 { color.red } else { nil }
      }
    }
    #expect(try order(0) == [0.75, 0.25, 1, 0.5])
    #expect(try order(5) == [0.75, 0.5, 0.25, 1])
  }
}

/// The order in which a layer paints its background, contents, sublayers and border, checked in pixels.
@Suite("In pixels")
struct DrawOrderPixelTests {
  @Test("a border of 5 around 80 by 60 covers 1300 pixels")
  func border() throws {
    let layer = Layer(frame: Rect(0, 0, 80, 60)) { $0.borderWidth = 5 }
    let picture = try Picture(layer, at: 0, width: 80, height: 60)
    #expect(picture.pixels.filter { $0 == 0xFF00_0000 }.count == 1300)
    #expect(picture.pixels.filter { $0 == 0 }.count == 80 * 60 - 1300)
  }

  @Test("a border lies over a child, and a rounded clip cuts it")
  func childAndClip() throws {
    let layer = Layer(frame: Rect(0, 0, 20, 20)) {
      ($0.borderWidth, $0.borderColor) = (2, Color(1, 0, 0))
      ($0.cornerRadius, $0.masksToBounds) = (8, true)
    }.adding(Layer(frame: Rect(-5, -5, 30, 30), color: Color(0, 0, 1)))
    let picture = try Picture(layer, at: 0, width: 30, height: 30)
    #expect(picture[1, 10] == [255, 0, 0, 255])
    #expect(picture[10, 10] == [0, 0, 255, 255])
    #expect(picture[0, 0] == [0, 0, 0, 0])
    #expect(picture[22, 10] == [0, 0, 0, 0])
  }

  @Test("opacity fades overlapping sublayers as one picture")
  func groupOpacity() throws {
    let layer = Layer(frame: Rect(0, 0, 4, 1)) { $0.opacity = 0.5 }.adding(
      Layer(frame: Rect(0, 0, 3, 1), color: Color(1, 0, 0)),
      Layer(frame: Rect(1, 0, 3, 1), color: Color(0, 1, 0)))
    let picture = try Picture(layer, at: 0, width: 4, height: 1)
    #expect(picture[0, 0] == [128, 0, 0, 128])
    #expect(picture[1, 0] == [0, 128, 0, 128])
    #expect(picture[3, 0] == [0, 128, 0, 128])
  }

  @Test("a mask is in the layer's coordinates, and its alpha counts, not its colour")
  func mask() throws {
    let layer = Layer(frame: Rect(0, 0, 4, 1), color: .white) {
      $0.bounds = Rect(10, 0, 4, 1)
    }
    layer.masked(by: Layer(frame: Rect(11, 0, 2, 1), color: Color(0, 0, 0, 0.5)))
    let picture = try Picture(layer, at: 0, width: 4, height: 1)
    #expect((0..<4).map { picture[$0, 0][0] } == [0, 128, 128, 0])
  }
}

import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

/// An image of 20 by 10 points is drawn in bounds of 80 by 60 points with each contents gravity. Gravity `top` aligns the image
/// with the smaller y coordinate of the bounds.
@Suite("Contents")
struct ContentsTests {
  private let image = Image(width: 20, height: 10) { x, _ in x < 10 ? 0xFF00_00FF : 0xFFFF_0000 }

  private func placed(_ change: (inout LayerValues) -> Void) throws -> ImagePaint? {
    let layer = Layer(frame: Rect(0, 0, 80, 60)) {
      $0.contents = .image(image)
      change(&$0)
    }
    let list = try listed(layer, at: 0)
    guard case .draw(let draw) = list.items.first, case .image(let index) = draw.paint else {
      return nil
    }
    let paint = list.imagePaints[index]
    #expect(draw.shape == .rect(paint.destination))
    return paint
  }

  static let gravities: [(ContentsGravity, Rect)] = [
    (.resize, Rect(0, 0, 80, 60)), (.resizeAspect, Rect(0, 10, 80, 40)),
    (.resizeAspectFill, Rect(-20, 0, 120, 60)), (.center, Rect(30, 25, 20, 10)),
    (.top, Rect(30, 0, 20, 10)), (.bottom, Rect(30, 50, 20, 10)), (.left, Rect(0, 25, 20, 10)),
    (.right, Rect(60, 25, 20, 10)), (.topLeft, Rect(0, 0, 20, 10)),
    (.topRight, Rect(60, 0, 20, 10)), (.bottomLeft, Rect(0, 50, 20, 10)),
    (.bottomRight, Rect(60, 50, 20, 10)),
  ]

  @Test("are placed by the contents gravity", arguments: gravities)
  func gravity(gravity: ContentsGravity, place: Rect) throws {
    let paint = try placed { $0.contentsGravity = gravity }
    #expect(paint?.destination == place)
    #expect(paint?.source == Rect(0, 0, 20, 10))
  }

  @Test("are placed by the contents gravity in bounds with a nonzero origin")
  func boundsOrigin() throws {
    let paint = try placed {
      ($0.contentsGravity, $0.bounds) = (.bottomRight, Rect(-5, 7, 80, 60))
    }
    #expect(paint?.destination == Rect(55, 57, 20, 10))
  }

  @Test("have the size of their scale if they are not stretched")
  func scale() throws {
    let paint = try placed { ($0.contentsGravity, $0.contentsScale) = (.center, 2) }
    #expect(paint?.destination == Rect(35, 27.5, 10, 5))
    #expect(try placed { $0.contentsScale = 2 }?.destination == Rect(0, 0, 80, 60))
  }

  @Test("are a part of the image by contentsRect, also mirrored or empty")
  func part() throws {
    let part = try placed {
      ($0.contentsRect, $0.contentsGravity) = (Rect(0.5, 0, 0.5, 1), .topLeft)
    }
    #expect(part?.source == Rect(10, 0, 10, 10) && part?.destination == Rect(0, 0, 10, 10))
    let mirrored = try placed { $0.contentsRect = Rect(1, 0, -1, 1) }
    #expect(mirrored?.source == Rect(20, 0, -20, 10))
    #expect(mirrored?.destination == Rect(0, 0, 80, 60))
    #expect(try placed { $0.contentsRect = Rect(0.5, 0.5, 0, 1) } == nil)
  }

  @Test(
    "are filtered by the magnification or minification filter, depending on the size on screen")
  func filters() throws {
    let grown = try placed { $0.magnificationFilter = .nearest }
    #expect(grown?.filter == .nearest && grown?.minification == .linear)
    let shrunk = try placed {
      ($0.minificationFilter, $0.minificationFilterBias) = (.trilinear, -0.5)
    }
    #expect(shrunk?.filter == .linear && shrunk?.minification == .trilinear && shrunk?.bias == -0.5)
  }

  @Test("dissolve into other contents, and stay opaque if both are opaque")
  func dissolve() throws {
    let (red, blue) = (
      Image(width: 1, height: 1) { _, _ in 0xFF00_00FF },
      Image(width: 1, height: 1) { _, _ in 0xFFFF_0000 }
    )
    let layer = Layer(frame: Rect(0, 0, 1, 1)) { $0.contents = .image(red) }.animated(
      by: .basic("contents", from: .image(red), to: .image(blue)))
    for (time, expected) in [
      (0.0, [255, 0, 0, 255]), (0.2, [204, 0, 51, 255]), (2, [255, 0, 0, 255]),
    ] {
      #expect(try Picture(layer, at: time, width: 1, height: 1)[0, 0] == expected)
    }
    layer.removeAllAnimations()
    layer.animated(by: .keyframes("contents", [.image(red), .image(blue)], mode: .discrete))
    #expect(try Picture(layer, at: 0.49, width: 1, height: 1)[0, 0] == [255, 0, 0, 255])
    #expect(try Picture(layer, at: 0.5, width: 1, height: 1)[0, 0] == [0, 0, 255, 255])
  }
}

@Suite("A shape layer")
struct ShapeLayerTests {
  /// The stroke style with which a shape layer draws its path, or nil if the layer draws no stroke.
  private func stroke(_ change: (inout ShapeValues) -> Void) throws -> StrokeStyle? {
    let layer = Layer(.shape, frame: Rect(0, 0, 10, 10)) {
      $0.shape.path = .rect(Rect(1, 1, 5, 5))
      $0.shape.strokeColor = .white
      change(&$0.shape)
    }
    let list = try listed(layer, at: 0)
    #expect(list.strokes.count <= 1)
    return list.strokes.first
  }

  @Test("strokes with its stroke properties")
  func style() throws {
    let style = try stroke {
      ($0.lineWidth, $0.lineCap, $0.lineJoin, $0.miterLimit) = (3, .square, .bevel, 4)
      ($0.lineDashPattern, $0.lineDashPhase) = ([1, 2, 3], -5)
      ($0.strokeStart, $0.strokeEnd) = (0.25, 0.5)
    }
    #expect(style?.width == 3 && style?.cap == .square && style?.join == .bevel)
    #expect(style?.miterLimit == 4 && style?.dashPattern == [1, 2, 3] && style?.dashPhase == -5)
    #expect(style?.start == 0.25 && style?.end == 0.5)
  }

  @Test("has no stroke without a width, a colour, or a nonempty range", arguments: 0..<7)
  func noStroke(row: Int) throws {
    let changes: [(inout ShapeValues) -> Void] = [
      { $0.lineWidth = 0 }, { $0.lineWidth = -2 }, { $0.strokeColor = nil },
      { $0.strokeColor = .clear }, { $0.strokeEnd = 0 },
      { ($0.strokeStart, $0.strokeEnd) = (0.6, 0.4) },
      { $0.strokeStart = 1 },
    ]
    #expect(try stroke(changes[row]) == nil)
  }

  @Test(
    "clamps the ends of its stroke",
    arguments: [
      (-3.0, 7.0, 0.0, 1.0), (0.25, 2, 0.25, 1), (-1, 0.5, 0, 0.5),
    ])
  func ends(start: Double, end: Double, shownStart: Double, shownEnd: Double) throws {
    let style = try stroke { ($0.strokeStart, $0.strokeEnd) = (start, end) }
    #expect(style?.start == shownStart && style?.end == shownEnd)
  }

  @Test(
    "has a solid stroke if the dash pattern has length 0",
    arguments: [
      [], [0], [0, 0], [3, -1], [-1], [1e308, 1e308],
    ])
  func badDashes(pattern: [Double]) throws {
    let style = try stroke { $0.lineDashPattern = pattern }
    #expect(style?.dashPattern == [])
  }

  @Test("paints nothing without a path, or without colours", arguments: 0..<4)
  func nothing(row: Int) throws {
    let changes: [(inout ShapeValues) -> Void] = [
      { $0.path = nil }, { $0.path = Path() }, { $0.fillColor = nil }, { $0.fillColor = .clear },
    ]
    let layer = Layer(.shape, frame: Rect(0, 0, 10, 10)) {
      $0.shape.path = .rect(Rect(1, 1, 5, 5))
      changes[row](&$0.shape)
    }
    #expect(try listed(layer, at: 0).items.isEmpty)
  }

  @Test("shares one path among copies that show it alike, and writes another where it changes")
  func sharedPath() throws {
    let layer = Layer(.shape, frame: Rect(0, 0, 10, 10)) { $0.shape.path = .rect(Rect(1, 1, 5, 5)) }
    layer.animated(by: .basic("opacity", from: .number(0.25), to: .number(0.5)))
    let copies = Layer.replicator(count: 5, delay: 0.1, layer)
    #expect(try listed(copies, at: 0.5).paths.count == 1)
    layer.animated(by: .basic("path", to: .path(.rect(Rect(3, 3, 3, 3)))))
    #expect(try listed(copies, at: 0.45).paths.count == 5)
  }

  @Test("whose stroke is trimmed to half covers half the pixels")
  func half() throws {
    func area(_ end: Double) throws -> Int {
      let layer = Layer(.shape, frame: Rect(0, 0, 100, 100)) {
        $0.shape.path = .rect(Rect(10, 10, 70, 70))
        ($0.shape.fillColor, $0.shape.strokeColor) = (nil, .white)
        ($0.shape.lineWidth, $0.shape.strokeEnd) = (2, end)
      }
      let picture = try Picture(layer, at: 0, width: 100, height: 100)
      return picture.pixels.reduce(0) { $0 + Int($1 >> 24) } / 255
    }
    #expect(try area(1) == 560)
    // The first and the second half of the stroke have different numbers of mitred corners, so their areas differ by up to 2
    // pixels from 280.
    #expect(abs(try area(0.5) - 280) <= 2)
  }
}

@Suite("A gradient layer")
struct GradientLayerTests {
  private func textDump(_ change: (inout GradientValues) -> Void) throws -> String {
    let layer = Layer(.gradient, frame: Rect(0, 0, 100, 10)) {
      $0.gradient.colors = [Color(1, 0, 0), Color(0, 0, 1)]
      change(&$0.gradient)
    }
    return try listed(layer, at: 0).textDump
  }

  static let rows: [(String, String)] = [
    ("as it is", "rect 0,0 100x10 axial 50,0 50,10 0:(1 0 0 1) 1:(0 0 1 1)"),
    ("no colours", ""), ("one colour", "rect 0,0 100x10 (0 1 0 1)"), ("one clear colour", ""),
    ("ends that coincide", "rect 0,0 100x10 (0 0 1 1)"),
    ("radial", "rect 0,0 100x10 radial 50,5 50 5 0:(1 0 0 1) 1:(0 0 1 1)"),
    ("radial with ends in line", ""), ("radial with coinciding ends", ""),
    ("one colour, radial with ends in line", "rect 0,0 100x10 (0 1 0 1)"),
    ("locations", "rect 0,0 100x10 axial 50,0 50,10 0.25:(1 0 0 1) 0.5:(0 0 1 1)"),
    ("too few locations", "rect 0,0 100x10 axial 50,0 50,10 0:(1 0 0 1) 1:(0 0 1 1)"),
    ("decreasing locations", "rect 0,0 100x10 axial 50,0 50,10 0.75:(1 0 0 1) 0.75:(0 0 1 1)"),
    ("locations beyond", "rect 0,0 100x10 axial 50,0 50,10 -3:(1 0 0 1) 7:(0 0 1 1)"),
  ]

  static let changes: [String: @Sendable (inout GradientValues) -> Void] = [
    "no colours": { $0.colors = [] }, "one colour": { $0.colors = [Color(0, 1, 0)] },
    "one clear colour": { $0.colors = [.clear] },
    "ends that coincide": { $0.endPoint = $0.startPoint },
    "radial": {
      ($0.type, $0.startPoint, $0.endPoint) = (.radial, Point(0.5, 0.5), Point(1, 1))
    },
    "radial with ends in line": { $0.type = .radial },
    "radial with coinciding ends": { ($0.type, $0.endPoint) = (.radial, $0.startPoint) },
    "one colour, radial with ends in line": { ($0.type, $0.colors) = (.radial, [Color(0, 1, 0)]) },
    "locations": { $0.locations = [0.25, 0.5] }, "too few locations": { $0.locations = [0.3] },
    "decreasing locations": { $0.locations = [0.75, 0.25] },
    "locations beyond": { $0.locations = [-3, 7] },
  ]

  @Test("paints the expected display list", arguments: rows)
  func paints(name: String, expected: String) throws {
    #expect(try textDump(Self.changes[name] ?? { _ in }) == expected)
  }

  @Test("is interpolated in the middle, extended beyond its ends, and may have hard steps")
  func pixels() throws {
    let layer = Layer(.gradient, frame: Rect(0, 0, 101, 1)) {
      $0.gradient.colors = [Color(1, 0, 0), Color(0, 0, 1)]
      ($0.gradient.startPoint, $0.gradient.endPoint) = (Point(0, 0.5), Point(1, 0.5))
    }
    let picture = try Picture(layer, at: 0, width: 101, height: 1)
    // Values of exactly one half may round up or down.
    #expect(
      [[128, 0, 128, 255], [128, 0, 127, 255], [127, 0, 128, 255]].contains(picture[50, 0]))
    layer.values.gradient.startPoint.x = 0.5
    layer.values.gradient.endPoint.x = 0.75
    let beyond = try Picture(layer, at: 0, width: 101, height: 1)
    #expect(beyond[10, 0] == [255, 0, 0, 255] && beyond[90, 0] == [0, 0, 255, 255])
    layer.values.gradient.locations = [0.5, 0.5]
    let hard = try Picture(layer, at: 0, width: 101, height: 1)
    #expect(hard[62, 0] == [255, 0, 0, 255] && hard[63, 0] == [0, 0, 255, 255])
  }

  @Test(
    "has its middle colour on the diagonal of any bounds",
    arguments: [Size(100, 10), Size(20, 60), Size(50, 50)])
  func diagonal(size: Size) throws {
    let layer = Layer(.gradient, frame: Rect(0, 0, size.width, size.height)) {
      $0.gradient.colors = [Color(1, 1, 1), Color(0, 0, 0)]
      ($0.gradient.startPoint, $0.gradient.endPoint) = (Point(0, 0), Point(1, 1))
    }
    let picture = try Picture(layer, at: 0, width: Int(size.width), height: Int(size.height))
    for y in 0..<Int(size.height) {
      for x in 0..<Int(size.width) {
        let part = ((Double(x) + 0.5) / size.width + (Double(y) + 0.5) / size.height) / 2
        #expect(abs(Double(picture[x, y][0]) - 255 * (1 - part)) <= 0.6)
      }
    }
  }

  /// A gradient interpolates straight colours, and premultiplies afterwards. Halfway from white to transparent black the gradient
  /// is a transparent grey.
  @Test(
    "interpolates straight colours and alpha", arguments: [GradientType.axial, .radial])
  func unpremultiplied(type: GradientType) throws {
    let (from, to) = (Color(1, 0.5, 1), Color(0, 0.25, 1, 0))
    let layer = Layer(.gradient, frame: Rect(0, 0, 101, 1)) {
      $0.gradient.colors = [from, to]
      $0.gradient.type = type
      // The end point of the radial gradient lies below the row, because a radial gradient needs a nonzero height.
      $0.gradient.startPoint = Point(0, 0.5)
      $0.gradient.endPoint = Point(1, type == .axial ? 0.5 : 600.5)
    }
    let picture = try Picture(layer, at: 0, width: 101, height: 1)
    for x in 0..<101 {
      let color = from.interpolated(to: to, (Double(x) + 0.5) / 101)
      let expected = [color.red, color.green, color.blue, 1].map { $0 * color.alpha * 255 }
      for (channel, value) in expected.enumerated() {
        // A radial gradient is tabulated in steps of half a pixel, so its tolerance is larger.
        #expect(abs(Double(picture[x, 0][channel]) - value) <= (type == .axial ? 0.6 : 1.6))
      }
    }
  }
}

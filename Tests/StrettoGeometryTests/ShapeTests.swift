import StrettoGeometry
import StrettoTestSupport
import Testing

/// Outlines of shapes have the documented start point and direction.
@Suite("A path")
struct PathShapeTests {
  @Test("of a rectangle starts at its smallest corner and runs along +x")
  func rect() {
    #expect(
      Path.rect(Rect(1, 2, 3, 4)).elements == [
        .move(Point(1, 2)), .line(Point(4, 2)), .line(Point(4, 6)), .line(Point(1, 6)), .close,
      ])
  }

  @Test("of an ellipse starts at the right and runs towards +y")
  func ellipse() {
    let ends = Path.ellipse(Rect(0, 0, 10, 20)).elements.compactMap { $0.end }
    #expect(ends == [Point(10, 10), Point(5, 20), Point(0, 10), Point(5, 0), Point(10, 10)])
  }

  @Test("of a circle is off by at most 0.03 %")
  func circle() {
    var pen = Point.zero
    for element in Path.ellipse(Rect(-1, -1, 2, 2)).elements {
      if case .curve(let c, let d, let end) = element {
        for t in stride(from: 0.0, through: 1, by: 0.05) {
          let (u, v) = (1 - t, t)
          let x = u * u * u * pen.x + 3 * u * u * v * c.x + 3 * u * v * v * d.x + v * v * v * end.x
          let y = u * u * u * pen.y + 3 * u * u * v * c.y + 3 * u * v * v * d.y + v * v * v * end.y
          #expect((hypot(x, y) - 1).magnitude < 2.8e-4)
        }
      }
      pen = element.end ?? pen
    }
  }

  @Test("of a rounded rectangle starts where the straight part of the first edge begins")
  func rounded() {
    let path = Path.roundedRect(Rect(0, 0, 20, 10), radiusX: 3, radiusY: 2)
    #expect(path.elements.first == .move(Point(3, 0)) && path.elements[1] == .line(Point(17, 0)))
    #expect(path.elements.last == .close)
    #expect(path.controlBounds == Rect(0, 0, 20, 10))
  }

  @Test("rounds only the requested corners", arguments: 0...15)
  func corners(mask: Int) {
    let corners = CornerMask(rawValue: UInt8(mask))
    let path = Path.roundedRect(Rect(0, 0, 20, 10), radiusX: 3, radiusY: 3, corners: corners)
    let places = [Point(0, 0), Point(20, 0), Point(0, 10), Point(20, 10)]
    for (bit, place) in places.enumerated() {
      let isSharp = path.elements.contains { $0.end == place }
      #expect(isSharp == (mask >> bit & 1 == 0))
    }
  }

  @Test(
    "clamps radii to half the side, and to 0 for an empty rectangle",
    arguments: [
      (50.0, 50.0, 10.0, 5.0), (-3, 4, 0, 0), (4, 0, 0, 0), (4, 50, 4, 5),
    ] as [(Double, Double, Double, Double)])
  func radii(rx: Double, ry: Double, x: Double, y: Double) {
    let path = Path.roundedRect(Rect(0, 0, 20, 10), radiusX: rx, radiusY: ry)
    #expect(path.elements.first == .move(Point(x, 0)))
    #expect(path.elements.contains { $0.end == Point(20, y) } == true)
  }

  @Test(
    "continues from the start of the closed subpath, or from the origin without a subpath"
  )
  func pen() {
    var path = Path()
    path.close()
    #expect(path.isEmpty)
    path.line(to: Point(1, 1))
    path.close()
    path.close()
    path.quad(to: Point(3, 3), control: Point(2, 0))
    #expect(
      path.elements == [
        .move(.zero), .line(Point(1, 1)), .close, .move(.zero), .quad(Point(2, 0), Point(3, 3)),
      ])
    path.move(to: Point(9, 9))
    path.line(to: Point(8, 9))
    path.close()
    path.line(to: Point(0, 0))
    #expect(path.elements.suffix(2) == [.move(Point(9, 9)), .line(.zero)])
  }

  @Test("has bounds around its control points, and no bounds without points")
  func bounds() {
    #expect(Path().controlBounds == nil)
    var path = Path()
    path.move(to: Point(1, 2))
    path.curve(to: Point(3, 4), control1: Point(-5, 9), control2: Point(0, 0))
    #expect(path.controlBounds == Rect(-5, 0, 8, 9))
    let moved = path.map { Point($0.x + 1, $0.y * 2) }
    #expect(moved.controlBounds == Rect(-4, 0, 8, 18))
  }
}

@Suite("Numbers")
struct NumberTests {
  @Test(
    "are converted to integers without a trap",
    arguments: [
      (0.0, 0, 0), (1.5, 1, 2), (-1.5, -2, -1), (1e300, 1 << 30, 1 << 30),
      (-1e300, -(1 << 30), -(1 << 30)),
      (.infinity, 1 << 30, 1 << 30), (-.infinity, -(1 << 30), -(1 << 30)), (.nan, 0, 0),
      (1e-300, 0, 1),
    ] as [(Double, Int, Int)])
  func integers(value: Double, down: Int, up: Int) {
    #expect(Int(clampingDown: value) == down)
    #expect(Int(clampingUp: value) == up)
  }

  @Test(
    "are clamped to a range, and NaN to its lower bound",
    arguments: [
      (0.5, 0.5), (-1, 0), (7, 1), (.nan, 0), (.infinity, 1), (-.infinity, 0),
    ] as [(Double, Double)])
  func clamped(value: Double, result: Double) { #expect(value.clamped(to: 0...1) == result) }
}

@Suite("Rectangles and colours")
struct PlainValueTests {
  @Test(
    "of negative size cover the same area",
    arguments: [
      (Rect(1, 2, -3, 4), Rect(-2, 2, 3, 4)), (Rect(1, 2, 3, -4), Rect(1, -2, 3, 4)),
      (Rect(1, 2, 3, 4), Rect(1, 2, 3, 4)),
    ])
  func standardized(rect: Rect, result: Rect) { #expect(rect.standardized == result) }

  @Test("contain points on their minimum sides and not on their maximum sides")
  func contains() {
    let rect = Rect(0, 0, 2, 2)
    #expect(rect.contains(.zero) && !rect.contains(Point(2, 1)) && !rect.contains(Point(1, 2)))
    #expect(rect.insetBy(0.5) == Rect(0.5, 0.5, 1, 1) && rect.center == Point(1, 1))
    #expect(Rect(0, 0, 0, 5).isEmpty && Rect(0, 0, -1, 5).isEmpty && Rect(0, 0, .nan, 5).isEmpty)
  }

  @Test("multiply, blend and clamp by component")
  func colors() {
    #expect(Color(1, 0.5, 1).multiplied(by: Color(0.5, 1, 1, 0.5)) == Color(0.5, 0.5, 1, 0.5))
    #expect(Color(2, -1, .nan, 0.5).clamped == Color(1, 0, 0, 0.5))
    #expect(Color.black.interpolated(to: .white, 0.25) == Color(0.25, 0.25, 0.25))
  }
}

import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import Testing

@Suite("Extreme numbers") struct ExtremeTests {
  private func everything(_ t: PlaneTransform) -> DisplayList {
    var list = DisplayList()
    var pen = StrokeStyle()
    (pen.width, pen.cap, pen.join, pen.dashPattern) = (2, .round, .round, [3, 2])
    list.paths = [.ellipse(Rect(0, 0, 30, 20)), .polygon([.zero, Point(30, 3), Point(4, 19)])]
    list.strokes = [pen]
    list.gradients = [
      Gradient(
        kind: .axial(start: .zero, end: Point(30, 20)),
        stops: [.init(location: 0, color: .white), .init(location: 1, color: .black)]),
      Gradient(
        kind: .radial(center: Point(5, 5), radiusX: 9, radiusY: 5),
        stops: [.init(location: 0, color: .white), .init(location: 0.5, color: .black)]),
    ]
    list.images = [Image(PixelBuffer(width: 5, height: 4))]
    let r = Rect(0, 0, 30, 20)
    let shapes: [Shape] = [
      .rect(r), .roundedRect(r, radius: 4, corners: .all),
      .border(r, radius: 3, corners: .all, width: 2),
      .fill(path: 0, rule: .nonZero), .fill(path: 1, rule: .evenOdd), .stroke(path: 0, style: 0),
      .stroke(path: 1, style: 0),
    ]
    let image = ImagePaint(image: 0, source: Rect(0, 0, 5, 4), destination: r, filter: .linear)
    let paints: [Paint] = [
      .color(Color(1, 0, 0, 0.5)), .gradient(0), .gradient(1), list.add(image),
    ]
    for shape in shapes {
      for paint in paints {
        list.group(
          clip: Clip(shape: shape, transform: t),
          content: { inner in
            inner.items.append(.draw(Draw(shape: shape, paint: paint, transform: t)))
          })
        list.items.append(.draw(Draw(shape: shape, paint: paint, transform: t)))
      }
    }
    return list
  }

  @Test("neither crash nor hang") func extremes() {
    let canvas = Canvas(70, 70)
    let huge = [0, 1, -1, 1e-9, 1e5, -1e9, 1e30, 1e300, -1e300, .infinity, .nan]
    var r = LCG(4)
    for k in 0..<30 {
      func pick() -> Double {
        k % 2 == 0 && r.next(0...1) < 0.7 ? r.next(-2...2) : huge[Int(r.next(0...10.99))]
      }
      var t = PlaneTransform(a: pick(), b: pick(), c: pick(), d: pick(), tx: pick(), ty: pick())
      if k % 3 == 0 { (t.wx, t.wy, t.ww) = (pick(), pick(), pick()) }
      canvas.draw(everything(t))
    }
  }

  @Test("a transform that is not finite draws nothing") func notFinite() {
    var t = PlaneTransform.identity
    t.tx = .nan
    #expect(Canvas(9, 9).draw(everything(t)).allSatisfy { $0 == 0 })
  }

  @Test("a shape far beyond the frame covers the frame") func far() {
    var list = DisplayList()
    list.paths = [.ellipse(Rect(-1e7, -1e7, 2e7, 2e7)), .rect(Rect(-1e12, 10, 2e12, 10))]
    list.fill(.fill(path: 0, rule: .nonZero), .white)
    #expect(Canvas(80, 80).draw(list).allSatisfy { $0 == ~0 })
    list.items.removeAll()
    list.fill(.fill(path: 1, rule: .nonZero), .white)
    let p = Canvas(50, 40).draw(list)
    for y in 0..<40 {
      for x in 0..<50 { #expect(p[y * 50 + x] == ((10..<20).contains(y) ? ~0 : 0)) }
    }
  }

  @Test("perspective divides by depth, and points behind the eye are not drawn") func perspective()
  {
    var t = PlaneTransform.translation(0, 0)
    t.wx = 0.01
    let canvas = Canvas(100, 100)
    // The transform maps x to x / (1 + x / 100) and y to y / (1 + x / 100), so the square 0...100 becomes a trapezium that ends
    // at x = 50.
    let covered = canvas.coverage(of: .rect(Rect(0, 0, 100, 100)), t)
    let truth = (100 + 50) / 2.0 * 50
    #expect((Double(covered.reduce(0, +)) / 255 / truth - 1).magnitude < 0.001)
    let disc = canvas.area(
      of: .fill(path: 0, rule: .nonZero), paths: [.ellipse(Rect(10, 10, 40, 40))], t)
    // The transform maps a circle of radius r with its centre at x = c to an ellipse of area π r² / ((1 + c/100)² -
    // (r/100)²)^1.5.
    let k = 1.3 * 1.3 - 0.2 * 0.2
    #expect((disc / (.pi * 400 / (k * k.squareRoot())) - 1).magnitude < 0.001)
    t.wx = -0.01
    let half = canvas.coverage(of: .rect(Rect(-300, 0, 900, 50)), t)
    #expect(half.reduce(0, +) > 0)
    t.ww = -1
    #expect(canvas.coverage(of: .rect(Rect(0, 0, 100, 100)), t).reduce(0, +) == 0)
  }

  @Test(
    "a shape in perspective covers what its corners, divided by their depth, enclose",
    arguments: 1...20)
  func corners(seed: Int) {
    var random = LCG(UInt64(seed))
    var t = PlaneTransform.rotation(random.next(0...6.28)) * .translation(30, 150)
    (t.wx, t.wy) = (random.next(-0.004...0.004), random.next(-0.004...0.004))
    // The frame is three bands high. Some corners of the shape lie above, below and beside the frame, and none behind the eye.
    let own = (0..<7).map { _ in Point(random.next(-90...90), random.next(-90...90)) }
    let seen = own.map { p in
      let w = p.x * t.wx + p.y * t.wy + t.ww
      return Point((p.x * t.a + p.y * t.c + t.tx) / w, (p.x * t.b + p.y * t.d + t.ty) / w)
    }
    let canvas = Canvas(60, 300)
    for rule in [FillRule.nonZero, .evenOdd] {
      let shape = Shape.fill(path: 0, rule: rule)
      let there = canvas.coverage(of: shape, paths: [.polygon(own)], t)
      let here = canvas.coverage(of: shape, paths: [.polygon(seen)])
      #expect(zip(there, here).allSatisfy { ($0 - $1).magnitude <= 1 })
      #expect(here.contains(255))
    }
  }

  private let triangle = [Point(-17, -20), Point(20, -9), Point(3, 18)]

  @Test(
    "a small shape is the same whatever the scale of its coordinates",
    arguments: [1e-160, 1e-100, 1e-41, 1e-39, 1e-33, 1e-20, 1e20, 1e33, 1e36, 1e39, 1e100, 1e160])
  func ownNumbers(scale: Double) {
    func drawn(_ scale: Double) -> [UInt32] {
      var list = DisplayList()
      list.paths = [.polygon(triangle.map { $0 * (1 / scale) })]
      let copies = (0..<9).map {
        Copy(transform: .scale(scale, scale) * .translation(20 + 4 * Double($0), 30))
      }
      list.copies(copies) { $0.fill(.fill(path: 0, rule: .nonZero), Color(0.5, 0.2, 1, 0.5)) }
      return Canvas(69, 70).draw(list)
    }
    #expect(largestDifference(drawn(scale), drawn(1)) <= 8)
  }

  /// A singular transform maps the plane onto a line. The large numbers in the transform cancel each other when points are
  /// transformed.
  @Test(
    "a shape far from its origin, seen edge-on, covers nothing",
    arguments: [
      1e3, 1_000_000.03, 10_000_000.5, 100_000_004, 1_000_000_032, 10_000_000_512, 100_000_004_096,
      1e15,
    ])
  func farAndEdgeOn(place: Double) {
    let flat = PlaneTransform(a: 1, b: 1, c: -1, d: -1, tx: 35, ty: 35)
    var (far, next) = (DisplayList(), DisplayList())
    far.paths = [.polygon(triangle.map { $0 * 0.5 + Point(place, place) })]
    far.fill(.fill(path: 0, rule: .nonZero), .white, flat)
    next.paths = [.polygon(triangle)]
    next.fill(.fill(path: 0, rule: .nonZero), .white, .translation(30, 30))
    let canvas = Canvas(69, 70)
    #expect(canvas.draw(far).allSatisfy { $0 == 0 })
    #expect(canvas.draw(next) == Canvas(69, 70).draw(next))
  }

  /// The bounding boxes of the stretched and rotated blurs meet the frame, but the blurred pictures do not.
  @Test("a blurred and rotated shape beside the frame is not drawn") func slantedBeside() {
    var random = LCG(5)
    for k in 0..<600 {
      let (w, h) = (random.next(1...20), random.next(1...20))
      let first = PlaneTransform.rotation(random.next(0...6.28))
      let stretch = PlaneTransform.scale(random.next(4...30), random.next(1...20))
      let slant: PlaneTransform = first * stretch * PlaneTransform.rotation(random.next(0...6.28))
      let copy = Copy(
        transform: slant * .translation(random.next(-300...364), random.next(-300...364)))
      var list = DisplayList()
      var effects = Effects(space: .identity)
      if k & 1 == 0 {
        effects.filters = [.gaussianBlur(radius: random.next(0.001...0.3), edges: nil)]
      } else {
        effects.shadow = Shadow(color: .white, offset: .zero, radius: random.next(0.001...0.3))
      }
      let body = Rect(-w / 2, -h / 2, w, h)
      list.copies([copy]) { list in
        list.group(effects: effects) { $0.fill(.rect(body), .white) }
      }
      let pixels = Canvas(64, 64).draw(list)
      // A copy of the blurred shape may paint only if some point of the frame is within the blur's reach of the shape.
      guard let back = copy.transform.inverted else { continue }
      let near = body.insetBy(-1.5)
      let isNear = (0..<65 * 65).contains { (place: Int) -> Bool in
        let point = Point(Double(place % 65), Double(place / 65))
        return near.contains(back.apply(point))
      }
      if !isNear { #expect(pixels.allSatisfy { $0 == 0 }) }
    }
  }

  @Test("thousands of nested groups need constant stack") func deep() {
    var list = DisplayList()
    let depth = 3000
    let end = 2 * depth
    for _ in 0..<depth {
      list.items.append(
        .group(Group(opacity: 0.999, clip: nil, contentEnd: end, end: end, hasMask: false)))
      list.fill(.rect(Rect(0, 0, 4, 4)), Color(1, 0, 0))
    }
    #expect(channels(Canvas(4, 4).draw(list)[0])[3] == 255)
  }
}

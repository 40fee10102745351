import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoRaster
import Testing

/// A rasteriser keeps its memory from frame to frame. Data of earlier frames must not change a later frame.
@Suite("A frame depends only on its display list") struct SteadyFrameTests {
  @Test("alone and after a thousand others") func afterOthers() {
    let judged = (0..<8).map { DisplayList.random(UInt64(1_000 + $0)) }
    let alone = judged.map { Canvas(96, 130).draw($0) }
    let canvas = Canvas(96, 130)
    for k in 0..<1_000 { canvas.draw(DisplayList.random(UInt64(k))) }
    for (list, picture) in zip(judged, alone) {
      #expect(canvas.draw(list) == picture)
      #expect(canvas.draw(list, threads: 3) == picture)
    }
  }

  @Test("in any order, with any number of threads") func anyOrder() {
    let canvas = Canvas(150, 140)
    let first = (0..<24).map { canvas.draw(DisplayList.random(UInt64($0)), threads: 1) }
    for k in (0..<24).reversed() {
      #expect(canvas.draw(DisplayList.random(UInt64(k)), threads: 2 + k % 7) == first[k])
    }
  }
}

extension DisplayList {
  /// A display list of every kind of item: small and large shapes, copies, thin lines, crossings, gradients, images, masks,
  /// clips, blend modes, blurs, and horizontal and vertical edges on the pixel grid.
  static func random(_ seed: UInt64, of count: Int? = nil) -> DisplayList {
    var random = LCG(seed)
    var list = DisplayList()
    for _ in 0..<(count ?? Int(random.next(1...9))) { add(&list, &random) }
    return list
  }

  private static func add(_ list: inout DisplayList, _ random: inout LCG) {
    switch Int(random.next(0...6.99)) {
    case 0: list.items.append(draw(&list, &random))
    case 1:
      let transforms = (0..<Int(random.next(1...12))).map { _ in place(&random) }
      let item = draw(&list, &random)
      list.copies(transforms.map { Copy(transform: $0, color: random.color()) }) {
        $0.items.append(item)
      }
    case 2:
      let clip = Clip(shape: shape(&list, &random), transform: place(&random))
      let items = (draw(&list, &random), draw(&list, &random))
      list.group(clip: clip) { $0.items += [items.0, items.1] }
    case 3:
      let items = (draw(&list, &random), draw(&list, &random))
      list.group(opacity: 0.6) {
        $0.items.append(items.0)
      } mask: {
        $0.items.append(items.1)
      }
    case 4:
      var effects = Effects(space: .identity)
      effects.filters = [.gaussianBlur(radius: random.next(0.2...3), edges: nil)]
      effects.shadow = Shadow(color: .black, offset: Point(2, 3), radius: 1.5)
      let item = draw(&list, &random)
      list.group(effects: effects) { $0.items.append(item) }
    case 5:
      var effects = Effects(space: .identity)
      effects.blend = random.next(0...1) < 0.5 ? .multiply : .destIn
      effects.mixesByCoverage = random.next(0...1) < 0.7
      if random.next(0...1) < 0.3 {
        effects.filters = [.gaussianBlur(radius: random.next(0.2...3), edges: nil)]
      }
      let item = draw(&list, &random)
      list.group(effects: effects) { $0.items.append(item) }
    default:
      list.fill(.rect(Rect(random.next(0...40).rounded(), 3, 20, 9)), random.color())
    }
  }

  private static func place(_ random: inout LCG) -> PlaneTransform {
    .scale(random.next(0.1...1.5), random.next(0.1...1.5)) * .rotation(random.next(0...6))
      * .translation(random.next(-10...90), random.next(-10...90))
  }

  private static func draw(_ list: inout DisplayList, _ random: inout LCG) -> Item {
    let shape = shape(&list, &random)
    var paint = Paint.color(random.color())
    if random.next(0...1) < 0.2 {
      let stops = [0.1, 0.9].map { Gradient.Stop(location: $0, color: random.color()) }
      list.gradients.append(
        Gradient(kind: .radial(center: Point(9, 9), radiusX: 20, radiusY: 12), stops: stops))
      paint = .gradient(list.gradients.count - 1)
    } else if random.next(0...1) < 0.2 {
      let buffer = PixelBuffer(width: 6, height: 5)
      for i in 0..<30 { buffer.pixels[i] = UInt32(random.next(0...255)) &* 0x0101_0101 }
      list.images.append(Image(buffer))
      paint = list.add(
        ImagePaint(
          image: list.images.count - 1, source: Rect(0, 0, 6, 5),
          destination: Rect(0, 0, 24, 20), filter: .linear))
    }
    return .draw(Draw(shape: shape, paint: paint, transform: place(&random)))
  }

  private static func shape(_ list: inout DisplayList, _ random: inout LCG) -> Shape {
    let size = random.next(0...1) < 0.7 ? random.next(1...30) : random.next(30...300)
    let rect = Rect(0, 0, size.rounded(), (size * 0.6).rounded() + 1)
    switch Int(random.next(0...5.99)) {
    case 0: return .rect(rect)
    case 1: return .roundedRect(rect, radius: rect.height / 3, corners: .all)
    case 2: return .border(rect, radius: rect.height / 4, corners: .all, width: 1.5)
    case 3:
      list.paths.append(.polygon((0..<7).map { _ in random.point(in: -size...size) }))
      return .fill(path: list.paths.count - 1, rule: random.next(0...1) < 0.5 ? .evenOdd : .nonZero)
    case 4:
      list.paths.append(.ellipse(rect))
      return .fill(path: list.paths.count - 1, rule: .nonZero)
    default:
      var style = StrokeStyle()
      (style.width, style.cap, style.join) = (random.next(0.3...5), .round, .round)
      list.paths.append(.polygon((0..<4).map { _ in random.point(in: -size...size) }))
      list.strokes.append(style)
      return .stroke(path: list.paths.count - 1, style: list.strokes.count - 1)
    }
  }
}

import StrettoDisplayList
import StrettoGeometry
import Testing

/// Small shapes of one colour have a fast path, which draws eight copies at once or eight edges of one shape at once.
@Suite("Small shapes") struct SmallShapeTests {
  private let star: Path = .polygon(
    (0..<10).map { k in
      let (r, angle) = (k % 2 == 0 ? 6.0 : 2.5, Double(k) * .pi / 5)
      return Point(r * sin(angle), -r * cos(angle))
    })

  private func transforms(_ count: Int) -> [PlaneTransform] {
    var random = LCG(21)
    return (0..<count).map { _ in
      let scale = random.next(0.2...1.1)
      return .scale(scale, scale * random.next(0.3...1)) * .rotation(random.next(0...6))
        * .translation(random.next(-6...76), random.next(-6...76))
    }
  }

  @Test(
    "have the same bytes eight at once, one by one, and as separate shapes",
    arguments: [1, 2, 3, 8, 9, 61])
  func together(count: Int) {
    var random = LCG(5)
    let all = transforms(count).map { Copy(transform: $0, color: random.color()) }
    var (copies, alone, own) = (DisplayList(), DisplayList(), DisplayList())
    copies.paths = [star]
    alone.paths = [star]
    copies.copies(all) { $0.fill(.fill(path: 0, rule: .nonZero), .white) }
    for (i, copy) in all.enumerated() {
      alone.copies([copy]) { $0.fill(.fill(path: 0, rule: .nonZero), .white) }
      own.paths.append(star)
      own.fill(.fill(path: i, rule: .nonZero), copy.color, copy.transform)
    }
    // A frame of 70 rows has two bands, and the rows of a frame of odd width have no padding.
    let canvas = Canvas(69, 70)
    let together = canvas.draw(copies, background: Color(0.2, 0.5, 0.7, 0.5))
    #expect(canvas.draw(alone, background: Color(0.2, 0.5, 0.7, 0.5)) == together)
    #expect(canvas.draw(own, background: Color(0.2, 0.5, 0.7, 0.5)) == together)
    #expect(canvas.draw(copies, background: Color(0.2, 0.5, 0.7, 0.5), threads: 2) == together)
  }

  /// Shapes with curves of many short edges, a ring of two contours, edges too long for the fast path, and fewer corners than
  /// SIMD lanes.
  @Test(
    "of any form have the same bytes together and one by one",
    arguments: [
      Shape.roundedRect(Rect(-7, -7, 14, 14), radius: 7, corners: .all),
      .border(Rect(-7, -7, 14, 14), radius: 4, corners: .all, width: 2),
      .rect(Rect(-25, -1, 50, 2)), .rect(Rect(-2, -3, 4, 6)),
    ], [2, 5, 8])
  func forms(shape: Shape, count: Int) {
    var random = LCG(6)
    let all = transforms(count).map { Copy(transform: $0, color: random.color()) }
    var (together, alone) = (DisplayList(), DisplayList())
    together.copies(all) { $0.fill(shape, .white) }
    // The fast path draws consecutive items at once, so another item between the copies makes the rasteriser draw each copy
    // alone.
    let other = Shape.rect(Rect(130, 0, 1, 70))
    for copy in all {
      alone.fill(shape, copy.color, copy.transform)
      alone.fill(other, .white)
    }
    together.fill(other, .white)
    let canvas = Canvas(139, 70)
    #expect(canvas.draw(together) == canvas.draw(alone))
  }

  /// Clips and gradients take the general path through runs, and a colour is blended from its tile.
  @Test(
    "have the same coverage as a clip and under a gradient",
    arguments: [
      Shape.fill(path: 0, rule: .nonZero),
      .roundedRect(Rect(-20, -1, 40, 3), radius: 1, corners: .all),
      .border(Rect(-7, -7, 14, 14), radius: 4, corners: .all, width: 2),
    ])
  func coverage(shape: Shape) {
    let stops = [0, 1].map { Gradient.Stop(location: $0, color: .white) }
    let canvas = Canvas(70, 140)
    for t in transforms(40) {
      var (small, clipped, shaded) = (DisplayList(), DisplayList(), DisplayList())
      (small.paths, clipped.paths, shaded.paths) = ([star], [star], [star])
      small.fill(shape, .white, t)
      clipped.group(clip: Clip(shape: shape, transform: t)) {
        $0.fill(.rect(Rect(0, 0, 70, 140)), .white)
      }
      shaded.gradients = [Gradient(kind: .axial(start: .zero, end: Point(1, 0)), stops: stops)]
      shaded.items = [.draw(Draw(shape: shape, paint: .gradient(0), transform: t))]
      #expect(canvas.draw(clipped) == canvas.draw(small))
      #expect(canvas.draw(shaded) == canvas.draw(small))
    }
  }

  @Test("moved by whole pixels give the moved picture") func moved() {
    for t in transforms(20) {
      var (list, shifted) = (DisplayList(), DisplayList())
      list.paths = [star]
      shifted.paths = [star]
      list.fill(.fill(path: 0, rule: .nonZero), .white, t * .translation(20, 20))
      shifted.fill(.fill(path: 0, rule: .nonZero), .white, t * .translation(23, 81))
      let (a, b) = (Canvas(128, 192).draw(list), Canvas(128, 192).draw(shifted))
      for y in 0..<128 { for x in 0..<120 { #expect(a[y * 128 + x] == b[(y + 61) * 128 + x + 3]) } }
    }
  }

  @Test("far from their origin are drawn correctly") func farOrigin() {
    var list = DisplayList()
    list.paths = [.rect(Rect(1e6, 1e6, 8, 8))]
    list.fill(.fill(path: 0, rule: .nonZero), .white, .translation(4.5 - 1e6, 4.5 - 1e6))
    let p = Canvas(20, 20).draw(list).map { $0 >> 24 }
    #expect(p[8 * 20 + 8] == 255 && p[4 * 20 + 8] == 128 && p[4 * 20 + 4] == 64)
  }
}

import StrettoDisplayList
import StrettoGeometry
import StrettoTestSupport
import Testing

@testable import StrettoRaster

/// Groups with equal effects and equal content share one offscreen picture.
@Suite("Passes") struct PassTests {
  private static func shadow(_ radius: Double, _ offset: Point = Point(1, 2)) -> Effects {
    var effects = Effects(space: .identity)
    effects.shadow = Shadow(color: .black, offset: offset, radius: radius)
    return effects
  }

  private static func card(_ list: inout DisplayList, _ place: PlaneTransform = .identity) {
    var effects = shadow(2)
    effects.space = place
    list.group(effects: effects) {
      $0.fill(
        .roundedRect(Rect(0, 0, 12, 9), radius: 3, corners: .all), Color(0.2, 0.6, 0.9, 1), place)
    }
  }

  /// Translations by whole points, halves, thirds, and numbers with rounding errors.
  private static let places: [PlaneTransform] = (0..<24).map { k in
    let steps = [10, 10.5, 10 + 1.0 / 3, 0.1 * 3 * 30]
    return .translation(4 + steps[k % 4] * Double(k / 4), 5 + 20 * Double(k % 4))
  }

  private func passes(_ list: DisplayList) -> Int {
    var list = list
    var summaries = Arena<ItemSummary>()
    list.close()
    var outlines = Arena<GlyphOutline>()
    list.summarize(into: &summaries, &outlines, FrameBudget())
    let part = FramePart()
    part.expand(
      ListSegment(list.picture), of: list, .identity, PixelRect(x0: 0, y0: 0, x1: 100, y1: 100),
      summaries.all, FrameBudget())
    return part.list.passes.count
  }

  @Test("copies with effects have the bytes of separate groups") func copiesAndLayers() {
    var (copies, layers) = (DisplayList(), DisplayList())
    copies.copies(PassTests.places.map { Copy(transform: $0) }) { PassTests.card(&$0) }
    for place in PassTests.places { PassTests.card(&layers, place) }
    let drawn = Canvas(90, 90).draw(copies)
    #expect(Set(drawn).count > 50)
    #expect(Canvas(90, 90).draw(layers) == drawn)
    for threads in [2, 3, 7] { #expect(Canvas(90, 90).draw(copies, threads: threads) == drawn) }
  }

  @Test("a group drawn alone has the bytes that it has among others") func alone() {
    var all = DisplayList()
    all.copies(PassTests.places.map { Copy(transform: $0) }) { PassTests.card(&$0) }
    let together = Canvas(90, 90).draw(all)
    for place in PassTests.places.prefix(8) {
      var one = DisplayList()
      PassTests.card(&one, place)
      let single = Canvas(90, 90).draw(one)
      let (x, y) = (Int(place.tx) + 4, Int(place.ty) + 4)
      #expect(single[y * 90 + x] == together[y * 90 + x])
    }
  }

  @Test("groups with equal subpixel positions are drawn once, wherever they are in the list")
  func shared() {
    var (copies, layers) = (DisplayList(), DisplayList())
    let places = (0..<16).map { PlaneTransform.translation(10 + 0.1 * 3 * 10 * Double($0), 20) }
    copies.copies(places.map { Copy(transform: $0) }) { PassTests.card(&$0) }
    for place in places { PassTests.card(&layers, place) }
    #expect(passes(copies) == 1)
    #expect(passes(layers) == 1)
  }

  @Test("groups that differ are drawn separately") func different() {
    var list = DisplayList()
    list.paths = [.star(5), .star(6)]
    let fills: [(Shape, Color, Effects)] = [
      (.rect(Rect(20, 20, 9, 9)), .black, PassTests.shadow(2)),
      (.rect(Rect(20, 20, 9, 9)), .white, PassTests.shadow(2)),
      (.rect(Rect(20, 20, 9, 8)), .black, PassTests.shadow(2)),
      (.rect(Rect(20.5, 20, 9, 9)), .black, PassTests.shadow(2)),
      (.rect(Rect(20, 20, 9, 9)), .black, PassTests.shadow(2.5)),
      (.rect(Rect(20, 20, 9, 9)), .black, PassTests.shadow(2, Point(0, 0))),
      (.fill(path: 0, rule: .nonZero), .black, PassTests.shadow(2)),
      (.fill(path: 1, rule: .nonZero), .black, PassTests.shadow(2)),
      (.fill(path: 0, rule: .evenOdd), .black, PassTests.shadow(2)),
    ]
    for _ in 0..<3 {
      for (shape, color, effects) in fills {
        list.group(effects: effects) { $0.fill(shape, color) }
      }
    }
    #expect(passes(list) == fills.count)
  }

  @Test("many passes on several threads have the bytes of one thread", arguments: [2, 5])
  func threads(threads: Int) {
    var (list, random) = (DisplayList(), LCG(9))
    for k in 0..<700 {
      let place =
        PlaneTransform.rotation(random.next(0...6))
        * .translation(random.next(0...200), random.next(0...200))
      if k % 3 == 0 { PassTests.card(&list, place) }
      list.fill(.rect(Rect(0, 0, 5, 4)), random.color(), place)
    }
    let one = Canvas(200, 200).draw(list, background: .white)
    #expect(Canvas(200, 200).draw(list, background: .white, threads: threads) == one)
  }

  @Test("pictures beyond the memory limit are rejected")
  func memory() {
    var effects = Effects(space: .identity)
    // Two blurs with radius 5,000 in sequence would need an intermediate picture of 30,000 by 30,000 pixels.
    effects.filters = [
      .gaussianBlur(radius: 5000, edges: nil), .gaussianBlur(radius: 5000, edges: nil),
    ]
    var list = DisplayList()
    list.group(effects: effects) { $0.fill(.rect(Rect(0, 0, 300, 300)), .black) }
    #expect(throws: RasterError.limit(.pictures)) { try Canvas(300, 300).drawn(list) }
    #expect(throws: RasterError.limit(.pictures)) {
      try Canvas(300, 300).drawn(list, threads: 4)
    }
  }

  @Test("nested groups with effects are rejected before memory runs out")
  func nested() {
    func nest(_ levels: Int, _ list: inout DisplayList) {
      list.group(effects: PassTests.shadow(1)) {
        $0.fill(.rect(Rect(0, 0, 3000, 3000)), .black)
        if levels > 1 { nest(levels - 1, &$0) }
      }
    }
    var (few, many) = (DisplayList(), DisplayList())
    nest(30, &many)
    #expect(throws: RasterError.limit(.pictures)) { try Canvas(3000, 3000).drawn(many) }
    // Groups that are nested 30 levels deep, but only 40 points wide.
    func cards(_ levels: Int, _ list: inout DisplayList) {
      list.group(effects: PassTests.shadow(1)) {
        $0.fill(.rect(Rect(5, 5, 40, 40)), .black)
        if levels > 1 { cards(levels - 1, &$0) }
      }
    }
    cards(30, &few)
    #expect(Set(Canvas(64, 64).draw(few)).count > 1)
  }
}

extension Path {
  fileprivate static func star(_ corners: Int) -> Path {
    var path = Path()
    for k in 0..<2 * corners {
      let (angle, radius) = (Double(k) * .pi / Double(corners), k % 2 == 0 ? 9.0 : 4)
      let point = Point(30 + radius * cos(angle), 30 + radius * sin(angle))
      k == 0 ? path.move(to: point) : path.line(to: point)
    }
    path.close()
    return path
  }
}

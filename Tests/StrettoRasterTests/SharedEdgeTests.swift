import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import Testing

@testable import StrettoRaster

/// A colour does not shine through the edge of a shape that covers exactly the same outline (docs/decisions/coverage.md).
@Suite("Items with one outline are blended with the backdrop once") struct SharedEdgeTests {
  private static let bounds = Rect(9.3, 8.6, 37.5, 30.7)
  private static let shapes: [Shape] = [
    .rect(bounds), .roundedRect(bounds, radius: 11, corners: .all), .fill(path: 0, rule: .nonZero),
    .fill(path: 1, rule: .evenOdd), .stroke(path: 0, style: 0),
  ]
  private static let places: [PlaneTransform] = [
    .identity, .rotation(0.3) * .translation(6.2, -7.4), .scale(5, 5),
    {
      var m = PlaneTransform.identity
      m.wx = 0.004
      return m
    }(),
  ]

  private func picture(
    _ transform: PlaneTransform = .identity, threads: Int = 1, scale: Double = 1,
    _ make: (inout DisplayList) -> Void
  ) -> [UInt32] {
    var list = DisplayList()
    list.paths = [
      .ellipse(SharedEdgeTests.bounds),
      .polygon([Point(10, 9), Point(40, 30), Point(44, 12), Point(13, 38)]),
    ]
    list.strokes = [StrokeStyle()]
    list.copies([Copy(transform: transform)], content: make)
    return Canvas(Int(60 * scale), Int(200 * scale)).draw(
      list, scale: scale, background: .white, threads: threads)
  }

  private func gradient(_ list: inout DisplayList) -> Paint {
    let stops = [(0.0, Color(0.2, 0.9, 0.4)), (1.0, Color(0.1, 0.6, 1))]
    list.gradients.append(
      Gradient(
        kind: .axial(start: Point(9, 8), end: Point(46, 30)),
        stops: stops.map { Gradient.Stop(location: $0.0, color: $0.1) }))
    return .gradient(list.gradients.count - 1)
  }

  @Test("paints of one shape join", arguments: shapes, places)
  func paints(_ shape: Shape, _ m: PlaneTransform) {
    let green = Color(0.1, 0.8, 0.3)
    let alone = picture(m) { $0.fill(shape, green) }
    let both = picture(m) {
      $0.fill(shape, .black)
      $0.fill(shape, green)
    }
    #expect(largestDifference(alone, both) <= 1)
    func shaded(_ list: inout DisplayList) {
      let paint = gradient(&list)
      list.items.append(.draw(Draw(shape: shape, paint: paint, transform: .identity)))
    }
    let covered = picture(m) {
      $0.fill(shape, .black)
      $0.fill(shape, Color(1, 0, 0, 0.5))
      shaded(&$0)
    }
    #expect(largestDifference(picture(m, shaded), covered) <= 1)
    // Items with one outline are blended with each other before they are blended with the backdrop.
    let mixed = picture(m) {
      $0.fill(shape, .black)
      $0.fill(shape, Color(1, 1, 1, 0.5))
    }
    #expect(largestDifference(picture(m) { $0.fill(shape, Color(0.5, 0.5, 0.5)) }, mixed) <= 1)
  }

  @Test("a border in the fill's colour is invisible", arguments: places)
  func borders(_ m: PlaneTransform) {
    let (bounds, blue) = (SharedEdgeTests.bounds, Color(0.1, 0.2, 0.9))
    for radius in [0.0, 4, 11] {
      let shape: Shape =
        radius > 0 ? .roundedRect(bounds, radius: radius, corners: .all) : .rect(bounds)
      for width in [0.2, 0.9, 2.5, 13] {
        let both = picture(m) {
          $0.fill(shape, blue)
          $0.fill(.border(bounds, radius: radius, corners: .all, width: width), blue)
        }
        let alone = picture(m) { $0.fill(shape, blue) }
        #expect(largestDifference(alone, both) <= 1, "radius \(radius), width \(width)")
      }
    }
  }

  @Test("border and fill are blended by their own coverage")
  func shares() {
    let bounds = Rect(5.25, 4.75, 20, 9)
    // Columns 5 to 25 have the coverage 0.75, 1, ..., 1, 0.25. The border of width 0.5 covers half a pixel on each side.
    let row = picture {
      $0.fill(.rect(bounds), .black)
      $0.fill(.border(bounds, radius: 0, corners: [], width: 0.5), Color(1, 0, 0))
    }[9 * 60..<10 * 60]
    let found = [4, 5, 6, 24, 25].map { channels(row[row.startIndex + $0]) }
    let expected = [
      [255, 255, 255, 255], [191, 64, 64, 255], [0, 0, 0, 255], [64, 0, 0, 255],
      [255, 191, 191, 255],
    ]
    for (a, b) in zip(found, expected) {
      #expect(zip(a, b).allSatisfy { abs($0 - $1) <= 1 }, "\(a) is not \(b)")
    }
  }

  @Test("an item that fills a clip is clipped once", arguments: shapes, places)
  func clips(_ shape: Shape, _ m: PlaneTransform) {
    let green = Color(0.1, 0.8, 0.3)
    func clipped(_ fills: [Color], before: Color? = nil) -> [UInt32] {
      picture(m) { list in
        if let before { list.fill(shape, before) }
        list.group(clip: Clip(shape: shape, transform: .identity)) {
          for color in fills { $0.fill(.rect(SharedEdgeTests.bounds.insetBy(-6)), color) }
          // The group's second item does not fill the clip path, so the group needs an offscreen picture.
          if before == nil { $0.fill(.rect(Rect(25, 20, 1, 1)), green) }
        }
      }
    }
    let alone = picture(m) { $0.fill(shape, green) }
    #expect(largestDifference(clipped([green]), alone) <= 1)
    #expect(largestDifference(clipped([.black, green]), alone) <= 1)
    #expect(largestDifference(clipped([green], before: .black), alone) <= 1)
    #expect(largestDifference(clipped([], before: green), alone) <= 1)
  }

  @Test(
    "a clipped group with opacity does not lighten the same colour below it", arguments: shapes,
    places)
  func fadingClips(_ shape: Shape, _ m: PlaneTransform) {
    let green = Color(0.1, 0.8, 0.3)
    let clip = Clip(shape: shape, transform: .identity)
    let alone = picture(m) { $0.fill(shape, green) }
    /// Green over green on white must not make any pixel whiter.
    func isGreener(_ pixels: [UInt32]) -> Bool {
      zip(pixels, alone).allSatisfy { pixel, green in
        pixel == green || zip(channels(pixel), channels(green)).allSatisfy { $0 <= $1 + 1 }
      }
    }
    for fill in [Rect(25, 20, 1, 1), SharedEdgeTests.bounds.insetBy(-6)] {
      let faded = picture(m) {
        $0.fill(shape, green)
        $0.group(opacity: 0.5, clip: clip) { $0.fill(.rect(fill), green) }
      }
      #expect(isGreener(faded))
      let copied = picture(m) {
        $0.fill(shape, green)
        $0.copies([Copy(transform: .identity, color: Color(1, 1, 1, 0.5))]) {
          $0.group(clip: clip) { $0.fill(.rect(fill), green) }
        }
      }
      #expect(isGreener(copied))
    }
  }

  /// The rasteriser joins fills and clips of one outline. If `each` is not 0, every `each`-th clip needs an offscreen picture.
  @Test("of many filled clips the last is visible", arguments: [0, 7], 1...3)
  func manyClips(each: Int, threads: Int) {
    let clip = Clip(shape: SharedEdgeTests.shapes[1], transform: .identity)
    let colors: [Color] = (0..<60).map { Color(Double($0 % 7) / 7, Double($0 % 5) / 5, 0.3) }
    let found = picture(threads: threads) { list in
      for (i, color) in colors.enumerated() {
        list.group(clip: clip) {
          if each > 0, i % each == 0 { $0.fill(.rect(Rect(25, 20, 1, 1)), .black) }
          $0.fill(.rect(SharedEdgeTests.bounds.insetBy(-6)), color)
        }
      }
    }
    let alone = picture { $0.fill(clip.shape, colors[59]) }
    // Groups with offscreen pictures are blended one by one, so several of them cover an edge pixel more than a single fill.
    if each == 0 { #expect(largestDifference(found, alone) <= 1) }
    let inside = 25 * 60 + 25
    #expect(found[inside] == alone[inside])
  }

  @Test("an invisible item is not joined") func dropped() {
    func glass(hidden: Bool) -> [UInt32] {
      picture { list in
        list.fill(.rect(Rect(20, 0, 8, 60)), .black)
        if hidden {
          list.group {
            $0.fill(.rect(Rect(-5, -5, 900, 900)), .black)
          } mask: {
            for x in [-500.0, 500] { $0.fill(.rect(Rect(x, -5, 5, 900)), .black) }
          }
        }
        var effects = Effects(space: .identity)
        effects.filters = [.gaussianBlur(radius: 4, edges: nil)]
        let index = list.add(effects)
        for shape in SharedEdgeTests.shapes[...1] {
          list.items.append(
            .draw(Draw(shape: shape, paint: .backdrop(index), transform: .identity)))
        }
        list.fill(SharedEdgeTests.shapes[1], Color(0, 1, 0, 0.3))
      }
    }
    #expect(glass(hidden: true) == glass(hidden: false))
  }

  /// Draws a card: a background, contents clipped by the outline of the background, and a border.
  private func card(_ list: inout DisplayList, _ inside: (inout DisplayList) -> Void) {
    let shape = Shape.roundedRect(SharedEdgeTests.bounds, radius: 9, corners: .all)
    list.fill(shape, .black)
    list.group(clip: Clip(shape: shape, transform: .identity), content: inside)
    list.fill(
      .border(SharedEdgeTests.bounds, radius: 9, corners: .all, width: 2.4), Color(0.2, 0.4, 1, 0.8)
    )
  }

  @Test("a card equals the mean of sixteen times as many pixels") func card() {
    let insides: [(inout DisplayList) -> Void] = [
      { $0.fill(.rect(SharedEdgeTests.bounds), Color(0.9, 0.8, 0.1)) },
      {
        $0.fill(.rect(SharedEdgeTests.bounds), Color(0.9, 0.8, 0.1))
        $0.fill(.rect(Rect(20, 15, 8, 9)), Color(0.9, 0, 0.1))
      },
    ]
    for inside in insides {
      for m in [PlaneTransform.identity, .rotation(0.3) * .translation(6.2, -7.4)] {
        let found = picture(m) { card(&$0, inside) }
        let large = picture(m, scale: 16) { card(&$0, inside) }
        for y in 0..<60 {
          for x in 0..<60 {
            for c in 0..<4 {
              var sum = 0
              for dy in 0..<16 {
                for dx in 0..<16 {
                  sum += Int(large[(16 * y + dy) * 960 + 16 * x + dx] >> (8 * UInt32(c)) & 255)
                }
              }
              let difference = abs(channels(found[60 * y + x])[c] - (sum + 128) / 256)
              if difference > 4 { Issue.record("\(difference) at \(x), \(y)") }
            }
          }
        }
      }
    }
  }

  @Test("additive items and groups with opacity are not joined") func unlike() {
    let grey = Color(0.25, 0.25, 0.25)
    let glow = Copy(transform: .identity, blend: .additive)
    let shape = Shape.rect(Rect(0.5, 0, 20, 20))
    var list = DisplayList()
    list.fill(shape, grey)
    list.copies([glow]) { $0.fill(shape, grey) }
    let pixels = Canvas(30, 30).draw(list, background: .black)
    // The pixel has half of the grey of the backdrop and half of the grey that is added.
    #expect(abs(channels(pixels[0])[0] - 64) <= 1)
    let faded = picture {
      $0.fill(.rect(SharedEdgeTests.bounds), .black)
      $0.group(opacity: 0.5) {
        $0.fill(.rect(SharedEdgeTests.bounds), .black)
        $0.fill(.rect(SharedEdgeTests.bounds), .white)
      }
    }
    let half = picture { $0.fill(.rect(SharedEdgeTests.bounds), Color(0.5, 0.5, 0.5)) }
    // The group has an offscreen picture, so a quarter of the black shines through at its edge.
    #expect(largestDifference(faded, half) <= 64)
    #expect(abs(channels(faded[20 * 60 + 30])[0] - 128) <= 1)
  }

  @Test("copies and single items join equally, on any number of threads")
  func alike() {
    let places: [PlaneTransform] = [
      .scale(1, 6), .rotation(0.3) * .translation(8, 60), .translation(3.3, 140.6),
      .translation(3.3, 140.6),
    ]
    func body(_ list: inout DisplayList) {
      card(&list) { $0.fill(.rect(SharedEdgeTests.bounds), Color(0.9, 0.8, 0.1, 0.9)) }
    }
    let copied = picture { $0.copies(places.map { Copy(transform: $0) }, content: body) }
    let written = picture { list in
      for place in places {
        let first = list.items.count
        body(&list)
        for i in first..<list.items.count { list.items[i] = list.items[i].moved(through: place) }
      }
    }
    #expect(copied == written)
    for threads in 2...4 {
      let again = picture(threads: threads) {
        $0.copies(places.map { Copy(transform: $0) }, content: body)
      }
      #expect(again == copied)
    }
  }
}

extension Item {
  fileprivate func moved(through m: PlaneTransform) -> Item {
    switch self {
    case .draw(var draw):
      draw.transform = draw.transform * m
      return .draw(draw)
    case .group(var group):
      if let clip = group.clip {
        group.clip = Clip(shape: clip.shape, transform: clip.transform * m)
      }
      return .group(group)
    case .copies, .glyphs: return self
    }
  }
}

import StrettoDisplayList
import StrettoGeometry
import StrettoRaster
import Testing

/// The rasteriser checks for cancellation once in 16,384 units of work. The tests count checks instead of measuring time.
@Suite("A frame that is cancelled") struct CancellationTests {
  private final class Asked: @unchecked Sendable {
    var count = 0
  }

  /// The number of cancellation checks while the rasteriser draws `list`, if check number `last` and all later checks ask for
  /// cancellation.
  private func questions(_ list: DisplayList, until last: Int) -> (count: Int, isCancelled: Bool) {
    let asked = Asked()
    let check = Cancellation {
      asked.count += 1
      return asked.count >= last
    }
    do {
      try Canvas(300, 300).drawn(list, cancellation: check)
      return (asked.count, false)
    } catch {
      return (asked.count, error as? RasterError == .cancelled)
    }
  }

  /// After one positive check for cancellation, all later checks are positive. Enclosing loops over copies of copies therefore
  /// end as well.
  @Test("stays cancelled") func forGood() {
    var cancellation = Cancellation { true }
    while cancellation.shouldContinue(work: 1000) {}
    let later = (0..<10_000).filter { cancellation.shouldContinue(work: $0 % 7) }
    #expect(later.isEmpty)
  }

  private func wanderer(_ count: Int, in range: ClosedRange<Double>) -> Path {
    var random = LCG(3)
    return .polygon((0..<count).map { _ in random.point(in: range) })
  }

  private func filled(_ path: Path) -> DisplayList {
    var list = DisplayList()
    list.paths = [path]
    list.fill(.fill(path: 0, rule: .nonZero), .white)
    return list
  }

  /// Display lists, in each of which one stage of the rasteriser takes most of the time.
  var frames: [(name: String, list: DisplayList, least: Int)] {
    var style = StrokeStyle()
    (style.width, style.cap, style.join) = (0.1, .round, .round)
    var stroked = DisplayList()
    (stroked.paths, stroked.strokes) = ([wanderer(2_000, in: 0...300)], [style])
    stroked.fill(.stroke(path: 0, style: 0), .white)
    var dashed = stroked
    style.dashPattern = [7, 5]
    dashed.strokes = [style]
    var copies = DisplayList()
    copies.copies((0..<90_000).map { Copy(transform: .translation(Double($0) * 10, 0)) }) {
      $0.fill(.rect(Rect(0, 0, 2, 2)), .white)
    }
    var items = DisplayList()
    for _ in 0..<6_000 { items.fill(.rect(Rect(0, 0, 9, 9)), .white) }
    var clipped = DisplayList()
    clipped.paths = [wanderer(5, in: 0...300)]
    clipped.paths[0].append(wanderer(20_000, in: 0...300))
    let halves = Clip(
      shape: .fill(path: 0, rule: .nonZero), transform: .identity,
      laterParts: .roundedRect(Rect(9, 9, 80, 80), radius: 30, corners: .all))
    clipped.group(clip: halves) { $0.fill(.rect(Rect(0, 0, 300, 300)), .white) }
    var stretched = DisplayList()
    var coarse = Effects(space: .identity)
    (coarse.filters, coarse.pixelsPerPoint) = ([.gaussianBlur(radius: 1, edges: nil)], 0.1)
    stretched.group(effects: coarse) { $0.fill(.rect(Rect(0, 0, 300, 300)), .white) }
    var shaded = DisplayList()
    var cast = Effects(space: .identity)
    cast.shadow = Shadow(color: .white, offset: Point(3, 4), radius: 0, isAlone: false)
    cast.filters = [.colorMatrix(.identity)]
    shaded.group(effects: cast) { $0.fill(.rect(Rect(0, 0, 300, 300)), .white) }
    var far = filled(wanderer(6_000, in: -1e6...1e6))
    far.paths[0].line(to: Point(1, 1))
    return [
      ("flattening", filled(.ellipse(Rect(-4e5, -4e5, 8e5, 8e5))), 1),
      ("a pen", stroked, 1),
      ("a pen that is lifted", dashed, 8),
      ("sorting edges, and one giant path", filled(wanderer(6_000, in: 0...300)), 3),
      ("edges far beyond the frame", far, 3),
      ("a part of a picture, and what comes over it", clipped, 6),
      ("a picture that is stretched", stretched, 9),
      ("a shadow, and colours that change", shaded, 20),
      ("copies beside the frame", copies, 4),
      ("items", items, 3),
    ]
  }

  @Test("checks for cancellation in every stage, and ends at the first positive check") func asks()
  {
    for (name, list, least) in frames {
      let (all, ended) = questions(list, until: .max)
      #expect(all >= least && !ended, "\(name) asked \(all) times")
      for last in Set([1, all / 2]) where last > 0 && last < all {
        let (count, isCancelled) = questions(list, until: last)
        #expect(isCancelled && count <= last + 4, "\(name): \(count) after \(last)")
      }
    }
  }

  /// A cancelled stage may leave empty arenas for the next stage. `Arena` traps on an index outside its elements, which would
  /// fail the test.
  @Test("can be cancelled at each check") func atEachQuestion() {
    for (name, list, least) in frames {
      for last in 1...max(12, least) {
        let (count, isCancelled) = questions(list, until: last)
        #expect(isCancelled || count < last, "\(name): question \(last)")
      }
    }
  }

  @Test("does not change the next frame") func leavesNothing() {
    let ellipse = Canvas(300, 300).draw(filled(.ellipse(Rect(20, 30, 200, 90))))
    for (_, list, least) in frames {
      let canvas = Canvas(300, 300)
      for last in [1, least] {
        let asked = Asked()
        let check = Cancellation {
          asked.count += 1
          return asked.count >= last
        }
        _ = try? canvas.drawn(list, cancellation: check)
        #expect(canvas.draw(filled(.ellipse(Rect(20, 30, 200, 90)))) == ellipse)
      }
    }
  }

  @Test("nested groups on a wide frame are rejected before memory is allocated")
  func groupPictures() {
    var list = DisplayList()
    let (depth, end) = (250, 501)
    for i in 0..<depth {
      list.items.append(
        .group(
          Group(opacity: 1, clip: nil, contentEnd: end - i - 1, end: end - i, hasMask: true)))
    }
    // The display list has the innermost content first, and then the masks from the innermost to the outermost group.
    list.fill(.rect(Rect(0, 0, 8192, 8192)), .white)
    for _ in 0..<depth { list.fill(.rect(Rect(0, 0, 8192, 8192)), Color(0, 0, 0, 0.5)) }
    #expect(throws: RasterError.limit(.pictures)) { try Canvas(8192, 64).drawn(list) }
    let small = Canvas(64, 64).draw(list)
    #expect(small.count == 64 * 64)
  }
}

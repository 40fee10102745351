import StrettoDisplayList
import StrettoGeometry
import StrettoRaster
import Testing

@Suite("Groups") struct GroupTests {
  private let ground = Color(0.2, 0.4, 0.7)

  private func picture(_ make: (inout DisplayList) -> Void) -> [UInt32] {
    var list = DisplayList()
    list.paths.append(.ellipse(Rect(5, 6, 30, 25)))
    make(&list)
    return Canvas(60, 50).draw(list, background: ground)
  }

  private func two(_ list: inout DisplayList) {
    list.fill(.fill(path: 0, rule: .nonZero), Color(1, 0.3, 0, 0.9))
    list.fill(.rect(Rect(20.3, 10.2, 30, 30)), Color(0, 1, 0.5))
  }

  @Test("a group with opacity 1 changes nothing") func opaqueGroup() {
    let plain = picture(two)
    #expect(picture { $0.group(content: two) } == plain)
    #expect(picture { $0.copies([Copy(transform: .identity)], content: two) } == plain)
    let everything = Clip(shape: .rect(Rect(-10, -10, 100, 100)), transform: .identity)
    #expect(picture { $0.group(clip: everything, content: two) } == plain)
    let mask: (inout DisplayList) -> Void = { $0.fill(.rect(Rect(-9, -9, 99, 99)), .black) }
    #expect(largestDifference(picture { $0.group(content: two, mask: mask) }, plain) <= 1)
  }

  @Test("a single item takes the group's opacity itself, with equal pixels except for rounding")
  func folding() {
    func one(_ list: inout DisplayList) { list.fill(.fill(path: 0, rule: .nonZero), .white) }
    let folded = picture { $0.group(opacity: 0.4, content: one) }
    #expect(
      folded
        == picture {
          $0.copies([Copy(transform: .identity, color: Color(1, 1, 1, 0.4))], content: one)
        })
    #expect(folded == picture { $0.fill(.fill(path: 0, rule: .nonZero), Color(1, 1, 1, 0.4)) })
    let whole = picture {
      $0.group(
        opacity: 0.4,
        content: {
          one(&$0)
          $0.fill(.rect(Rect(0, 0, 1, 1)), .clear)
        })
    }
    #expect(largestDifference(folded, whole) <= 1)
  }

  @Test("overlapping items in a group do not shine through") func overlap() {
    let p = picture {
      $0.group(
        opacity: 0.5,
        content: {
          $0.fill(.rect(Rect(0, 0, 20, 20)), .white)
          $0.fill(.rect(Rect(10, 0, 20, 20)), .black)
        })
    }
    let left = channels(p[5 * 60 + 5]), middle = channels(p[5 * 60 + 15]),
      right = channels(p[5 * 60 + 25])
    #expect(middle == right)
    #expect(left == [153, 179, 217, 255] || left == [153, 178, 217, 255])
    #expect(right[0] == 25 || right[0] == 26)
  }

  @Test("a clip of whole pixels, of parts of pixels and of a path agree") func clips() {
    let rect = Rect(12, 8, 20, 22)
    func clipped(_ shape: Shape) -> [UInt32] {
      picture {
        $0.paths.append(.rect(rect))
        $0.group(clip: Clip(shape: shape, transform: .identity), content: two)
      }
    }
    let scissored = clipped(.rect(rect))
    #expect(largestDifference(scissored, clipped(.fill(path: 1, rule: .nonZero))) <= 1)
    let plain = picture(two)
    let nothing = picture { _ in }
    for y in 0..<50 {
      for x in 0..<60 {
        let isIn = rect.contains(Point(Double(x) + 0.5, Double(y) + 0.5))
        #expect(scissored[y * 60 + x] == (isIn ? plain : nothing)[y * 60 + x])
      }
    }
  }

  @Test("a clip by a shape equals a mask of the shape, if no item has its outline")
  func clipIsMask() {
    for shape in [
      Shape.roundedRect(Rect(10.5, 9.25, 24, 20), radius: 7, corners: .all),
      .fill(path: 1, rule: .nonZero), .rect(Rect(10.3, 9.6, 21.5, 19.9)),
    ] {
      let clipped = picture {
        $0.paths.append(.ellipse(Rect(8, 4.5, 26, 31)))
        $0.group(clip: Clip(shape: shape, transform: .identity), content: two)
      }
      let masked = picture {
        $0.paths.append(.ellipse(Rect(8, 4.5, 26, 31)))
        $0.group(content: two, mask: { $0.fill(shape, .white) })
      }
      #expect(largestDifference(clipped, masked) <= 1)
    }
  }

  @Test("a mask multiplies by its alpha, whatever its colour") func masks() {
    let square: (inout DisplayList) -> Void = { $0.fill(.rect(Rect(0, 0, 60, 50)), .white) }
    let half = picture {
      $0.group(content: square, mask: { $0.fill(.rect(Rect(0, 0, 30, 50)), Color(1, 0, 0, 0.5)) })
    }
    #expect(channels(half[20 * 60 + 10])[3] == 255)
    #expect((150...154).contains(channels(half[20 * 60 + 10])[0]))
    #expect(half[20 * 60 + 40] == picture { _ in }[0])
    #expect(picture { $0.group(content: square, mask: { _ in }) } == picture { _ in })
  }

  @Test("copies multiply colours, and alpha applies to the whole subpicture") func copyColors() {
    let red = picture {
      $0.copies([Copy(transform: .identity, color: Color(1, 0, 0))], content: two)
    }
    let direct = picture {
      $0.fill(.fill(path: 0, rule: .nonZero), Color(1, 0, 0, 0.9))
      $0.fill(.rect(Rect(20.3, 10.2, 30, 30)), Color(0, 0, 0))
    }
    #expect(red == direct)
    let faded = picture {
      $0.copies([Copy(transform: .identity, color: Color(1, 1, 1, 0.3))], content: two)
    }
    #expect(faded == picture { $0.group(opacity: 0.3, content: two) })
  }

  @Test("copies of copies multiply transforms, inner first") func nested() {
    let outer = [PlaneTransform.translation(20, 0), .translation(0, 20)]
    let inner = [PlaneTransform.scale(0.5, 0.5), .rotation(0.3)]
    let square = Shape.rect(Rect(1, 1, 8, 8))
    let nested = picture {
      $0.copies(outer.map { Copy(transform: $0) }) {
        $0.copies(inner.map { Copy(transform: $0) }) { $0.fill(square, .white) }
      }
    }
    let flat = picture { list in
      for o in outer { for i in inner { list.fill(square, .white, i * o) } }
    }
    #expect(nested == flat)
  }

  @Test("additive copies add, also where several of them overlap") func additive() {
    let grey = Color(0.25, 0.5, 0.75)
    let glow = Copy(transform: .identity, color: grey, blend: .additive)
    let p = picture {
      $0.copies([glow, glow]) { $0.fill(.rect(Rect(0, 0, 10, 10)), .white) }
    }
    // The three channels of the pixel are 0.2 + 2 · 0.25, 0.4 + 2 · 0.5 clamped to 1, and 0.7 + 2 · 0.75 clamped to 1.
    #expect(channels(p[0]) == [51 + 128, 255, 255, 255])
    let whole = picture { $0.copies([glow], content: two) }
    let below = picture { _ in }
    let clear = { () -> [UInt32] in
      var list = DisplayList()
      list.paths.append(.ellipse(Rect(5, 6, 30, 25)))
      list.copies([Copy(transform: .identity, color: grey)], content: two)
      return Canvas(60, 50).draw(list)
    }()
    for i in whole.indices {
      let sum = zip(channels(clear[i]), channels(below[i])).map { min(255, $0 + $1) }
      #expect(channels(whole[i]) == sum)
    }
  }

  @Test("the bytes do not depend on threads or on the frame before", arguments: 1...3)
  func threads(seed: Int) {
    var r = LCG(UInt64(seed))
    var list = DisplayList()
    list.paths = [
      .ellipse(Rect(-20, -12, 40, 24)), .polygon((0..<140).map { _ in r.point(in: 0...300) }),
    ]
    var pen = StrokeStyle()
    (pen.width, pen.cap, pen.join) = (3, .round, .round)
    list.strokes = [pen]
    list.fill(.fill(path: 1, rule: .evenOdd), r.color())
    list.copies(
      (0..<60).map { _ in
        Copy(
          transform: .rotation(r.next(0...6)) * .translation(r.next(0...300), r.next(0...300)),
          color: r.color())
      }
    ) {
      $0.fill(.fill(path: 0, rule: .nonZero), .white)
      $0.group(
        opacity: 0.7,
        clip: Clip(
          shape: .roundedRect(Rect(-9, -9, 18, 30), radius: 4, corners: .all), transform: .identity)
      ) {
        $0.fill(.stroke(path: 0, style: 0), .white)
        $0.fill(.rect(Rect(-3, -20, 6, 40)), Color(1, 0.5, 0))
      }
    }
    let canvas = Canvas(300, 300)
    let first = canvas.draw(list, background: .white)
    for threads in [1, 2, 4, 0, 99] {
      #expect(canvas.draw(list, background: .white, threads: threads) == first)
    }
  }
}

import StrettoDisplayList
import StrettoGeometry
import StrettoRaster
import Testing

/// Pictures with many commands are split into ranges of commands, one for each thread.
@Suite("Pictures split into ranges of commands") struct ListSegmentTests {
  private static func place(_ random: inout LCG) -> PlaneTransform {
    .scale(random.next(0.2...1), random.next(0.2...1)) * .rotation(random.next(0...6))
      * .translation(random.next(-5...40), random.next(-5...280))
  }

  private static func fill(_ random: inout LCG) -> Item {
    let shape: Shape =
      random.next(0...1) < 0.5
      ? .rect(Rect(-3, -2, 6, 4)) : .roundedRect(Rect(-4, -4, 8, 8), radius: 3, corners: .all)
    return .draw(Draw(shape: shape, paint: .color(random.color()), transform: place(&random)))
  }

  private static func copies(_ count: Int, _ random: inout LCG) -> [Copy] {
    (0..<count).map { k in
      Copy(
        transform: place(&random), color: random.color(),
        blend: k % 7 == 0 ? .additive : .sourceOver)
    }
  }

  /// Pictures with thousands of commands: copies of one shape, copies of copies, shapes in groups, and a clipped shape whose
  /// copies move by less than a visible distance.
  private static let pictures: [DisplayList] = (0..<4).map { kind in
    var random = LCG(UInt64(40 + kind))
    var list = DisplayList()
    if kind == 0 {
      let item = fill(&random)
      list.copies(copies(1601, &random)) { $0.items.append(item) }
    }
    if kind == 1 {
      let (few, many, items) = (
        copies(37, &random), copies(41, &random), [fill(&random), fill(&random)]
      )
      list.copies(few) { outer in outer.copies(many) { $0.items.append(items[0]) } }
      list.copies(few) { $0.items += items }
    }
    if kind == 2 {
      for k in 0..<1800 {
        let items = [fill(&random), fill(&random)]
        if k % 450 == 0 {
          list.group(
            opacity: 0.5, clip: Clip(shape: .rect(Rect(0, 0, 150, 90)), transform: .identity)
          ) {
            $0.items += items
          }
        } else {
          list.items.append(items[0])
        }
      }
    }
    if kind == 3 {
      let drift = (0..<3001).map { Copy(transform: .translation(Double($0) * 1e-9, 0)) }
      let rect = Shape.rect(Rect(9.3, 8.6, 20.5, 200.7))
      list.copies(drift) { copy in
        copy.group(opacity: 1, clip: Clip(shape: rect, transform: .identity)) {
          $0.fill(rect, Color(0.1, 0.8, 0.3, 0.5))
        }
      }
    }
    return list
  }

  @Test("are the same for any number of threads", arguments: 0..<4, [2, 3, 64])
  func threads(picture: Int, threads: Int) {
    let list = ListSegmentTests.pictures[picture]
    // A frame of 270 rows has three bands.
    let (one, many) = (Canvas(37, 270), Canvas(37, 270))
    let whole = one.draw(list, background: Color(0.1, 0.2, 0.3, 0.7))
    #expect(many.draw(list, background: Color(0.1, 0.2, 0.3, 0.7), threads: threads) == whole)
  }
}

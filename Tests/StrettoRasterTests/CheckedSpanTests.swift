import Testing

@testable import StrettoRaster

@Suite("Spans know their bounds") struct CheckedSpanTests {
  @Test("and hold the elements within them alone") func bounds() {
    let span = arena([UInt32](0..<10)).all + 2
    #expect(span.count == 8)
    #expect(span.holds(0, 8) && span.holds(8, 0) && span.holds(3, 5))
    #expect(!span.holds(-1, 1) && !span.holds(8, 1) && !span.holds(3, 6) && !span.holds(0, -1))
    #expect(!span.holds(1, .max) && !span.holds(.max, 1) && !span.holds(.min, 1))
  }

  #if !hasFeature(Embedded)
    @Test("an element before the start ends a test") func before() async {
      await #expect(processExitsWith: .failure) { (arena([1, 2, 3]).all + 1)[-1] = 4 }
    }

    @Test("eight pixels of which the last lies behind the end end a test") func behind() async {
      await #expect(processExitsWith: .failure) {
        storePixels(Pixels(), arena([UInt32](0..<10)).all + 3)
      }
    }

    @Test("a part of as many elements as an arena once had ends a test") func stale() async {
      await #expect(processExitsWith: .failure) {
        var numbers = arena([1, 2, 3])
        let count = numbers.count
        numbers.truncate(to: 2)
        _ = numbers.part(0, count)
      }
    }
  #endif
}

/// An arena with the elements of `elements`.
func arena<Element>(_ elements: [Element]) -> Arena<Element> {
  var result = Arena<Element>()
  for element in elements { result.append(element) }
  return result
}

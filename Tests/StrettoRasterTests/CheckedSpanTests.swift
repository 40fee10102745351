import Testing

@testable import StrettoRaster

@Suite("Checked spans") struct CheckedSpanTests {
  @Test("contain only the elements within their bounds") func bounds() {
    let span = arena([UInt32](0..<10)).all + 2
    #expect(span.count == 8)
    #expect(span.holds(0, 8) && span.holds(8, 0) && span.holds(3, 5))
    #expect(!span.holds(-1, 1) && !span.holds(8, 1) && !span.holds(3, 6) && !span.holds(0, -1))
    #expect(!span.holds(1, .max) && !span.holds(.max, 1) && !span.holds(.min, 1))
  }

  #if !hasFeature(Embedded)
    @Test("trap on an element before the start") func before() async {
      await #expect(processExitsWith: .failure) { (arena([1, 2, 3]).all + 1)[-1] = 4 }
    }

    @Test("trap on eight pixels of which the last is after the end") func behind() async {
      await #expect(processExitsWith: .failure) {
        storePixels(Pixels(), arena([UInt32](0..<10)).all + 3)
      }
    }

    @Test("trap on a range longer than the current arena") func stale() async {
      await #expect(processExitsWith: .failure) {
        var numbers = arena([1, 2, 3])
        let count = numbers.count
        numbers.truncate(to: 2)
        _ = numbers.part(0, count)
      }
    }
  #endif
}

/// Returns an arena that contains the given elements.
func arena<Element>(_ elements: [Element]) -> Arena<Element> {
  var result = Arena<Element>()
  for element in elements { result.append(element) }
  return result
}

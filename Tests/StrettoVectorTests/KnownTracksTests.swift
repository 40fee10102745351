import Testing

@testable import StrettoVector

@Suite struct KnownTracksTests {
  private func track(_ value: Double) -> Track {
    Track(
      period: 1, segments: [Segment(start: 0, end: 1, from: [0], to: [value], easing: nil)],
      tolerance: [0.1])
  }

  private func fingerprint(_ value: Double) -> Fingerprint {
    Fingerprint(breaks: [0.25], values: [value])
  }

  @Test func aSearchComparesAtMostThirtyTwoTracks() {
    var known = KnownTracks()
    for k in 0..<500 { known.add(track(Double(k)), fingerprint(0)) }
    for k in 0..<500 { known.add(track(Double(k)), fingerprint(Double(k))) }
    #expect(known.candidates(fingerprint(0)).count == 32)
    #expect(known.candidates(fingerprint(9999)).count == 16)
  }

  @Test func aTrackIsFoundAmongManyOthers() {
    var known = KnownTracks()
    let wanted = track(5)
    known.add(wanted, fingerprint(5))
    for k in 100..<600 { known.add(track(Double(k)), fingerprint(Double(k))) }
    #expect(known.candidates(fingerprint(5 + 1e-12)).contains { $0 === wanted })
    #expect(!known.candidates(fingerprint(7)).contains { $0 === wanted })
  }

  @Test func aTrackThatIsBothLatestAndAlikeIsComparedOnce() {
    var known = KnownTracks()
    known.add(track(1), fingerprint(1))
    #expect(known.candidates(fingerprint(1)).count == 1)
  }
}

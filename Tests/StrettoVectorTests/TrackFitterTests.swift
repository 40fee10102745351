import StrettoTiming
import Testing

@testable import StrettoVector

@Suite struct TrackFitterTests {
  /// Fitted keyframes stay within the tolerance of the function at times between the sampled times, for each of four functions.
  @Test(arguments: 0..<4)
  func keyframesStayNear(_ number: Int) {
    let functions: [(Double) -> [Double]] = [
      { [3 * $0] }, { [$0 < 0.5 ? 1 : 2] }, { [$0 * $0 * 10, 5 - $0] },
      { [TimingFunction.easeInEaseOut.value(at: $0) * 40] },
    ]
    let value = functions[number]
    let fitter = TrackFitter(
      value: value, tolerance: [0.05, 0.05], curves: [.easeInEaseOut], mayOvershoot: true,
      nudge: 1e-7)
    let segments = fitter.segments(between: [0, 0.5, 1], origin: 0)
    let track = Track(period: 1, segments: segments)
    #expect(segments.first?.start == 0)
    #expect(segments.last?.end == 1)
    for k in 0..<997 {
      let time = (Double(k) + 0.5) / 997
      for (a, b) in zip(track.value(at: time), value(time)) { #expect((a - b).magnitude < 0.1) }
    }
  }

  @Test func aCurveOfTheLayerIsOneSegment() {
    let fitter = TrackFitter(
      value: { [TimingFunction.easeIn.value(at: $0) * 100] }, tolerance: [0.01], curves: [.easeIn],
      mayOvershoot: true, nudge: 1e-7)
    let segments = fitter.segments(between: [0, 1], origin: 0)
    #expect(segments.count == 1)
    #expect(segments.first?.easing == .easeIn)
  }
}

import StrettoGeometry
import StrettoTestSupport
import Testing

@Suite("Sine and cosine")
struct SineAndCosineTests {
  /// Angles in radians: at and near multiples of a quarter turn, where the reduced argument is smallest, angles in between,
  /// angles outside the supported range, infinity and NaN.
  private static let angles: [Double] = {
    var angles: [Double] = [
      1e5, -1e5, 1.5e6, 1.7e6, -1e300, .infinity, .nan, -0.0, Double.leastNonzeroMagnitude, 1e-9,
    ]
    for k in -40...40 {
      let quarter = Double(k) * Double.pi / 2
      angles += [quarter, quarter.nextUp, Double(k) * 0.37]
    }
    return angles
  }()

  @Test("are those of the platform to a few parts in 1e16", arguments: angles)
  func accurate(angle: Double) {
    let (s, c) = sineAndCosine(angle)
    let (sine, cosine) = (sin(angle), cos(angle))
    #expect((s.isNaN && sine.isNaN) || (s - sine).magnitude <= 4e-16 * max(1e-3, sine.magnitude))
    #expect(
      (c.isNaN && cosine.isNaN) || (c - cosine).magnitude <= 4e-16 * max(1e-3, cosine.magnitude))
  }

  @Test("have the same bits in a SIMD lane as for a single number")
  func lanes() {
    var random = Pseudorandom(seed: 7)
    for round in 0..<4000 {
      var angles = Doubles()
      for lane in 0..<8 {
        angles[lane] =
          round % 50 == 0
          ? SineAndCosineTests.angles[(round + lane) % SineAndCosineTests.angles.count]
          : Double.random(in: -100...100, using: &random)
      }
      let (s, c) = sineAndCosine(angles)
      for lane in 0..<8 {
        let alone = sineAndCosine(angles[lane])
        #expect(s[lane].bitPattern == alone.sine.bitPattern || alone.sine.isNaN)
        #expect(c[lane].bitPattern == alone.cosine.bitPattern || alone.cosine.isNaN)
      }
    }
  }
}

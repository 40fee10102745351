import StrettoTestSupport
import StrettoTiming
import Testing

@Suite("Timing functions")
struct TimingFunctionTests {
  private static let inputs = [0.1, 0.25, 0.5, 0.75, 0.9]

  @Test(
    "of the four names have the published values",
    arguments: [
      ("easeIn", [0.017027, 0.093465, 0.315357, 0.621862, 0.839428]),
      ("easeOut", [0.160572, 0.378138, 0.684643, 0.906535, 0.982973]),
      ("easeInEaseOut", [0.019722, 0.129162, 0.5, 0.870838, 0.980278]),
      ("default", [0.094796, 0.408511, 0.802403, 0.960459, 0.994316]),
    ])
  func published(name: String, outputs: [Double]) throws {
    let function = try #require(TimingFunction(name: name))
    for (input, output) in zip(Self.inputs, outputs) {
      #expect(abs(function.value(at: input) - output) < 1e-5)
    }
  }

  @Test("named linear returns its input")
  func linear() throws {
    let function = try #require(TimingFunction(name: "linear"))
    for input in Self.inputs { #expect(function.value(at: input) == input) }
    #expect(TimingFunction(name: "Linear") == nil)
  }

  @Test("invert x(u) for any control points")
  func invert() {
    var random = Pseudorandom(seed: 1)
    for _ in 0..<20_000 {
      func pick(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
      let (c1x, c1y, c2x, c2y) = (pick(0...1), pick(-2...3), pick(0...1), pick(-2...3))
      let u = pick(0...1)
      let (x, dx) = cubic(c1x, c2x, u)
      let (y, dy) = cubic(c1y, c2y, u)
      guard dx > 1e-5 * abs(dy) else { continue }
      let value = TimingFunction(c1x, c1y, c2x, c2y).value(at: x)
      #expect(abs(value - y) < 1e-9, "(\(c1x), \(c1y)) (\(c2x), \(c2y)) at \(x)")
    }
  }

  /// The cubic Bézier polynomial with control values 0, c1, c2, 1 at parameter `u`, and its derivative, by de Casteljau's
  /// algorithm.
  private func cubic(_ c1: Double, _ c2: Double, _ u: Double) -> (Double, Double) {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * u }
    let (a, b, c) = (mix(0, c1), mix(c1, c2), mix(c2, 1))
    let (d, e) = (mix(a, b), mix(b, c))
    return (mix(d, e), 3 * (e - d))
  }

  @Test("increase if the control points' y lies in 0...1")
  func rise() {
    for function in [TimingFunction(1, 0, 0, 1), TimingFunction(0, 1, 1, 0), .easeIn, .default] {
      var last = -1.0
      for step in 0...10_000 {
        let value = function.value(at: Double(step) / 10_000)
        #expect(value >= last)
        last = value
      }
      #expect(last == 1)
    }
  }

  @Test("accept every input and every allowed control point")
  func takeEverything() {
    #expect(TimingFunction.easeIn.value(at: -3) == 0)
    #expect(TimingFunction.easeIn.value(at: 3) == 1)
    #expect(TimingFunction.easeIn.value(at: .nan) == 0)
    let huge = Double.greatestFiniteMagnitude
    #expect(TimingFunction(0.3, huge, 0.6, huge).value(at: 0.5).isFinite)
    #expect(TimingFunction.isValid(0, -huge, 1, huge))
  }

  @Test(
    "reject control points that give no function",
    arguments: [
      (-0.1, 0.0, 1.0, 1.0), (0, 0, 1.1, 1), (.nan, 0, 1, 1), (0, .infinity, 1, 1), (0, 0, 1, .nan),
    ])
  func refuse(_ c: (Double, Double, Double, Double)) {
    #expect(!TimingFunction.isValid(c.0, c.1, c.2, c.3))
  }
}

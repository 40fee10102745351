import StrettoGeometry
import StrettoTestSupport
import Testing

/// Compares `Double(decimal:)` with Swift's `Double(String)`, which calls the C library's `strtod`.
@Suite("Decimals")
struct DecimalTests {
  private func bits(_ text: String) -> UInt64? { Double(decimal: Array(text.utf8))?.bitPattern }

  @Test(
    "are parsed to the nearest double",
    arguments: [
      "0", "-0", "1.", ".5", "+7", "1e5", "1E-5", "1e+22", "9007199254740993", "9007199254740992.5",
      "9007199254740993.00000000000000000000001", "5e-324", "2.4703282292062327e-324",
      "2.4703282292062328e-324", "2.2250738585072011e-308", "1.7976931348623158e308",
      "1.7976931348623159e308", "1e999", "1e-999", "123456789012345678901234567890",
      "0.1000000000000000055511151231257827", "6.02214076e23", "8.98846567431158e307",
    ])
  func table(text: String) { #expect(bits(text) == Double(text)?.bitPattern) }

  @Test(
    "in any other form are rejected",
    arguments: ["", ".", "-", "e5", "1e", "1e+", "--1", "1 ", "0x1", "inf", "nan", "1.2.3"])
  func others(text: String) { #expect(bits(text) == nil) }

  @Test("round-trip every printed double")
  func everyDouble() {
    var random = Pseudorandom(seed: 7)
    for _ in 0..<20_000 {
      let number = Double(bitPattern: .random(in: 0...UInt64.max, using: &random))
      if number.isFinite { #expect(bits("\(number)") == number.bitPattern) }
    }
  }

  @Test("with many digits and any exponent are rounded once")
  func manyDigits() {
    var random = Pseudorandom(seed: 8)
    for round in 0..<20_000 {
      let count = Int.random(in: 1...(round % 20 == 0 ? 900 : 24), using: &random)
      var text = ""
      for place in 0..<count {
        text += "\(Int.random(in: 0...9, using: &random))" + (place == count / 2 ? "." : "")
      }
      text += "e\(Int.random(in: -340...310, using: &random))"
      #expect(bits(text) == Double(text)?.bitPattern, "\(text)")
    }
  }

  @Test("halfway between two doubles round to even, unless a later digit is not 0")
  func ties() {
    var random = Pseudorandom(seed: 9)
    let zeros = String(repeating: "0", count: 790)
    for _ in 0..<2000 {
      // Between 2^53 and 2^54 only even integers are doubles, so an odd integer lies half way between two doubles.
      let tie = UInt64.random(in: 1 << 53..<1 << 54, using: &random) | 1
      let even = tie & 2 == 0 ? tie - 1 : tie + 1
      #expect(bits("\(tie)") == Double(even).bitPattern)
      #expect(bits("\(tie).\(zeros)") == Double(even).bitPattern)
      #expect(bits("\(tie).\(zeros)\(zeros)1") == Double(tie + 1).bitPattern)
    }
  }
}

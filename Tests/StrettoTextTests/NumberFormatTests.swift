import StrettoText
import Testing

@Suite struct NumberFormatTests {
  @Test(arguments: [
    ("{}", 1234.5, "1234"), ("{}", 1235.5, "1236"), ("{:,} km", 1_234_567.0, "1,234,567 km"),
    ("{:.2f}", 2.675, "2.67"), ("{:.2f}", 0.125, "0.12"), ("{:.0f}", 2.5, "2"),
    ("{:.1%}", 0.256, "25.6%"), ("{:+.1f}", 3.0, "+3.0"), ("{: d}", 3.0, " 3"),
    ("{:05d}", -42.0, "-0042"), ("{:<05d}", 3.0, "30000"), ("{:08,d}", 1234.0, "0,001,234"),
    ("{:*^9.1f}", 2.0, "***2.0***"), ("{:_<6}", 7.0, "7_____"), ("{:*=+6}", 7.0, "+****7"),
    ("{{{}}}", 5.0, "{5}"), ("{:_}", 1e9, "1_000_000_000"),
  ])
  func `numbers are written as Python writes them`(format: String, number: Double, text: String) {
    #expect(NumberFormat(format)?.text(for: number) == text)
  }

  @Test(arguments: ["{:.0f}", "{}", "{:z.1f}", "{:.1%}"])
  func `what is rounded to zero has no minus sign`(format: String) throws {
    let text = try #require(NumberFormat(format)).text(for: -0.0001)
    #expect(!text.contains("-"))
  }

  @Test func `the largest and smallest doubles are written digit by digit`() throws {
    let whole = try #require(NumberFormat("{:.0f}"))
    #expect(whole.text(for: 0x1p64) == "18446744073709551616")
    #expect(whole.text(for: .greatestFiniteMagnitude).count == 309)
    #expect(whole.text(for: .leastNonzeroMagnitude) == "0")
    #expect(try #require(NumberFormat("{:.20f}")).text(for: 0.1) == "0.10000000000000000555")
    #expect(whole.text(for: -.infinity) == "-inf")
    #expect(whole.text(for: .nan) == "nan")
  }

  @Test(arguments: [
    "", "x", "{", "}", "{}{}", "{0}", "{:g}", "{:.2}", "{:.d}", "{:.21f}", "{:101d}", "{:f}x}",
    "{:{<5}", "{:99999999999999999999f}",
  ])
  func `an invalid number format is rejected`(text: String) {
    #expect(NumberFormat(text) == nil)
  }

  @Test func `a format has at most 1000 bytes`() {
    #expect(NumberFormat(String(repeating: "a", count: 998) + "{}") != nil)
    #expect(NumberFormat(String(repeating: "a", count: 999) + "{}") == nil)
  }
}

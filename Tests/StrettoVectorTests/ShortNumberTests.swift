import Testing

@testable import StrettoVector

@Suite struct ShortNumberTests {
  @Test(arguments: [
    (0.5, 2, ".5"), (-0.05, 2, "-.05"), (12, 3, "12"), (12.3456, 2, "12.35"), (-0.0001, 3, "0"),
    (100, 0, "100"), (0.95, 4, ".95"), (1e20, 2, "1e+20"), (.nan, 2, "0"),
  ])
  func numbersAreShort(_ number: Double, _ digits: Int, _ text: String) {
    #expect(short(number, digits) == text)
  }

  @Test func listsNeedNoSpaceBeforeAMinus() { #expect(list([1, -2, 0.5], 2) == "1-2 .5") }

  @Test func markupIsEscaped() {
    #expect(escaped("<script>\"&\u{0}") == "&lt;script&gt;&quot;&amp;")
  }
}

import StrettoText
import Testing

@Suite struct FontFeatureTests {
  @Test func `a list of features has tags and values`() throws {
    let tnum: UInt32 = 0x746E_756D
    #expect(try FontFeature.list("") == [])
    #expect(try FontFeature.list("tnum") == [FontFeature(tag: tnum, value: 1)])
    #expect(
      try FontFeature.list(" tnum = 0 , -tnum,tnum=4294967295") == [
        FontFeature(tag: tnum, value: 0), FontFeature(tag: tnum, value: 0),
        FontFeature(tag: tnum, value: .max),
      ])
    #expect(try FontFeature.list("ab") == [FontFeature(tag: 0x6162_2020, value: 1)])
  }

  @Test(arguments: [
    "toolong", "li a", "liga=", "liga=-1", "liga=4294967296", "liga=1=2", "=1", "-", "-liga=1", "ﬁ",
  ])
  func `an invalid feature gives an error with its name`(text: String) {
    #expect(throws: FontFeatureError.malformed(text)) { try FontFeature.list("tnum, " + text) }
  }

  @Test func `a list has at most 64 features`() {
    let many = String(repeating: "liga,", count: 65)
    #expect(throws: FontFeatureError.tooMany) { try FontFeature.list(many) }
  }
}

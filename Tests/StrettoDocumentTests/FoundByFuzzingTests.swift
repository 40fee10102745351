import StrettoLayers
import Testing

@testable import StrettoDocument

/// Regression tests for documents that `tools/fuzz` found, each document reduced to its smallest failing form.
struct FoundByFuzzingTests {
  private func document(_ inside: String) -> [UInt8] {
    Array(
      """
      <caml xmlns="http://www.apple.com/CoreAnimation/1.0" xmlns:stretto="urn:stretto:document:1">
      <CALayer bounds="0 0 9 9">\(inside)</CALayer></caml>
      """.utf8)
  }

  private func comesBackTheSame(_ inside: String) throws {
    let first = try RoundTripTests.bytes(RoundTripTests.open(document(inside)))
    #expect(try RoundTripTests.bytes(RoundTripTests.open(first)) == first)
  }

  /// Two layers refer to one image by the same asset name. The first layer finds no asset of the name in the document, and the
  /// second layer embeds the image under the name.
  @Test func anImageThatIsMissingAndLaterFound() throws {
    let scene = Scene(size: .init(9, 9))
    scene.root.values.contents = .image(Samples.anImage)
    let written = String(decoding: try RoundTripTests.bytes(scene), as: UTF8.self)
    let name = try #require(written.split(separator: "\"").first { $0.hasPrefix("assets/") })
    let data = try #require(written.split(separator: "data=\"").last?.split(separator: "\"").first)
    try comesBackTheSame(
      """
      <sublayers><CALayer><contents src="\(name)"/></CALayer>
      <CALayer><contents src="data:image/png;base64,\(data)"/></CALayer></sublayers>
      """)
  }

  /// A document names a fallback font that cannot be read. Writing the scene must not produce an asset with the name of the
  /// missing fallback font.
  @Test func aFontOfAListThatIsMissingAndLaterFound() throws {
    let missing = "assets/" + String(repeating: "0", count: 32) + ".ttf"
    let scene = try RoundTripTests.open(
      document(
        """
        <sublayers><CATextLayer string="a"><stretto:fallbackFonts type="NSArray">
        <NSString stretto:src="\(missing)" type="string" value="Seed"/>
        </stretto:fallbackFonts></CATextLayer></sublayers>
        """))
    #expect(scene.warnings.contains { $0.contains("Seed") })
    #expect(!String(decoding: try RoundTripTests.bytes(scene), as: UTF8.self).contains(missing))
  }
}

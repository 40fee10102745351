import StrettoGeometry
import StrettoImaging

/// A font: a face of a file with values for its variation axes. Immutable.
public final class Font: Sendable {
  public let data: FontData
  /// Index of the font in its collection; 0 for a file with one font.
  public let index: Int
  /// The typographic family name, which a family's weights share; in English if the font has it.
  public let family: String
  public let style: String
  /// The font's licence text; often empty or one sentence.
  public let license: String
  public let unitsPerEm: Int
  public let glyphCount: Int
  /// Above and below the baseline, and between lines, in em; all are positive for usual fonts.
  public let ascent: Double
  public let descent: Double
  public let lineGap: Double
  /// Axes in the font's order.
  public let axes: [FontAxis]
  /// Current value of each of `axes`.
  public let variations: [FontVariation]
  /// Whether some of its glyphs bring their own colours (COLR, CBDT, sbix).
  public let hasColorGlyphs: Bool
  let shaping: ShapingFont

  /// The sans inside the library: Latin, Greek and Cyrillic, weight (`wght`) 100 to 900.
  public static let strettoSans = Font(ShapingFont(ShapingFont.sans, index: 0), index: 0)

  /// Whether the font is `strettoSans`, with any axis values.
  public var isStrettoSans: Bool { data === ShapingFont.sans }

  /// Opens the font of this index in the bytes of a file: TrueType, OpenType or a collection of them.
  @export(interface)
  public convenience init(_ data: FontData, index: Int = 0) throws(FontError) {
    guard data.bytes.count <= FontData.limit else { throw .tooLarge(data.bytes.count) }
    let start: UInt32? = data.bytes.number(at: 0)
    if start == fontTag("wOFF") || start == fontTag("wOF2") { throw .compressed }
    let count = ShapingFont.count(data)
    guard count > 0 else { throw .notAFont }
    guard (0..<count).contains(index) else { throw .noSuchFont(count: count) }
    let shaping = ShapingFont(data, index: index)
    if let defect = shaping.defect { throw defect }
    self.init(shaping, index: index)
  }

  private init(_ shaping: ShapingFont, index: Int) {
    (data, self.index, self.shaping) = (shaping.data, index, shaping)
    let typographicFamily = shaping.name(16)
    let typographicStyle = shaping.name(17)
    family = typographicFamily.isEmpty ? shaping.name(1) : typographicFamily
    style = typographicStyle.isEmpty ? shaping.name(2) : typographicStyle
    license = shaping.name(13)
    (unitsPerEm, glyphCount) = (shaping.unitsPerEm, shaping.glyphCount)
    (ascent, descent, lineGap) = shaping.extents ?? (0.8, 0.2, 0)
    axes = shaping.axes
    variations = axes.map { FontVariation(axis: $0.tag, value: $0.default) }
    hasColorGlyphs = shaping.hasColors
  }

  private init(_ font: Font, at variations: [FontVariation]) {
    (data, index, family, style) = (font.data, font.index, font.family, font.style)
    (license, unitsPerEm, glyphCount) = (font.license, font.unitsPerEm, font.glyphCount)
    (axes, self.variations, hasColorGlyphs) = (font.axes, variations, font.hasColorGlyphs)
    shaping = ShapingFont(font.shaping, at: variations)
    (ascent, descent, lineGap) = shaping.extents ?? (0.8, 0.2, 0)
  }

  /// This font with other axis values. Axes that are not given keep their values. Values are clamped to the range of the axis
  /// (NaN: its default). Axes that the font lacks are ignored.
  @export(interface)
  public func withVariations(_ changes: [FontVariation]) -> Font {
    var places = variations
    for change in changes {
      for (k, axis) in axes.enumerated() where axis.tag == change.axis {
        places[k].value =
          change.value.isNaN
          ? axis.default : min(max(change.value, axis.minimum), max(axis.maximum, axis.minimum))
      }
    }
    return places == variations ? self : Font(self, at: places)
  }

  /// The glyph of a character (a Unicode scalar); nil if the font has none.
  public func glyph(for character: UInt32) -> UInt32? { shaping.glyph(character) }

  /// Whether the font has a glyph for every one of these characters.
  public func covers(_ characters: some Sequence<UInt32>) -> Bool {
    characters.allSatisfy { shaping.glyph($0) != nil }
  }

  /// The advance width of a glyph by itself, in em.
  public func advance(of glyph: UInt32) -> Double { shaping.advance(glyph) }

  /// The digest of its file (SHA-256) as 64 hexadecimal digits.
  public var digest: String { SHA256.text(data.digest) }
}

/// Fonts are equal if their bytes, index and axis values are.
extension Font: Hashable {
  public static func == (a: Font, b: Font) -> Bool {
    if a === b { return true }
    return a.index == b.index && a.variations == b.variations && a.data.isSame(as: b.data)
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(data.bytes.count)
    hasher.combine(index)
    hasher.combine(variations)
  }
}

/// Axis of a variable font, such as weight or width.
public struct FontAxis: Equatable, Sendable {
  /// Four ASCII characters ("wght"), the first in the highest byte.
  public let tag: UInt32
  /// Its name for people, in English if the font has that; may be empty.
  public let name: String
  public let minimum: Double
  public let `default`: Double
  public let maximum: Double
}

/// A value of an axis.
public struct FontVariation: Hashable, Sendable {
  public var axis: UInt32
  public var value: Double

  public init(axis: UInt32, value: Double) { (self.axis, self.value) = (axis, value) }
}

/// Reason why bytes are not accepted as a font.
public enum FontError: Error, Equatable, Sendable {
  case notAFont
  /// WOFF or WOFF2.
  case compressed
  /// The index is not less than `count`, the number of fonts in the file.
  case noSuchFont(count: Int)
  /// The table of this name is missing or cannot be read.
  case missingTable(String)
  /// The font has neither outlines nor bitmaps.
  case noGlyphs
  /// The file has this many bytes, above `FontData.limit`.
  case tooLarge(Int)
}

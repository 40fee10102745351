import StrettoGeometry
import StrettoImaging

/// An immutable font: one font of a font file, with a value for each of its variation axes.
public final class Font: Sendable {
  public let data: FontData
  /// The index of the font in a font collection, or 0 in a file with one font.
  public let index: Int
  /// The typographic family name, which all weights of a family share. The family name is in English if the font has an English
  /// name.
  public let family: String
  public let style: String
  /// The licence text of the font, which is often empty or one sentence.
  public let license: String
  public let unitsPerEm: Int
  public let glyphCount: Int
  /// The typical height of glyphs above the baseline, in em. `descent` is the typical depth of glyphs below the baseline, in em,
  /// and `lineGap` is the gap between lines. In usual fonts, the ascent, the descent and the line gap are positive.
  public let ascent: Double
  public let descent: Double
  public let lineGap: Double
  /// The variation axes, in the order of the font file.
  public let axes: [FontAxis]
  /// The current value of each variation axis of the font.
  public let variations: [FontVariation]
  /// True if some glyphs of the font have their own colours (tables COLR, CBDT or sbix).
  public let hasColorGlyphs: Bool
  let shaping: ShapingFont

  /// The sans-serif font that is built into the library, with Latin, Greek and Cyrillic glyphs and weights (`wght`) from 100 to
  /// 900.
  public static let strettoSans = Font(ShapingFont(ShapingFont.sans, index: 0), index: 0)

  /// True if the font is `strettoSans`, with any values of the variation axes.
  public var isStrettoSans: Bool { data === ShapingFont.sans }

  /// Opens a font in the bytes of a file: a TrueType font, an OpenType font or a font collection.
  ///
  /// - Parameter index: The index of the font in the collection.
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

  /// Returns a copy of this font with other values of some variation axes.
  ///
  /// Axes that `changes` does not contain keep their values. Values in `changes` are clamped to the range of the axis, and a NaN
  /// becomes the default of the axis. Axes that the font does not have are ignored.
  @export(interface)
  public func withVariations(_ changes: [FontVariation]) -> Font {
    var axisValues = variations
    for change in changes {
      for (k, axis) in axes.enumerated() where axis.tag == change.axis {
        axisValues[k].value =
          change.value.isNaN
          ? axis.default : min(max(change.value, axis.minimum), max(axis.maximum, axis.minimum))
      }
    }
    return axisValues == variations ? self : Font(self, at: axisValues)
  }

  /// The glyph index of a character (a Unicode scalar), or nil if the font has no glyph for the character.
  public func glyph(for character: UInt32) -> UInt32? { shaping.glyph(character) }

  /// True if the font has a glyph for each of the characters.
  public func covers(_ characters: some Sequence<UInt32>) -> Bool {
    characters.allSatisfy { shaping.glyph($0) != nil }
  }

  /// The advance width of a glyph without kerning, in em.
  public func advance(of glyph: UInt32) -> Double { shaping.advance(glyph) }

  /// The SHA-256 digest of the font file as 64 hexadecimal digits.
  public var digest: String { SHA256.text(data.digest) }
}

/// Two fonts are equal if the bytes of their files, their indices and their axis values are equal.
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

/// A variation axis of a font, such as weight or width.
public struct FontAxis: Equatable, Sendable {
  /// The tag of the variation axis: four ASCII characters ("wght"), with the first character in the highest byte.
  public let tag: UInt32
  /// The display name of the variation axis, in English if the font has an English name. The display name of a variation axis may
  /// be empty.
  public let name: String
  public let minimum: Double
  public let `default`: Double
  public let maximum: Double
}

/// The value of one variation axis.
public struct FontVariation: Hashable, Sendable {
  public var axis: UInt32
  public var value: Double

  public init(axis: UInt32, value: Double) { (self.axis, self.value) = (axis, value) }
}

/// Reason why the bytes of a file are not accepted as a font.
public enum FontError: Error, Equatable, Sendable {
  case notAFont
  /// The file is in the compressed format WOFF or WOFF2.
  case compressed
  /// The given index of a font is not less than `count`, the number of fonts in the file.
  case noSuchFont(count: Int)
  /// The font table with this name is missing or cannot be read.
  case missingTable(String)
  /// The font has neither outlines nor bitmaps.
  case noGlyphs
  /// The font file has more bytes than `FontData.limit`. The associated value is the size of the file in bytes.
  case tooLarge(Int)
}

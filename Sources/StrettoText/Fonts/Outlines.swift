import StrettoGeometry

extension Font {
  /// The outline of a glyph in em, with y downwards, relative to the glyph's origin on the baseline.
  ///
  /// The outline of a space is empty. The outline must be filled by the non-zero rule, because contours of a glyph may overlap.
  public func outline(of glyph: UInt32) -> Path { shaping.outline(glyph) }
}

/// A cache of glyph outlines, by font, axis values and glyph index. Each presenter owns one `OutlineCache`.
public struct OutlineCache: Sendable {
  private struct Key: Hashable {
    let font: Font
    let glyph: UInt32
  }

  private var outlines: [Key: Path] = [:]
  /// The greatest number of outlines in the cache. When the cache is full, all outlines in the cache are removed.
  public static let limit = 65_536

  public init() {}

  public mutating func outline(of glyph: UInt32, in font: Font) -> Path {
    let key = Key(font: font, glyph: glyph)
    if let known = outlines[key] { return known }
    if outlines.count >= OutlineCache.limit { outlines.removeAll() }
    let path = font.outline(of: glyph)
    outlines[key] = path
    return path
  }
}

import StrettoGeometry

extension Font {
  /// The outline of a glyph at 1 em, y down, from its origin on the baseline; empty for a space. Where contours overlap they
  /// are to be filled by the non-zero rule.
  public func outline(of glyph: UInt32) -> Path { shaping.outline(glyph) }
}

/// Outlines that were asked for, known by font, place on its axes and glyph. A value: whoever draws frames owns one.
public struct OutlineCache: Sendable {
  private struct Key: Hashable {
    let font: Font
    let glyph: UInt32
  }

  private var outlines: [Key: Path] = [:]
  /// The largest number of outlines kept; after that the cache begins anew.
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

import StrettoGeometry

extension Font {
  /// The outline of a glyph at 1 em, y down, from its origin on the baseline; empty for a space. Overlapping contours need the
  /// non-zero fill rule.
  public func outline(of glyph: UInt32) -> Path { shaping.outline(glyph) }
}

/// A cache of outlines by font, axis values and glyph. It is a value, and each presenter owns one.
public struct OutlineCache: Sendable {
  private struct Key: Hashable {
    let font: Font
    let glyph: UInt32
  }

  private var outlines: [Key: Path] = [:]
  /// The greatest number of outlines. A full cache is emptied.
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

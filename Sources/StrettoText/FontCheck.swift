/// What is looked at before a font is used. HarfBuzz checks the bounds of every table as it reads it; it does not count what
/// a glyph is made of, and a font of a few hundred bytes could keep it busy for years.
enum FontCheck {
  /// How many parts a glyph may be made of, parts of parts included. Real fonts stay below 100.
  static let partLimit = 4096
  /// Deeper than HarfBuzz follows.
  static let depthLimit = 65
}

extension ShapingFont {
  /// Why this is not taken for a font; nil if it is.
  var defect: FontError? {
    guard has("head") else { return .missingTable("head") }
    guard has("cmap") else { return .missingTable("cmap") }
    guard glyphCount > 0 else { return .missingTable("maxp") }
    let pictures = ["CFF ", "CFF2", "CBDT", "sbix", "COLR"].contains { has($0) }
    if has("glyf") && has("loca") {
      return glyphTooLarge.map { .endlessGlyph($0) }
    }
    return pictures ? nil : .noGlyphs
  }

  private func has(_ table: String) -> Bool {
    withTable(fontTag(table)) { $0.bytes.count > 0 }
  }

  /// A composite glyph with more parts than the limit.
  private var glyphTooLarge: Int? {
    withTable(fontTag("glyf")) { glyphs in
      withTable(fontTag("loca")) { places in
        withTable(fontTag("head")) { head in
          let count = glyphCount
          var parts = CompositeParts(
            glyphs: glyphs, places: places, hasLongPlaces: head.number16(at: 50) != 0, count: count)
          return (0..<count).first { parts.count(of: $0) > FontCheck.partLimit }
        }
      }
    }
  }
}

/// Counts what composite glyphs are made of, each glyph once.
private struct CompositeParts {
  let glyphs: FontTable
  let places: FontTable
  let hasLongPlaces: Bool
  /// 0: not counted yet; -1: being counted.
  var counts: [Int32]

  init(glyphs: FontTable, places: FontTable, hasLongPlaces: Bool, count: Int) {
    (self.glyphs, self.places, self.hasLongPlaces) = (glyphs, places, hasLongPlaces)
    counts = [Int32](repeating: 0, count: count)
  }

  /// 1 for a simple glyph; above the limit for one that contains itself, or is nested too deeply.
  mutating func count(of glyph: Int, depth: Int = 0) -> Int {
    guard counts.indices.contains(glyph) else { return 1 }
    guard counts[glyph] >= 0, depth < FontCheck.depthLimit else { return FontCheck.partLimit + 1 }
    if counts[glyph] > 0 { return Int(counts[glyph]) }
    counts[glyph] = -1
    var sum = 1
    for part in components(of: glyph) where sum <= FontCheck.partLimit {
      sum += count(of: part, depth: depth + 1)
    }
    sum = min(sum, FontCheck.partLimit + 1)
    counts[glyph] = Int32(sum)
    return sum
  }

  /// The glyphs that a composite one names (OpenType, "glyf": composite glyph description).
  private func components(of glyph: Int) -> [Int] {
    let start =
      hasLongPlaces
      ? places.number32(at: 4 * glyph) : places.number16(at: 2 * glyph).map { 2 * $0 }
    guard let start, let contours = glyphs.signed16(at: start), contours < 0 else { return [] }
    var (parts, offset) = ([Int](), start + 10)
    while let flags = glyphs.number16(at: offset), let part = glyphs.number16(at: offset + 2) {
      parts.append(part)
      let arguments = flags & 1 != 0 ? 4 : 2
      let scale = flags & 8 != 0 ? 2 : flags & 64 != 0 ? 4 : flags & 128 != 0 ? 8 : 0
      offset += 4 + arguments + scale
      if flags & 32 == 0 || parts.count > FontCheck.partLimit { break }
    }
    return parts
  }
}

/// Four characters as a number, the first in the highest byte; shorter names are filled up with spaces.
public func fontTag(_ name: String) -> UInt32 {
  var tag: UInt32 = 0
  for byte in (name + "    ").utf8.prefix(4) { tag = tag << 8 | UInt32(byte) }
  return tag
}

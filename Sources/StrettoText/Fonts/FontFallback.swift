/// All fonts that a text uses, without duplicates.
struct UsedFonts: Sendable {
  private(set) var fonts: [Font] = []
  private var indices: [Font: Int] = [:]

  /// The fonts that are tried for characters whose requested font is `font`.
  mutating func chain(from font: Font, _ style: TextStyle) -> FontChain {
    var order = [index(of: font)]
    for other in style.fallbackFonts.prefix(FontChain.limit) { order.append(index(of: other)) }
    order.append(index(of: .strettoSans))
    if let emoji = style.emojiFont { order.append(index(of: emoji)) }
    let colored = order.filter { fonts[$0].hasColorGlyphs }
    return FontChain(order: order, emojiOrder: colored + order.filter { !colored.contains($0) })
  }

  private mutating func index(of font: Font) -> Int {
    if let known = indices[font] { return known }
    fonts.append(font)
    indices[font] = fonts.count - 1
    return fonts.count - 1
  }
}

/// The order in which fonts are tried for a character, as indices of `UsedFonts.fonts`.
struct FontChain: Equatable, Sendable {
  static let limit = 16

  /// Fonts that are tried for characters that are not emoji, beginning with the font that the text requests.
  var order: [Int]
  /// Fonts that are tried for emoji, beginning with the fonts that have colour glyphs.
  var emojiOrder: [Int]

  /// The font that the text requests.
  var first: Int { order[0] }
}

/// Selects a font for each grapheme of a text.
struct FontFallback {
  let fonts: [Font]
  /// The font of the previous letter, or nil at the start of a text or style. Spaces, digits and punctuation have the same font
  /// as the letter before, if that font has a glyph for each character.
  private var last: Int?
  private var group = -1

  init(_ fonts: [Font]) { self.fonts = fonts }

  /// Selects the font for a grapheme, and returns true if the font lacks the grapheme.
  ///
  /// If no font has the grapheme, `choose` selects a font that has the compatibility decomposition of the grapheme's code points,
  /// and returns the decomposition.
  mutating func choose(
    _ scalars: ArraySlice<UInt32>, _ style: RunStyle
  ) -> (font: Int, isMissing: Bool, decomposed: [UInt32]) {
    if style.group != group { (last, group) = (nil, style.group) }
    var isEmoji = false
    var isCommon = true
    for scalar in scalars {
      let point = CodePoint(scalar)
      isEmoji = isEmoji || point.flags.contains(.emojiPresentation)
      isCommon = isCommon && !Script(of: scalar).isReal
    }
    if scalars.count > 1 { isEmoji = FontFallback.isEmoji(scalars, isEmoji) }
    if !isEmoji, isCommon, let last, covers(last, scalars) { return (last, false, []) }
    let order = isEmoji ? style.fonts.emojiOrder : style.fonts.order
    let choice =
      order.first { covers($0, scalars) }
      ?? order.first { fonts[$0].glyph(for: scalars.first ?? 0) != nil }
    if choice == nil, let decomposed = CompatibilityDecomposition.of(scalars),
      let font = style.fonts.order.first(where: { covers($0, decomposed[...]) })
    {
      return (font, false, decomposed)
    }
    // A heart in the colours of the emoji font does not change the font of the digits after the heart.
    if !isEmoji, let choice, choice == style.fonts.first || !fonts[choice].hasColorGlyphs {
      last = choice
    }
    return (choice ?? style.fonts.first, choice == nil, [])
  }

  /// True if a grapheme is shown as an emoji, because of a variation selector, joiner or keycap after the first code point of the
  /// grapheme.
  private static func isEmoji(_ scalars: ArraySlice<UInt32>, _ isByDefault: Bool) -> Bool {
    if scalars.contains(0xFE0E) { return false }
    if scalars.contains(0xFE0F) || scalars.contains(0x20E3) { return true }
    let first = CodePoint(scalars.first ?? 0)
    return isByDefault || (scalars.contains(0x200D) && first.flags.contains(.extendedPictographic))
  }

  /// True if the font has a glyph for each code point. Default-ignorable code points need no glyph.
  private func covers(_ font: Int, _ scalars: ArraySlice<UInt32>) -> Bool {
    scalars.allSatisfy {
      fonts[font].glyph(for: $0) != nil || CodePoint($0).flags.contains(.defaultIgnorable)
    }
  }
}

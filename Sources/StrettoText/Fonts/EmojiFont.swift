import Synchronization

/// Search for the font of emoji. None are inside the library (docs/decisions/text.md).
public enum EmojiFont {
  /// Looks for the font on this machine. Whoever has files (the C interface) sets it before anything is drawn.
  public nonisolated(unsafe) static var find: @Sendable () -> Font? = { nil }
}

/// Result of a search for a font.
private final class Found: Sendable {
  let font: Font?

  init(_ font: Font?) { self.font = font }
}

/// Result of the first search. Two threads may search at once, and one result is kept: neither waits for the
/// other, which in a child of `fork` may not be there.
private let found = AtomicLazyReference<Found>()

extension Font {
  /// The machine's emoji font, looked for when it is first asked for; nil if there is none.
  public static var emoji: Font? {
    (found.load() ?? found.storeIfNil(Found(EmojiFont.find()))).font
  }
}

extension String {
  /// Whether some character of it may be shown as an emoji: one that can, or that is made so by a selector or a keycap.
  public var mayHoldEmoji: Bool {
    // Most of what is written lies below: Latin, Greek, Cyrillic, Arabic, most of India.
    utf8.contains { $0 >= 0xE2 }
      && unicodeScalars.contains { scalar in
        guard scalar.value >= 0x2000 else { return false }
        return scalar.value == 0xFE0F || scalar.value == 0x20E3
          || !CodePoint(scalar).flags.isDisjoint(with: [.emojiPresentation, .extendedPictographic])
      }
  }
}

import Synchronization

/// The search for the emoji font. The library contains none (docs/decisions/text.md).
public enum EmojiFont {
  /// Finds the font on this machine. The C interface sets it before anything is drawn.
  public nonisolated(unsafe) static var find: @Sendable () -> Font? = { nil }
}

/// Result of a search for a font.
private final class Found: Sendable {
  let font: Font?

  init(_ font: Font?) { self.font = font }
}

/// The result of the first search. Two threads may search at once, and one result is kept. Neither waits for the other, because a
/// child of `fork` may lack the other thread.
private let found = AtomicLazyReference<Found>()

extension Font {
  /// The machine's emoji font, searched on first use; nil if there is none.
  public static var emoji: Font? {
    (found.load() ?? found.storeIfNil(Found(EmojiFont.find()))).font
  }
}

extension String {
  /// Whether a character of the string may be shown as an emoji, by itself or through a selector or a keycap.
  public var mayHoldEmoji: Bool {
    // Most scripts are below: Latin, Greek, Cyrillic, Arabic, most of India.
    utf8.contains { $0 >= 0xE2 }
      && unicodeScalars.contains { scalar in
        guard scalar.value >= 0x2000 else { return false }
        return scalar.value == 0xFE0F || scalar.value == 0x20E3
          || !CodePoint(scalar).flags.isDisjoint(with: [.emojiPresentation, .extendedPictographic])
      }
  }
}

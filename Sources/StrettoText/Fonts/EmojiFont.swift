import Synchronization

/// The emoji font of this machine. The library does not contain an emoji font (docs/decisions/text.md).
public enum EmojiFont {
  /// Closure that finds the emoji font of this machine. The C interface sets `find` before anything is drawn.
  public nonisolated(unsafe) static var find: @Sendable () -> Font? = { nil }
}

/// The result of the search for the emoji font.
private final class Found: Sendable {
  let font: Font?

  init(_ font: Font?) { self.font = font }
}

/// The result of the first search for the emoji font. If two threads search for the emoji font at the same time, the result of
/// one thread is kept. No thread waits for another thread, because a child process after `fork` has none of the threads of its
/// parent.
private let found = AtomicLazyReference<Found>()

extension Font {
  /// The emoji font of this machine, or nil if the machine has no emoji font. The first use of `emoji` searches for the font.
  public static var emoji: Font? {
    (found.load() ?? found.storeIfNil(Found(EmojiFont.find()))).font
  }
}

extension String {
  /// True if the string may have characters that are shown as emoji, by default or because of a variation selector or keycap.
  public var mayHoldEmoji: Bool {
    // Latin, Greek, Cyrillic, Arabic and most Indian scripts have only UTF-8 bytes below 0xE2, so texts in these scripts have no
    // emoji.
    utf8.contains { $0 >= 0xE2 }
      && unicodeScalars.contains { scalar in
        guard scalar.value >= 0x2000 else { return false }
        return scalar.value == 0xFE0F || scalar.value == 0x20E3
          || !CodePoint(scalar).flags.isDisjoint(with: [.emojiPresentation, .extendedPictographic])
      }
  }
}

/// Where the emoji come from. None are inside the library (docs/decisions/0037).
public enum EmojiFont {
  /// Looks for the font on this machine. Whoever has files (the C interface) sets it before anything is drawn.
  public nonisolated(unsafe) static var find: @Sendable () -> Font? = { nil }
}

extension Font {
  /// The machine's emoji font, looked for when it is first asked for; nil if there is none.
  public static let emoji: Font? = EmojiFont.find()
}

extension Font {
  public static var emoji: Font? { nil }
}

/// A font: its tables, and a place on each of its variation axes. Immutable.
public final class Font: Sendable, Equatable {
  /// Above and below the baseline, and between lines, in em; all are positive for usual fonts.
  public let ascent: Double
  public let descent: Double
  public let lineGap: Double

  init(ascent: Double, descent: Double, lineGap: Double) {
    (self.ascent, self.descent, self.lineGap) = (ascent, descent, lineGap)
  }

  public static func == (a: Font, b: Font) -> Bool { a === b }
}

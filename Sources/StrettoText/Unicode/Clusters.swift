/// The glyphs of a run grouped by the characters that they stand for, from left to right.
struct Clusters: Sequence, IteratorProtocol {
  struct Cluster {
    /// Characters of the cluster: one for most, several for a ligature.
    var characters: Range<Int>
    var glyphs: Range<Int>
    /// In em.
    var advance: Double
  }

  private let glyphs: [ShapedGlyph]
  private let isRightToLeft: Bool
  private let characterOf: [Int32]
  /// The end of the run's remaining code points, or of those of the cluster to the left.
  private var end: Int
  private var place = 0

  /// The glyphs of the characters `part` of a run.
  init(_ glyphs: [ShapedGlyph], _ text: ShapedText, _ run: ShapedText.Run, _ part: Range<Int>) {
    self.glyphs = glyphs
    characterOf = text.characterOf
    isRightToLeft = run.level & 1 == 1
    end = text.borders[part.upperBound]
  }

  mutating func next() -> Cluster? {
    guard place < glyphs.count else { return nil }
    let first = place
    let start = glyphs[first].cluster
    var advance = 0.0
    while place < glyphs.count, glyphs[place].cluster == start {
      advance += glyphs[place].advance
      place += 1
    }
    var behind = end
    if isRightToLeft {
      end = start
    } else if place < glyphs.count {
      behind = glyphs[place].cluster
    }
    // Clusters are monotone. Whatever a font does, a cluster has at least one character.
    let from = Int(characterOf[start])
    let to = behind > start ? Int(characterOf[behind - 1]) : from
    return Cluster(
      characters: from..<Swift.max(from, to) + 1, glyphs: first..<place, advance: advance)
  }
}

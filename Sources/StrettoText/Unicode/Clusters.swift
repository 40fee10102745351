/// The glyphs of a run from left to right, grouped by cluster. A cluster has the glyphs of one character or of a ligature.
struct Clusters: Sequence, IteratorProtocol {
  struct Cluster {
    /// The characters of the cluster. Most clusters have one character, and the cluster of a ligature has several.
    var characters: Range<Int>
    var glyphs: Range<Int>
    /// The advance width of the cluster in em.
    var advance: Double
  }

  private let glyphs: ArraySlice<ShapedGlyph>
  private let isRightToLeft: Bool
  private let characterOf: [Int32]
  /// In a left-to-right run, `end` is the end of the last cluster. In a right-to-left run, `end` is the end of the next cluster.
  private var end: Int
  private var index: Int

  /// Groups the glyphs of a part of a run by cluster. The parameter `part` is the range of the part's characters in the text.
  init(
    _ glyphs: ArraySlice<ShapedGlyph>, _ text: ShapedText, _ run: ShapedText.Run,
    _ part: Range<Int>
  ) {
    (self.glyphs, index) = (glyphs, glyphs.startIndex)
    characterOf = text.characterOf
    isRightToLeft = run.level & 1 == 1
    end = text.boundaries[part.upperBound]
  }

  mutating func next() -> Cluster? {
    guard index < glyphs.endIndex else { return nil }
    let first = index
    let start = glyphs[first].cluster
    var advance = 0.0
    while index < glyphs.endIndex, glyphs[index].cluster == start {
      advance += glyphs[index].advance
      index += 1
    }
    var behind = end
    if isRightToLeft {
      end = start
    } else if index < glyphs.endIndex {
      behind = glyphs[index].cluster
    }
    // The clusters of a run are in increasing or decreasing order. The use of `max` gives each cluster at least one character,
    // even for a damaged font.
    let from = Int(characterOf[start])
    let to = behind > start ? Int(characterOf[behind - 1]) : from
    return Cluster(
      characters: from..<Swift.max(from, to) + 1, glyphs: first..<index, advance: advance)
  }
}

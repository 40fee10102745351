import StrettoGeometry

/// What can be known of a string before its size is: characters, words, directions, fonts and glyphs.
///
/// One shaping serves all font sizes and widths. It is a function of the string and of what `isFor` compares.
public struct ShapedText: Sendable {
  /// A stretch of characters of one paragraph, font, script, direction and style.
  struct Run: Sendable {
    var characters: Range<Int>
    var style: Int
    /// Of `fonts`.
    var font: Int
    var script: Script
    var level: UInt8
    /// From left to right, in em. Empty for tabs, line ends and control characters.
    var glyphs: [ShapedGlyph] = []
  }

  /// Lines end after the last character of a paragraph, which may be a line end.
  struct Paragraph: Sendable {
    var characters: Range<Int>
    var bidi: Bidi
    /// The first code point.
    var start: Int
    /// Without the line end.
    var content: Range<Int>
  }

  enum Role: UInt8, Sendable {
    case glyphs
    /// White space that hangs at the end of a line.
    case whiteSpace
    /// One that grows in justified lines.
    case space
    case tab
    case softHyphen
    /// Nothing is drawn, and it takes no room.
    case lineEnd, control
  }

  /// A grapheme, before there is a size.
  struct Character: Sendable {
    var role = Role.glyphs
    /// Whether a line may begin with it.
    var canBegin = false
    /// Of a script whose letters join.
    var isCursive = false
    /// The number of the run without white space; -1 for white space.
    var word: Int32 = -1
    /// Of `runs`; -1 for line ends.
    var run: Int32 = -1
    /// In em, from `runs`; a ligature's is shared out evenly.
    var advance = 0.0
    /// Whether tracking is added after it: not inside ligatures and joined scripts.
    var isTracked = true
  }

  /// What the shaping depends on beside the string.
  private let style: TextStyle
  let scalars: [UInt32]
  /// Where characters begin in `scalars`, and the end.
  let borders: [Int]
  var characters: [Character]
  /// The character of each code point.
  var characterOf: [Int32]
  var paragraphs: [Paragraph] = []
  var runs: [Run] = []
  let styles: RunStyles
  let fonts: [Font]
  /// Characters that no font has.
  var missing: [Range<Int>] = []

  /// Strings above are for the caller to refuse.
  public static let characterLimit = 1 << 20
  /// The same in UTF-8: a character can have any number of marks.
  public static let byteLimit = 64 * characterLimit

  public init(_ string: String, _ style: TextStyle) {
    let text = Array(string.unicodeScalars)
    self.style = style
    scalars = text.map { $0.value }
    borders = Graphemes.borders(text)
    let count = borders.count - 1
    var used = UsedFonts()
    styles = RunStyles(style, count: count, &used)
    fonts = used.fonts
    characters = Array(repeating: Character(), count: count)
    characterOf = Array(repeating: 0, count: text.count)
    findCharacters(LineBreaks.kinds(text))
    findParagraphs(text)
    var fallback = FontFallback(fonts)
    for paragraph in paragraphs { findRuns(paragraph, &fallback) }
    shape()
  }

  /// How many characters (graphemes) the string has.
  public var count: Int { characters.count }

  /// Whether the shaping is that of the same string in `other`: only then may it be laid out with it.
  public func isFor(_ other: TextStyle) -> Bool {
    style.font == other.font && style.fallbackFonts == other.fallbackFonts
      && style.emojiFont == other.emojiFont && style.features == other.features
      && style.language == other.language && style.writingDirection == other.writingDirection
      && style.ranges == other.ranges && (style.tracking != 0) == (other.tracking != 0)
      && (style.instanceUnit == .character) == (other.instanceUnit == .character)
  }

  func scalars(of character: Int) -> ArraySlice<UInt32> {
    scalars[borders[character]..<borders[character + 1]]
  }

  // MARK: - Characters and paragraphs

  private mutating func findCharacters(_ breaks: [LineBreaks.Kind]) {
    var word: Int32 = -1
    var wasWord = false
    var wasIdeograph = false
    for index in characters.indices {
      let start = borders[index]
      for place in start..<borders[index + 1] { characterOf[place] = Int32(index) }
      let point = CodePoint(scalars[start])
      var character = Character()
      character.role = ShapedText.role(scalars[start], point)
      character.canBegin = breaks[start] != .prohibited
      character.isCursive = point.flags.contains(.cursive)
      let isIdeograph = point.flags.contains(.ideographic)
      let isWord = !point.flags.contains(.whiteSpace)
      if isWord {
        // Punctuation stays with the ideographs that a line would not part it from.
        let continues =
          wasWord && !(isIdeograph && wasIdeograph)
          && !((isIdeograph || wasIdeograph) && character.canBegin)
        if !continues { word += 1 }
        character.word = word
      }
      (wasWord, wasIdeograph) = (isWord, isIdeograph)
      characters[index] = character
    }
  }

  private static func role(_ scalar: UInt32, _ point: CodePoint) -> Role {
    switch point.lineBreak {
    case .bk, .cr, .lf, .nl: return .lineEnd
    default: break
    }
    switch scalar {
    case 0x09: return .tab
    case 0x20, 0xA0: return .space
    case 0xAD: return .softHyphen
    case 0..<0x20, 0x7F..<0xA0: return .control
    default: return point.flags.contains(.whiteSpace) ? .whiteSpace : .glyphs
    }
  }

  private mutating func findParagraphs(_ text: [Unicode.Scalar]) {
    var first = 0
    for index in characters.indices {
      let isLast = index == characters.count - 1
      guard characters[index].role == .lineEnd || isLast else { continue }
      let content = first..<(characters[index].role == .lineEnd ? index : index + 1)
      paragraphs.append(
        Paragraph(
          characters: first..<index + 1,
          bidi: Bidi(
            text[borders[first]..<borders[content.upperBound]], direction: style.writingDirection),
          start: borders[first], content: content))
      first = index + 1
    }
  }

  // MARK: - Runs

  private mutating func findRuns(_ paragraph: Paragraph, _ fallback: inout FontFallback) {
    let scripts = scripts(paragraph.content)
    for index in paragraph.content {
      let style = styles.index(of: index)
      let role = characters[index].role
      let isSet = role != .tab && role != .control
      var font = styles.styles[style].fonts.first
      if isSet {
        let choice = fallback.choose(scalars(of: index), styles.styles[style])
        font = choice.font
        if choice.isMissing { addMissing(index) }
      }
      let level = paragraph.bidi.levels[borders[index] - paragraph.start]
      let script = scripts[index - paragraph.content.lowerBound]
      if isSet, let last = runs.last, last.characters.upperBound == index,
        last.characters.lowerBound >= paragraph.content.lowerBound, last.font == font,
        last.level == level, last.script == script, isShaped(last),
        styles.styles[last.style].group == styles.styles[style].group
      {
        runs[runs.count - 1].characters = last.characters.lowerBound..<index + 1
      } else {
        runs.append(
          Run(characters: index..<index + 1, style: style, font: font, script: script, level: level)
        )
      }
      characters[index].run = Int32(runs.count - 1)
    }
  }

  func isShaped(_ run: Run) -> Bool {
    let role = characters[run.characters.lowerBound].role
    return role != .tab && role != .control
  }

  private mutating func addMissing(_ index: Int) {
    if let last = missing.last, last.upperBound == index {
      missing[missing.count - 1] = last.lowerBound..<index + 1
    } else {
      missing.append(index..<index + 1)
    }
  }

  /// What is common to scripts is of the one before it, or else of the next.
  private func scripts(_ content: Range<Int>) -> [Script] {
    var scripts = content.map { CodePoint(scalars[borders[$0]]).script }
    var script = scripts.first { $0.isReal } ?? .common
    for index in scripts.indices {
      if scripts[index].isReal { script = scripts[index] }
      scripts[index] = script
    }
    return scripts
  }

  // MARK: - Shaping

  private mutating func shape() {
    for index in runs.indices where isShaped(runs[index]) {
      let glyphs = glyphs(of: runs[index], runs[index].characters)
      runs[index].glyphs = glyphs
      for cluster in Clusters(glyphs, self, runs[index], runs[index].characters) {
        let share = cluster.advance / Double(cluster.characters.count)
        for character in cluster.characters {
          characters[character].advance += share
          characters[character].isTracked = isTracked(character, cluster, runs[index])
        }
      }
    }
  }

  /// Whether tracking is added after a character of a cluster.
  func isTracked(_ character: Int, _ cluster: Clusters.Cluster, _ run: Run) -> Bool {
    guard character == cluster.characters.upperBound - 1 else { return false }
    let next = character + 1
    return
      !(characters[character].isCursive && next < run.characters.upperBound
      && characters[next].isCursive)
  }

  /// The most code points of a grapheme that are shaped together. HarfBuzz takes time that grows with the square of
  /// their number; languages need fewer than 20.
  private static let graphemeLimit = 1024

  /// The code points of a part of a run, cut within graphemes that are too long; mostly in one piece.
  private func pieces(_ part: Range<Int>) -> [Range<Int>] {
    var (pieces, start) = ([Range<Int>](), borders[part.lowerBound])
    let end = borders[part.upperBound]
    if end - start <= part.count + ShapedText.graphemeLimit { return [start..<end] }
    for character in part {
      while borders[character + 1] - max(start, borders[character]) > ShapedText.graphemeLimit {
        let cut = max(start, borders[character]) + ShapedText.graphemeLimit
        pieces.append(start..<cut)
        start = cut
      }
    }
    return pieces + [start..<end]
  }

  /// The glyphs of a part of a run, which joins what is around it as the whole text does.
  func glyphs(of run: Run, _ part: Range<Int>, in text: [UInt32]? = nil) -> [ShapedGlyph] {
    let style = styles.styles[run.style]
    var shaping = ShapingStyle()
    shaping.direction = run.level & 1 == 0 ? .leftToRight : .rightToLeft
    shaping.script = run.script.tag
    shaping.language = style.language
    shaping.features = style.features
    let pieces = pieces(part).map { fonts[run.font].shape(text ?? scalars, $0, shaping) }
    if pieces.count == 1 { return pieces[0] }
    return Array((shaping.direction == .leftToRight ? pieces : pieces.reversed()).joined())
  }
}

import StrettoGeometry

/// The shaped form of a string, without a font size: characters, words, directions, fonts and glyphs.
///
/// One `ShapedText` can be laid out at all font sizes and widths. A `ShapedText` depends only on the string and on the properties
/// of the style that `isFor` compares.
public struct ShapedText: Sendable {
  /// A run of characters of one paragraph with one font, script, direction and style.
  struct Run: Sendable {
    var characters: Range<Int>
    var style: Int
    /// The index of the run's font in `fonts`.
    var font: Int
    var script: Script
    var level: UInt8
    /// Code points that replace the only character of the run, because no font has the character. In most runs of text,
    /// `decomposed` is empty.
    var decomposed: [UInt32] = []
    /// The run's range in `ShapedText.glyphs`. Tabs, line ends and control characters have no glyphs.
    var glyphs = 0..<0
  }

  /// A paragraph of the text. The last character of a paragraph may be a line end.
  struct Paragraph: Sendable {
    var characters: Range<Int>
    var bidi: Bidi
    /// The index of the paragraph's first code point.
    var start: Int
    /// The characters of the paragraph without the line end.
    var content: Range<Int>
  }

  enum Role: UInt8, Sendable {
    case glyphs
    /// White space that does not count in the width of a line if the white space is at the end of the line.
    case whiteSpace
    /// A space that grows in justified lines.
    case space
    case tab
    case softHyphen
    /// Characters that are not drawn and have no width.
    case lineEnd, control
  }

  /// A grapheme of the text, without a font size.
  struct Character: Sendable {
    var role = Role.glyphs
    /// True if a line may begin with the character.
    var canBegin = false
    /// True if the character belongs to a script whose letters join.
    var isCursive = false
    /// Whether tracking is added after the character. No tracking is added inside ligatures and joined scripts.
    var isTracked = true
    /// The index of the character's word, or -1 for white space.
    var word: Int32 = -1
    /// The index of the character's run in `runs`, or -1 for a line end.
    var run: Int32 = -1
    /// The advance width of the character in em. The characters of a ligature share the width of the ligature evenly.
    var advance = 0.0
  }

  /// The style for which the text was shaped.
  private let style: TextStyle
  let scalars: [UInt32]
  /// The index of the first code point of each character, and the number of code points as the last element.
  let boundaries: [Int]
  var characters: [Character]
  /// The index of the character that contains each code point.
  var characterOf: [Int32]
  var paragraphs: [Paragraph] = []
  var runs: [Run] = []
  /// The glyphs of all runs, one run after another. The glyphs of a run go from left to right.
  var glyphs: [ShapedGlyph] = []
  let styles: RunStyles
  let fonts: [Font]
  /// Ranges of characters for which no font has a glyph.
  var missing: [Range<Int>] = []

  /// The greatest number of glyphs of a cluster, which is limited only for fonts whose substitutions multiply glyphs.
  var mostGlyphs = Int.max

  /// Approximate number of bytes of memory that layout needs for each byte of a string.
  private static let bytesForEach = 512

  /// The greatest number of characters of a string that can be shaped. The caller must raise an error for a string with more
  /// characters.
  public static let characterLimit = 1 << 20
  /// The greatest size of a string in bytes of UTF-8, which is limited because a character can have any number of combining
  /// marks.
  public static let byteLimit = 64 * characterLimit

  /// Shapes a string.
  ///
  /// - Throws: `Cancelled` if the caller cancels the shaping.
  @export(interface)
  public init(
    _ string: String, _ style: TextStyle, _ cancellation: inout Cancellation
  ) throws(Cancelled) {
    // The memory for the layout is counted only during the shaping, because the memory is released before a frame is drawn, or is
    // kept for many frames.
    let bytes = ShapedText.bytesForEach * string.utf8.count
    _ = MemoryWatch.reserve(bytes, for: .text)
    defer { _ = MemoryWatch.reserve(-bytes, for: .text) }
    try cancellation.checkCancelled(work: string.utf8.count)
    let text = Array(string.unicodeScalars)
    self.style = style
    scalars = text.map { $0.value }
    boundaries = try Graphemes.boundaries(text, &cancellation)
    let count = boundaries.count - 1
    var used = UsedFonts()
    styles = RunStyles(style, count: count, &used)
    fonts = used.fonts
    characters = Array(repeating: Character(), count: count)
    characterOf = Array(repeating: 0, count: text.count)
    // In a build without HarfBuzz, scenes with texts raise an error, and the linker removes all functions that only texts use.
    #if canImport(CHarfBuzz)
      try findCharacters(LineBreaks.kinds(text, &cancellation), &cancellation)
      try findParagraphs(text, &cancellation)
      var fallback = FontFallback(fonts)
      for paragraph in paragraphs { try findRuns(paragraph, &fallback, &cancellation) }
      try shape(&cancellation)
    #endif
  }

  @export(interface)
  public init(_ string: String, _ style: TextStyle) {
    self = uncancelled { cancellation throws(Cancelled) in
      try ShapedText(string, style, &cancellation)
    }
  }

  /// The number of characters (graphemes) in the string.
  public var count: Int { characters.count }

  /// True if this shaped text can be laid out with the style `other`.
  public func isFor(_ other: TextStyle) -> Bool {
    style.font == other.font && style.fallbackFonts == other.fallbackFonts
      && style.emojiFont == other.emojiFont && style.features == other.features
      && style.language == other.language && style.writingDirection == other.writingDirection
      && style.ranges == other.ranges && (style.tracking != 0) == (other.tracking != 0)
      && (style.instanceUnit == .character) == (other.instanceUnit == .character)
  }

  func scalars(of character: Int) -> ArraySlice<UInt32> {
    scalars[boundaries[character]..<boundaries[character + 1]]
  }

  // MARK: - Characters and paragraphs

  private mutating func findCharacters(
    _ breaks: [LineBreaks.Kind], _ cancellation: inout Cancellation
  ) throws(Cancelled) {
    var word: Int32 = -1
    var wasWord = false
    var wasIdeograph = false
    for index in characters.indices {
      let start = boundaries[index]
      try cancellation.checkCancelled(work: (boundaries[index + 1] - start))
      for offset in start..<boundaries[index + 1] { characterOf[offset] = Int32(index) }
      let point = CodePoint(scalars[start])
      var character = Character()
      character.role = ShapedText.role(scalars[start], point)
      character.canBegin = breaks[start] != .prohibited
      character.isCursive = point.flags.contains(.cursive)
      let isIdeograph = point.flags.contains(.ideographic)
      let isWord = !point.flags.contains(.whiteSpace)
      if isWord {
        // Punctuation belongs to the word of an ideograph if no line break can separate the punctuation from the ideograph.
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

  private mutating func findParagraphs(
    _ text: [Unicode.Scalar], _ cancellation: inout Cancellation
  ) throws(Cancelled) {
    var first = 0
    for index in characters.indices {
      let isLast = index == characters.count - 1
      guard characters[index].role == .lineEnd || isLast else { continue }
      let content = first..<(characters[index].role == .lineEnd ? index : index + 1)
      let bidi = try Bidi(
        text[boundaries[first]..<boundaries[content.upperBound]], style.writingDirection,
        &cancellation)
      paragraphs.append(
        Paragraph(
          characters: first..<index + 1, bidi: bidi, start: boundaries[first], content: content))
      first = index + 1
    }
  }

  // MARK: - Runs

  private mutating func findRuns(
    _ paragraph: Paragraph, _ fallback: inout FontFallback, _ cancellation: inout Cancellation
  ) throws(Cancelled) {
    let scripts = try scripts(paragraph.content, &cancellation)
    for index in paragraph.content {
      let scalars = self.scalars(of: index)
      try cancellation.checkCancelled(work: scalars.count)
      let style = styles.index(of: index)
      let role = characters[index].role
      let isSet = role != .tab && role != .control
      var font = styles.styles[style].fonts.first
      var decomposed: [UInt32] = []
      if isSet {
        let choice = fallback.choose(scalars, styles.styles[style])
        (font, decomposed) = (choice.font, choice.decomposed)
        if choice.isMissing { missing.append(index, joining: missing.last?.upperBound == index) }
      }
      let level = paragraph.bidi.levels[boundaries[index] - paragraph.start]
      let script = scripts[index - paragraph.content.lowerBound]
      if isSet, let last = runs.last, last.characters.upperBound == index,
        last.decomposed.isEmpty, decomposed.isEmpty,
        last.characters.lowerBound >= paragraph.content.lowerBound, last.font == font,
        last.level == level, last.script == script, isShaped(last),
        styles.styles[last.style].group == styles.styles[style].group
      {
        runs[runs.count - 1].characters = last.characters.lowerBound..<index + 1
      } else {
        runs.append(
          Run(
            characters: index..<index + 1, style: style, font: font, script: script, level: level,
            decomposed: decomposed))
      }
      characters[index].run = Int32(runs.count - 1)
    }
  }

  func isShaped(_ run: Run) -> Bool {
    let role = characters[run.characters.lowerBound].role
    return role != .tab && role != .control
  }

  /// The script of each character. A character that is common to all scripts takes the script of the previous character, or of
  /// the first character with a script.
  private func scripts(
    _ content: Range<Int>, _ cancellation: inout Cancellation
  ) throws(Cancelled) -> [Script] {
    var scripts = try content.each(&cancellation) { Script(of: scalars[boundaries[$0]]) }
    var script = scripts.first { $0.isReal } ?? .common
    for index in scripts.indices {
      if scripts[index].isReal { script = scripts[index] }
      scripts[index] = script
    }
    return scripts
  }

  // MARK: - Shaping

  /// A number of glyphs that any text may have, in addition to `glyphsForEach` glyphs for each code point.
  private static let glyphLimit = 4096
  /// The number of glyphs that a text may have for each code point. Scripts need up to 4 glyphs for a code point.
  private static let glyphsForEach = 8

  private mutating func shape(_ cancellation: inout Cancellation) throws(Cancelled) {
    let most = ShapedText.glyphLimit + ShapedText.glyphsForEach * scalars.count
    for index in runs.indices where isShaped(runs[index]) {
      let first = glyphs.count
      let (shaped, isWhole) = try glyphs(
        of: runs[index], runs[index].characters, in: scalars, &cancellation)
      if first + shaped.count > most || !isWhole, mostGlyphs == .max {
        mostGlyphs = ShapedText.glyphsForEach
        glyphs = []
        for character in characters.indices { characters[character].advance = 0 }
        return try shape(&cancellation)
      }
      glyphs += shaped
      runs[index].glyphs = first..<glyphs.count
      for cluster in Clusters(glyphs[first...], self, runs[index], runs[index].characters) {
        try cancellation.checkCancelled(work: cluster.characters.count)
        let fraction = cluster.advance / Double(cluster.characters.count)
        for character in cluster.characters {
          characters[character].advance += fraction
          characters[character].isTracked = isTracked(character, cluster, runs[index])
        }
      }
    }
  }

  /// True if tracking is added after a character of a cluster.
  func isTracked(_ character: Int, _ cluster: Clusters.Cluster, _ run: Run) -> Bool {
    guard character == cluster.characters.upperBound - 1 else { return false }
    let next = character + 1
    return
      !(characters[character].isCursive && next < run.characters.upperBound
      && characters[next].isCursive)
  }
}

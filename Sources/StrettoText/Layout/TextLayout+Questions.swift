import StrettoGeometry

extension TextLayout {
  /// Lays out a string. A caller that lays out the same string at several sizes or widths should keep a `ShapedText`, and lay out
  /// the shaped text each time.
  public init(string: String, style: TextStyle) {
    self.init(ShapedText(string, style), style)
  }

  /// Lays out a shaped text. If the text was shaped for a different style (see `isFor`), the layout uses the fonts of the shaped
  /// text.
  @export(interface)
  public init(_ text: ShapedText, _ style: TextStyle) {
    self = uncancelled { cancellation throws(Cancelled) in
      try TextLayout(text, style, cancellation)
    }
  }

  /// Lays out a shaped text.
  ///
  /// - Throws: `Cancelled` if the caller cancels the layout.
  @export(interface)
  public init(
    _ text: ShapedText, _ style: TextStyle, _ cancellation: Cancellation
  ) throws(Cancelled) {
    #if canImport(CHarfBuzz)
      var typesetter = Typesetter(text, style, cancellation)
      self = try typesetter.set()
    #else
      self.init()
    #endif
  }

  /// Sorts glyphs by character. The sort of the glyphs is stable, and takes time in proportion to the number of glyphs.
  static func sortByCharacter(
    _ glyphs: inout [Glyph], count: Int, _ cancellation: inout Cancellation
  ) throws(Cancelled) {
    var isSorted = true
    for index in glyphs.indices.dropFirst()
    where glyphs[index].character < glyphs[index - 1].character {
      isSorted = false
      break
    }
    if isSorted { return }
    var starts = [Int](repeating: 0, count: count + 1)
    for glyph in glyphs { starts[glyph.character + 1] += 1 }
    for index in 1...count { starts[index] += starts[index - 1] }
    let unsorted = glyphs
    for glyph in unsorted {
      try cancellation.checkCancelled()
      glyphs[starts[glyph.character]] = glyph
      starts[glyph.character] += 1
    }
  }

  // MARK: - Points

  /// The index of the character whose box is nearest to a point of the text layer, or nil if the text has no characters.
  public func character(at point: Point) -> Int? {
    var nearest: (character: Int, distance: Double)?
    for copy in copies where copy.isShown {
      guard let local = copy.transform.inverted?.apply(point) else { continue }
      let position = Point(local.x + copy.box.x, local.y + copy.box.y)
      guard let found = self.nearest(copy.characters, position) else { continue }
      if nearest.map({ found.distance < $0.distance }) ?? true { nearest = found }
    }
    return nearest?.character
  }

  /// The index of the character whose box is nearest to a point, among the characters of one copy. The parameter `point` is in
  /// the coordinates of the glyph layer.
  ///
  /// A hit test uses `character(ofCopy:at:)` to find the character in a word or ligature.
  public func character(ofCopy number: Int, at point: Point) -> Int? {
    guard copies.indices.contains(number) else { return nil }
    let box = copies[number].box
    return nearest(copies[number].characters, Point(point.x + box.x, point.y + box.y))?.character
  }

  /// The character in `range` whose box is nearest to a point. Characters with an empty box are considered only if all characters
  /// in `range` have empty boxes.
  private func nearest(_ range: Range<Int>, _ point: Point) -> (character: Int, distance: Double)? {
    var nearest: (character: Int, distance: Double)?
    var isEmpty = true
    for index in range {
      let box = characters[index].box
      if box.isEmpty && !isEmpty { continue }
      let x = max(box.minX - point.x, point.x - box.maxX, 0)
      let y = max(box.minY - point.y, point.y - box.maxY, 0)
      let distance = x * x + y * y
      if isEmpty && !box.isEmpty || nearest.map({ distance < $0.distance }) ?? true {
        nearest = (index, distance)
      }
      isEmpty = isEmpty && box.isEmpty
    }
    return nearest
  }

  // MARK: - Staggers

  /// The rank of each copy of the text in a stagger, from 0. Copies with equal ranks have equal delays in a stagger.
  ///
  /// A copy that belongs to no word, or is not visible, has the rank of the previous copy. If `visual` is true, the ranks of
  /// copies increase from left to right and from line to line. If `visual` is false, the ranks of copies increase in the order of
  /// the string.
  public func ranks(by unit: TextRankUnit, visual: Bool = false) -> [Int] {
    var ranks: [Int] = []
    ranks.reserveCapacity(copies.count)
    var last = -1
    for copy in copies {
      let isSpace = characters[copy.characters].allSatisfy { $0.isWhiteSpace }
      switch unit {
      case .character: last += 1
      case .visible: if !isSpace { last += 1 }
      case .word: last = copy.word ?? last
      case .line: last = copy.line
      }
      ranks.append(max(last, 0))
    }
    return visual ? visualOrder(ranks) : ranks
  }

  /// Renumbers the ranks of copies in visual order, by the position of the leftmost copy of each rank.
  private func visualOrder(_ ranks: [Int]) -> [Int] {
    let count = (ranks.max() ?? -1) + 1
    var positions = [(line: Int, x: Double)](repeating: (.max, .infinity), count: count)
    for (copy, rank) in zip(copies, ranks) {
      let position = (copy.line, copy.box.x)
      if position < positions[rank] { positions[rank] = position }
    }
    let order = (0..<count).sorted {
      positions[$0] < positions[$1] || (positions[$0] == positions[$1] && $0 < $1)
    }
    var numbers = [Int](repeating: 0, count: count)
    for (number, rank) in order.enumerated() { numbers[rank] = number }
    return ranks.map { numbers[$0] }
  }
}

extension ShapedText {
  /// The size of the text's box in points, which Core Animation calls the preferred frame size. If the style wraps lines, lines
  /// wrap at `width`.
  public func fittingSize(
    _ style: TextStyle, width: Double? = nil, _ cancellation: Cancellation = .never
  ) throws(Cancelled) -> (width: Double, height: Double) {
    var style = style
    style.height = 0
    style.width = style.wrapped ? width ?? style.width : 0
    style.path = nil
    style.truncationMode = .none
    let box = try TextLayout(self, style, cancellation).box
    return (box.width, box.height)
  }

  /// The largest font size at which the text fits a box, to within 1/1,000 of the font size. The result is 0 if the text does not
  /// fit at any font size.
  ///
  /// If the style does not wrap lines, each line must fit the width of the box. Ranges with their own font size keep their font
  /// size.
  public func fittingFontSize(
    _ style: TextStyle, width: Double, height: Double?, _ cancellation: Cancellation = .never
  ) throws(Cancelled) -> Double {
    func fits(_ size: Double) throws(Cancelled) -> Bool {
      var style = style
      style.fontSize = size
      let box = try fittingSize(style, width: width, cancellation)
      // A word that is wider than the box would be broken between two characters, so a font size that breaks a word is too large.
      return box.width <= width + 1e-6 && height.map { box.height <= $0 + 1e-6 } ?? true
        && (!style.wrapped || widestWord(size, style) <= width + 1e-6)
    }
    guard width > 0, count > 0, try fits(1e-3) else { return 0 }
    var (low, high) = (1e-3, 1e6)
    while high - low > low * 1e-3 {
      // The geometric mean halves the ratio between the highest and the lowest font size on a logarithmic scale.
      let middle = (low * high).squareRoot()
      if try fits(middle) { low = middle } else { high = middle }
    }
    return low
  }

  private func widestWord(_ size: Double, _ style: TextStyle) -> Double {
    var style = style
    style.fontSize = size
    var (widest, width) = (0.0, 0.0)
    for (index, character) in characters.enumerated() {
      if character.canBegin { width = 0 }
      guard character.word >= 0 else { continue }
      let own = styles.style(of: index)
      width += character.advance * own.size(in: style)
      if character.isTracked { width += own.tracking(in: style) }
      widest = max(widest, width)
    }
    return widest
  }
}

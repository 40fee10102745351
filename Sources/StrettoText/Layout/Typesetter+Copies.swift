import StrettoGeometry

extension Typesetter {
  /// Divides the characters and glyphs of the text among copies. The characters and glyphs of the text must be in the order of
  /// the string.
  mutating func findCopies() throws(Cancelled) {
    let fused = fusedBoxes()
    switch style.instanceUnit {
    case .character:
      layout.copies.reserveCapacity(layout.characters.count)
      for index in layout.characters.indices { try append(index..<index + 1, fused[index]) }
    case .word:
      var first = 0
      for index in layout.characters.indices {
        let word = layout.characters[index].word
        if word == nil || word != layout.characters[first].word { first = index }
        let next = index + 1
        let isEnd = next == layout.characters.count || layout.characters[next].word != word
        if word != nil, isEnd { try append(first..<next, nil) }
      }
    case .line:
      for line in layout.lines { try append(line.characters, line.box) }
    case .text:
      if !layout.characters.isEmpty { try append(layout.characters.indices, layout.box) }
    }
    try shareGlyphs()
    try findAnchors()
  }

  /// The boxes of copies whose characters form a ligature. The first copy of a ligature has the box of the ligature, and the
  /// other copies of the ligature have empty boxes.
  private func fusedBoxes() -> [Int: Rect] {
    var boxes: [Int: Rect] = [:]
    for characters in ligatures {
      var box = layout.characters[characters.lowerBound].box
      for index in characters.dropFirst() {
        let own = layout.characters[index].box
        box = box.union(own)
        boxes[index] = Rect(own.x, own.y, 0, own.height)
      }
      boxes[characters.lowerBound] = box
    }
    return boxes
  }

  private mutating func append(_ characters: Range<Int>, _ given: Rect?) throws(Cancelled) {
    try cancellation.checkCancelled(work: characters.count)
    let first = characters.lowerBound
    var copy = TextLayout.Copy()
    copy.characters = characters
    copy.line = max(layout.characters[first].line, 0)
    copy.word = layout.characters[first].word
    copy.box =
      given
      ?? characters.dropFirst().reduce(layout.characters[first].box) {
        $0.union(layout.characters[$1].box)
      }
    copy.baseline = layout.lines[copy.line].baseline - lengths(of: first).baselineShift
    for index in characters { layout.characters[index].copy = layout.copies.count }
    layout.copies.append(copy)
  }

  /// Gives each copy its glyphs, in the coordinates of the glyph layer. If copies are words, glyphs of the white space between
  /// words belong to no copy.
  private mutating func shareGlyphs() throws(Cancelled) {
    layout.glyphs.removeAll { layout.characters[$0.character].copy == nil }
    var next = 0
    for number in layout.copies.indices {
      let copy = layout.copies[number]
      try cancellation.checkCancelled()
      let first = next
      while next < layout.glyphs.count,
        layout.glyphs[next].character < copy.characters.upperBound
      {
        layout.glyphs[next].copy = number
        layout.glyphs[next].x -= copy.box.x
        layout.glyphs[next].y -= copy.box.y
        next += 1
      }
      layout.copies[number].glyphs = first..<next
    }
  }

  /// Finds the larger unit to which the anchor points of copies refer, if it is not the copy itself.
  private mutating func findAnchors() throws(Cancelled) {
    guard let unit = style.instanceAnchor, unit > style.instanceUnit else { return }
    switch unit {
    case .word:
      for character in layout.characters {
        guard let word = character.word else { continue }
        while layout.anchorUnits.count <= word { layout.anchorUnits.append(character.box) }
        layout.anchorUnits[word] = layout.anchorUnits[word].union(character.box)
      }
    case .line: layout.anchorUnits = layout.lines.map { $0.box }
    default: layout.anchorUnits = [layout.box]
    }
    for number in layout.copies.indices {
      try cancellation.checkCancelled()
      layout.copies[number].anchorUnit =
        switch unit {
        case .word: layout.copies[number].word
        case .line: layout.copies[number].line
        default: 0
        }
    }
  }

  // MARK: - On a path

  /// Moves copies to a path. The centre of a copy is at the path offset plus the x coordinate of the centre in the line, and the
  /// baseline of the first line is on the path.
  ///
  /// Copies of later lines keep the distance of their line from the first line.
  mutating func place(along path: Path) throws(Cancelled) {
    let measure = PathMeasure(path)
    guard let first = layout.lines.first, measure.length > 0, measure.length.isFinite else {
      for index in layout.copies.indices { layout.copies[index].isShown = false }
      return
    }
    let isClosed = path.elements.last == .close
    for index in layout.copies.indices {
      try cancellation.checkCancelled()
      let box = layout.copies[index].box
      let along = style.pathOffset.boundedLength + box.x + box.width / 2
      let distance =
        isClosed ? along - (along / measure.length).rounded(.down) * measure.length : along
      let inside = distance >= 0 && distance <= measure.length
      layout.copies[index].isShown = inside
      guard inside, let (point, angle) = measure.point(at: distance) else { continue }
      let direction = style.pathRotates ? Point(cos(angle), sin(angle)) : Point(1, 0)
      // The centre of the copy's box is (x, y), at the height of the first line's baseline.
      let (x, y) = (box.width / 2, first.baseline - box.y)
      layout.copies[index].transform = PlaneTransform(
        a: direction.x, b: direction.y, c: -direction.y, d: direction.x,
        tx: point.x - x * direction.x + y * direction.y,
        ty: point.y - x * direction.y - y * direction.x)
    }
  }
}

extension TextUnit: Comparable {
  /// Orders units of text by size, because a line contains words, and a word contains characters. The units of text are declared
  /// in increasing order.
  public static func < (a: TextUnit, b: TextUnit) -> Bool {
    a != b && allCases.first { $0 == a || $0 == b } == a
  }
}

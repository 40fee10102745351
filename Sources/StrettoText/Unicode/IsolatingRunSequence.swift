import StrettoGeometry

/// Code points of one bidi level that are adjacent after nested isolates are skipped. The rules W1 to I2 of UAX 9 apply to
/// isolating run sequences.
struct IsolatingRunSequence {
  /// The indices of the sequence's code points in the paragraph, in order.
  let indices: [Int]
  let level: UInt8
  /// The direction (l or r) before the sequence, called sos in UAX 9. The property `end` is the direction after the sequence,
  /// called eos in UAX 9.
  let start: BidiClass
  let end: BidiClass

  private var direction: BidiClass { level & 1 == 0 ? .l : .r }

  init(indices: [Int], level: UInt8, start: BidiClass, end: BidiClass) {
    (self.indices, self.level, self.start, self.end) = (indices, level, start, end)
  }

  func resolve(
    _ classes: inout [BidiClass], _ levels: inout [UInt8], _ scalars: [Unicode.Scalar],
    _ originals: [BidiClass], _ cancellation: inout Cancellation
  ) throws(Cancelled) {
    // The number of code points that each rule of UAX 9 visits.
    let steps = indices.count
    var types = indices.map { classes[$0] }
    resolveMarks(&types)
    try cancellation.checkCancelled(work: steps)
    resolveSeparators(&types)
    resolveTerminators(&types)
    try cancellation.checkCancelled(work: steps)
    try resolveBrackets(&types, scalars, originals, &cancellation)
    resolveNeutrals(&types)
    try cancellation.checkCancelled(work: steps)
    for (position, index) in indices.enumerated() {
      switch types[position] {  // I1, I2
      case .r: levels[index] = level | 1
      case .l: levels[index] = level + (level & 1)
      default: levels[index] = (level | 1) + 1
      }
      if level & 1 == 1, types[position] != .r { levels[index] = level + 1 }
    }
  }

  /// Rules W1 to W3 of UAX 9: a mark takes the class of the previous code point, and digits after an Arabic letter become Arabic
  /// digits.
  private func resolveMarks(_ types: inout [BidiClass]) {
    var last = start
    var strong = start
    for position in types.indices {
      if types[position] == .nsm {
        types[position] = last.isIsolateInitiator || last == .pdi ? .on : last
      }
      last = types[position]
      switch last {
      case .l, .r, .al: strong = last
      case .en where strong == .al: types[position] = .an
      default: break
      }
      if last == .en { last = types[position] }
    }
    for position in types.indices where types[position] == .al { types[position] = .r }
  }

  /// Rule W4 of UAX 9: a single separator between two numbers of one kind becomes part of the numbers.
  private func resolveSeparators(_ types: inout [BidiClass]) {
    guard types.count > 2 else { return }
    for position in 1..<types.count - 1 {
      switch (types[position - 1], types[position], types[position + 1]) {
      case (.en, .es, .en), (.en, .cs, .en): types[position] = .en
      case (.an, .cs, .an): types[position] = .an
      default: break
      }
    }
  }

  /// Rules W5 to W7 of UAX 9: terminators next to a number become part of the number, other terminators become neutral, and
  /// numbers after a Latin letter take the class of the letter.
  private func resolveTerminators(_ types: inout [BidiClass]) {
    replaceRanges(&types, { $0 == .et }) { before, after in
      before == .en || after == .en ? .en : .on
    }
    var strong = start
    for position in types.indices {
      switch types[position] {
      case .es, .cs: types[position] = .on
      case .l, .r: strong = types[position]
      case .en where strong == .l: types[position] = .l
      default: break
      }
    }
  }

  /// Rule N0 of UAX 9: both brackets of a pair take the direction of the text between the brackets.
  private func resolveBrackets(
    _ types: inout [BidiClass], _ scalars: [Unicode.Scalar], _ originals: [BidiClass],
    _ cancellation: inout Cancellation
  ) throws(Cancelled) {
    let opposite: BidiClass = direction == .l ? .r : .l
    for pair in bracketPairs(types, scalars) {
      try cancellation.checkCancelled(work: pair.close - pair.open)
      var holdsOpposite = false
      var holdsDirection = false
      for position in pair.open + 1..<pair.close {
        guard let strong = types[position].strongDirection else { continue }
        if strong == direction {
          holdsDirection = true
          break
        }
        holdsOpposite = true
      }
      guard holdsDirection || holdsOpposite else { continue }
      var taken = direction
      if !holdsDirection {
        let before =
          types[..<pair.open].last { $0.strongDirection != nil }?.strongDirection ?? start
        taken = before == opposite ? opposite : direction
      }
      for bracket in [pair.open, pair.close] {
        types[bracket] = taken
        var mark = bracket + 1
        while mark < types.count, originals[indices[mark]] == .nsm {
          types[mark] = taken
          mark += 1
        }
      }
    }
  }

  /// The bracket pairs of the sequence (BD16 in UAX 9), ordered by the opening bracket. If a bracket lies inside 63 open
  /// brackets, the search for bracket pairs ends.
  private func bracketPairs(
    _ types: [BidiClass], _ scalars: [Unicode.Scalar]
  ) -> [(open: Int, close: Int)] {
    var pairs: [(open: Int, close: Int)] = []
    var open: [(closing: UInt32, position: Int)] = []
    for position in types.indices where types[position] == .on {
      let scalar = scalars[indices[position]].value
      let flags = CodePoint(scalar).flags
      if flags.contains(.openingBracket) {
        guard open.count < 63 else { return [] }
        open.append((canonical(mirrored(scalar)), position))
      } else if flags.contains(.closingBracket) {
        let closing = canonical(scalar)
        if let match = open.lastIndex(where: { $0.closing == closing }) {
          pairs.append((open[match].position, position))
          open.removeSubrange(match...)
        }
      }
    }
    pairs.sort { $0.open < $1.open }
    return pairs
  }

  /// Rules N1 and N2 of UAX 9: a neutral code point between two code points of one direction takes this direction, and any other
  /// neutral code point takes the direction of the sequence.
  private func resolveNeutrals(_ types: inout [BidiClass]) {
    replaceRanges(&types, { $0.isNeutral }) { before, after in
      let (before, after) = ((before ?? start).strongDirection, (after ?? end).strongDirection)
      return before == after ? before ?? direction : direction
    }
  }

  /// Replaces the classes of each maximal range of code points for which `isIn` is true. The closure `taken` computes the new
  /// class from the classes before and after the range, which are nil at the ends of the sequence.
  private func replaceRanges(
    _ types: inout [BidiClass], _ isIn: (BidiClass) -> Bool,
    _ taken: (BidiClass?, BidiClass?) -> BidiClass
  ) {
    var position = 0
    while position < types.count {
      let first = position
      while position < types.count, isIn(types[position]) { position += 1 }
      if position > first {
        let type = taken(
          first > 0 ? types[first - 1] : nil, position < types.count ? types[position] : nil)
        for inside in first..<position { types[inside] = type }
      }
      position += 1
    }
  }
}

extension BidiClass {
  /// The direction that a code point of this bidi class gives its neutral neighbours. A number gives its neighbours the direction
  /// from right to left.
  fileprivate var strongDirection: BidiClass? {
    switch self {
    case .l: .l
    case .r, .en, .an: .r
    default: nil
    }
  }
}

/// The angle brackets U+2329 and U+232A are canonically equivalent to the CJK angle brackets.
private func canonical(_ closing: UInt32) -> UInt32 { closing == 0x232A ? 0x3009 : closing }

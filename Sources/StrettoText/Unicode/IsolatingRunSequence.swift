import StrettoGeometry

/// Characters of one level that are next to one another once isolates are looked past: what the rules W1 to I2 of UAX 9
/// work on.
struct IsolatingRunSequence {
  /// Indices of its characters in the paragraph, in order.
  let indices: [Int]
  let level: UInt8
  /// The directions (l or r) at both ends: sos and eos.
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
    // Steps of each rule.
    let steps = indices.count
    var types = indices.map { classes[$0] }
    resolveMarks(&types)
    try cancellation.checkCancelled(steps: steps)
    resolveSeparators(&types)
    resolveTerminators(&types)
    try cancellation.checkCancelled(steps: steps)
    try resolveBrackets(&types, scalars, originals, &cancellation)
    resolveNeutrals(&types)
    try cancellation.checkCancelled(steps: steps)
    for (place, index) in indices.enumerated() {
      switch types[place] {  // I1, I2
      case .r: levels[index] = level | 1
      case .l: levels[index] = level + (level & 1)
      default: levels[index] = (level | 1) + 1
      }
      if level & 1 == 1, types[place] != .r { levels[index] = level + 1 }
    }
  }

  /// W1 to W3: marks are as what they stand on; digits after Arabic letters are Arabic digits.
  private func resolveMarks(_ types: inout [BidiClass]) {
    var last = start
    var strong = start
    for place in types.indices {
      if types[place] == .nsm {
        types[place] = last.isIsolateInitiator || last == .pdi ? .on : last
      }
      last = types[place]
      switch last {
      case .l, .r, .al: strong = last
      case .en where strong == .al: types[place] = .an
      default: break
      }
      if last == .en { last = types[place] }
    }
    for place in types.indices where types[place] == .al { types[place] = .r }
  }

  /// W4: one separator between two numbers of a kind is part of them.
  private func resolveSeparators(_ types: inout [BidiClass]) {
    guard types.count > 2 else { return }
    for place in 1..<types.count - 1 {
      switch (types[place - 1], types[place], types[place + 1]) {
      case (.en, .es, .en), (.en, .cs, .en): types[place] = .en
      case (.an, .cs, .an): types[place] = .an
      default: break
      }
    }
  }

  /// W5 to W7: terminators beside numbers are part of them, others neutral; numbers after Latin letters are as those.
  private func resolveTerminators(_ types: inout [BidiClass]) {
    replaceStretches(&types, { $0 == .et }) { before, after in
      before == .en || after == .en ? .en : .on
    }
    var strong = start
    for place in types.indices {
      switch types[place] {
      case .es, .cs: types[place] = .on
      case .l, .r: strong = types[place]
      case .en where strong == .l: types[place] = .l
      default: break
      }
    }
  }

  /// N0: both brackets of a pair go the way of what they hold.
  private func resolveBrackets(
    _ types: inout [BidiClass], _ scalars: [Unicode.Scalar], _ originals: [BidiClass],
    _ cancellation: inout Cancellation
  ) throws(Cancelled) {
    let opposite: BidiClass = direction == .l ? .r : .l
    for pair in bracketPairs(types, scalars) {
      try cancellation.checkCancelled(steps: pair.close - pair.open)
      var holdsOpposite = false
      var holdsDirection = false
      for place in pair.open + 1..<pair.close {
        guard let strong = types[place].strength else { continue }
        if strong == direction {
          holdsDirection = true
          break
        }
        holdsOpposite = true
      }
      guard holdsDirection || holdsOpposite else { continue }
      var taken = direction
      if !holdsDirection {
        let before = types[..<pair.open].last { $0.strength != nil }?.strength ?? start
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

  /// BD16, by the opening bracket. Brackets within more than 63 others end the search.
  private func bracketPairs(
    _ types: [BidiClass], _ scalars: [Unicode.Scalar]
  ) -> [(open: Int, close: Int)] {
    var pairs: [(open: Int, close: Int)] = []
    var open: [(closing: UInt32, place: Int)] = []
    for place in types.indices where types[place] == .on {
      let scalar = scalars[indices[place]].value
      let flags = CodePoint(scalar).flags
      if flags.contains(.openingBracket) {
        guard open.count < 63 else { return [] }
        open.append((canonical(mirrored(scalar)), place))
      } else if flags.contains(.closingBracket) {
        let closing = canonical(scalar)
        if let match = open.lastIndex(where: { $0.closing == closing }) {
          pairs.append((open[match].place, place))
          open.removeSubrange(match...)
        }
      }
    }
    pairs.sort { $0.open < $1.open }
    return pairs
  }

  /// N1 and N2: neutrals between two of one direction go that way, others the sequence's.
  private func resolveNeutrals(_ types: inout [BidiClass]) {
    replaceStretches(&types, { $0.isNeutral }) { before, after in
      let (before, after) = ((before ?? start).strength, (after ?? end).strength)
      return before == after ? before ?? direction : direction
    }
  }

  /// Gives the characters of each stretch of some kind the type that those before and after it, nil at the ends, decide.
  private func replaceStretches(
    _ types: inout [BidiClass], _ isIn: (BidiClass) -> Bool,
    _ taken: (BidiClass?, BidiClass?) -> BidiClass
  ) {
    var place = 0
    while place < types.count {
      let first = place
      while place < types.count, isIn(types[place]) { place += 1 }
      if place > first {
        let type = taken(
          first > 0 ? types[first - 1] : nil, place < types.count ? types[place] : nil)
        for inside in first..<place { types[inside] = type }
      }
      place += 1
    }
  }
}

extension BidiClass {
  /// The direction that neutrals beside it see: numbers count as right to left.
  fileprivate var strength: BidiClass? {
    switch self {
    case .l: .l
    case .r, .en, .an: .r
    default: nil
    }
  }
}

/// The angle brackets U+2329 and U+232A are canonically those of CJK.
private func canonical(_ closing: UInt32) -> UInt32 { closing == 0x232A ? 0x3009 : closing }

import StrettoGeometry

/// The bidi level of each code point of a paragraph, by the bidirectional algorithm (UAX 9).
///
/// A bidi level is the number of embeddings around a code point. Code points with an odd bidi level run from right to left.
public struct Bidi: Equatable, Sendable {
  /// The bidi level of the paragraph: 0 if the paragraph runs from left to right, and 1 if it runs from right to left.
  public let baseLevel: UInt8
  /// The bidi levels of the code points. A code point that rule X9 of UAX 9 removes has the level of the previous code point.
  public let levels: [UInt8]
  /// The bidi classes of the code points before any rule changes the classes. Rule L1 of UAX 9 needs the original bidi classes of
  /// the code points.
  private let classes: [BidiClass]

  /// Computes the bidi levels of one paragraph, with or without the paragraph separator.
  public init(_ scalars: ArraySlice<Unicode.Scalar>, direction: WritingDirection = .natural) {
    self = uncancelled { cancellation throws(Cancelled) in
      try Bidi(scalars, direction, &cancellation)
    }
  }

  init(
    _ scalars: ArraySlice<Unicode.Scalar>, _ direction: WritingDirection,
    _ cancellation: inout Cancellation
  ) throws(Cancelled) {
    classes = try scalars.each(&cancellation) { CodePoint($0).bidi }
    // Fast path for texts that run from left to right and have no code point that changes the direction, as most texts do.
    if direction != .rightToLeft, classes.allSatisfy({ $0.isPlain }) {
      baseLevel = 0
      levels = Array(repeating: 0, count: classes.count)
      return
    }
    let isolates = try Isolates(classes, &cancellation)
    switch direction {
    case .leftToRight: baseLevel = 0
    case .rightToLeft: baseLevel = 1
    case .natural: baseLevel = isolates.firstStrong.first == .some(.some(.r)) ? 1 : 0
    }
    var explicit = try ExplicitLevels(classes, isolates, baseLevel, &cancellation)
    try explicit.resolveSequences(
      Array(scalars), originals: classes, isolates, baseLevel, &cancellation)
    levels = explicit.levels
  }

  /// The bidi levels of a line after rule L1 of UAX 9. White space at the end of the line and around tabs has the bidi level of
  /// the paragraph.
  public func levels(ofLine line: Range<Int>) -> [UInt8] {
    var result = Array(levels[line])
    var isTrailing = true
    for index in line.reversed() {
      switch classes[index] {
      case .b, .s: isTrailing = true
      case .ws, .fsi, .lri, .rli, .pdi: break
      case let other where other.isRemoved: break
      default: isTrailing = false
      }
      if isTrailing { result[index - line.lowerBound] = baseLevel }
    }
    return result
  }

  /// The ranges of equal bidi level in visual order from left to right (rule L2 of UAX 9). In a range of odd bidi level, the last
  /// character is the leftmost character.
  public static func visualRuns(_ levels: [UInt8]) -> [Range<Int>] {
    var runs: [Range<Int>] = []
    for index in levels.indices {
      runs.append(index, joining: index > 0 && levels[index - 1] == levels[index])
    }
    guard levels.contains(where: { $0 > 0 }) else { return runs }
    // Rule L2 of UAX 9 reverses the same runs once for each level between two levels that occur. An even number of reversals
    // changes nothing.
    let present = Set(levels).union([0]).sorted(by: >)
    for (level, lower) in zip(present, present.dropFirst()) where (level - lower) & 1 == 1 {
      var start = 0
      while start < runs.count {
        var end = start
        while end < runs.count, levels[runs[end].lowerBound] >= level { end += 1 }
        var (left, right) = (start, end - 1)
        while left < right {
          runs.swapAt(left, right)
          (left, right) = (left + 1, right - 1)
        }
        start = end + 1
      }
    }
    return runs
  }
}

extension [Range<Int>] {
  /// If `joining` is true, extends the last range of the array by an index; if not, appends a new range.
  mutating func append(_ index: Int, joining: Bool) {
    append((joining ? removeLast().lowerBound : index)..<index + 1)
  }
}

extension BidiClass {
  /// True if the code point leaves the bidi levels of a left-to-right paragraph unchanged.
  fileprivate var isPlain: Bool {
    switch self {
    case .l, .en, .es, .et, .cs, .nsm, .bn, .b, .s, .ws, .on: true
    default: false
    }
  }

  /// True if rule X9 of UAX 9 removes the code point.
  var isRemoved: Bool {
    switch self {
    case .lre, .lro, .rle, .rlo, .pdf, .bn: true
    default: false
    }
  }

  var isIsolateInitiator: Bool { self == .lri || self == .rli || self == .fsi }

  /// True if the code point is neutral or an isolate formatting character (NI in rule N1 of UAX 9).
  var isNeutral: Bool {
    switch self {
    case .b, .s, .ws, .on, .fsi, .lri, .rli, .pdi: true
    default: false
    }
  }
}

/// The matching isolates of a paragraph (BD9 in UAX 9), and the first strong class in each isolate (P2).
struct Isolates {
  /// The index of the matching PDI for each isolate initiator, and the index of the initiator for each PDI. An isolate initiator
  /// or PDI without a match has no entry.
  private(set) var partners: [Int: Int] = [:]
  /// The first strong class (l or r) between each index and the end of the isolate that contains the index, without nested
  /// isolates.
  private(set) var firstStrong: [BidiClass?]

  init(_ classes: [BidiClass], _ cancellation: inout Cancellation) throws(Cancelled) {
    var open: [Int] = []
    for (index, kind) in classes.enumerated() {
      try cancellation.checkCancelled()
      if kind.isIsolateInitiator {
        open.append(index)
      } else if kind == .pdi, let start = open.popLast() {
        partners[start] = index
        partners[index] = start
      }
    }
    firstStrong = Array(repeating: nil, count: classes.count + 1)
    for (index, kind) in classes.enumerated().reversed() {
      try cancellation.checkCancelled()
      switch kind {
      case .l: firstStrong[index] = .l
      case .r, .al: firstStrong[index] = .r
      case .lri, .rli, .fsi: firstStrong[index] = partners[index].flatMap { firstStrong[$0 + 1] }
      case .pdi where partners[index] != nil: break
      default: firstStrong[index] = firstStrong[index + 1]
      }
    }
  }
}

/// Rules X1 to X8 of UAX 9: bidi levels that follow from embeddings, overrides and isolates.
struct ExplicitLevels {
  private struct Status {
    var level: UInt8
    var override: BidiClass?
    var isIsolate: Bool
  }

  /// The greatest bidi level, which is max_depth in BD2 of UAX 9.
  private static let deepest: UInt8 = 125

  var levels: [UInt8]
  /// The bidi classes of the code points after overrides.
  var classes: [BidiClass]
  private var stack: [Status]
  private var overflowIsolates = 0
  private var overflowEmbeddings = 0
  private var validIsolates = 0

  init(
    _ originals: [BidiClass], _ isolates: Isolates, _ baseLevel: UInt8,
    _ cancellation: inout Cancellation
  ) throws(Cancelled) {
    levels = Array(repeating: baseLevel, count: originals.count)
    classes = originals
    stack = [Status(level: baseLevel, override: nil, isIsolate: false)]
    for index in originals.indices {
      try cancellation.checkCancelled()
      switch originals[index] {
      case .lre: embed(toRight: true, override: nil)
      case .rle: embed(toRight: false, override: nil)
      case .lro: embed(toRight: true, override: .l)
      case .rlo: embed(toRight: false, override: .r)
      case .lri: isolate(index, toRight: true)
      case .rli: isolate(index, toRight: false)
      case .fsi: isolate(index, toRight: isolates.firstStrong[index + 1] != .r)
      case .pdi:
        endIsolate()
        take(index)
      case .pdf: endEmbedding()
      case .b: break
      case .bn: break
      default: take(index)
      }
    }
  }

  private var current: Status { stack[stack.count - 1] }

  private mutating func take(_ index: Int) {
    levels[index] = current.level
    if let override = current.override { classes[index] = override }
  }

  /// The next higher even or odd bidi level, or nil if the level would exceed max_depth or an overflow is in progress.
  private func next(toRight: Bool) -> UInt8? {
    let level = toRight ? (current.level | 1) + 1 : (current.level + 1) | 1
    return level <= ExplicitLevels.deepest && overflowIsolates == 0 && overflowEmbeddings == 0
      ? level : nil
  }

  private mutating func embed(toRight: Bool, override: BidiClass?) {
    if let level = next(toRight: toRight) {
      stack.append(Status(level: level, override: override, isIsolate: false))
    } else if overflowIsolates == 0 {
      overflowEmbeddings += 1
    }
  }

  private mutating func isolate(_ index: Int, toRight: Bool) {
    take(index)
    if let level = next(toRight: toRight) {
      validIsolates += 1
      stack.append(Status(level: level, override: nil, isIsolate: true))
    } else {
      overflowIsolates += 1
    }
  }

  private mutating func endIsolate() {
    if overflowIsolates > 0 {
      overflowIsolates -= 1
    } else if validIsolates > 0 {
      overflowEmbeddings = 0
      while !current.isIsolate { stack.removeLast() }
      stack.removeLast()
      validIsolates -= 1
    }
  }

  private mutating func endEmbedding() {
    if overflowIsolates > 0 { return }
    if overflowEmbeddings > 0 {
      overflowEmbeddings -= 1
    } else if !current.isIsolate, stack.count > 1 {
      stack.removeLast()
    }
  }

  /// Applies the rules X9 to I2 of UAX 9.
  mutating func resolveSequences(
    _ scalars: [Unicode.Scalar], originals: [BidiClass], _ isolates: Isolates, _ baseLevel: UInt8,
    _ cancellation: inout Cancellation
  ) throws(Cancelled) {
    let remaining = classes.indices.filter { !originals[$0].isRemoved }
    // The level runs of the paragraph, as ranges of `remaining`. `runBeginning` is the index of the level run that begins at a
    // code point.
    var runs: [Range<Int>] = []
    var runBeginning: [Int: Int] = [:]
    for index in remaining.indices {
      try cancellation.checkCancelled()
      let continuesRun = index > 0 && levels[remaining[index - 1]] == levels[remaining[index]]
      if !continuesRun { runBeginning[remaining[index]] = runs.count }
      runs.append(index, joining: continuesRun)
    }
    func isContinuation(_ run: Range<Int>) -> Bool {
      let first = remaining[run.lowerBound]
      return originals[first] == .pdi && isolates.partners[first] != nil
    }
    let explicit = levels
    for first in runs where !isContinuation(first) {
      // Definition BD13 of UAX 9: a level run that ends with an isolate initiator continues after the matching PDI.
      var indices = Array(first)
      var last = first
      while let end = isolates.partners[remaining[last.upperBound - 1]],
        originals[remaining[last.upperBound - 1]].isIsolateInitiator, let next = runBeginning[end]
      {
        last = runs[next]
        indices += last
      }
      let level = explicit[remaining[first.lowerBound]]
      let before = first.lowerBound > 0 ? explicit[remaining[first.lowerBound - 1]] : baseLevel
      let endsOpen = originals[remaining[last.upperBound - 1]].isIsolateInitiator
      let after =
        last.upperBound < remaining.count && !endsOpen
        ? explicit[remaining[last.upperBound]] : baseLevel
      let sequence = IsolatingRunSequence(
        indices: indices.map { remaining[$0] }, level: level,
        start: max(level, before) & 1 == 0 ? .l : .r, end: max(level, after) & 1 == 0 ? .l : .r)
      try sequence.resolve(&classes, &levels, scalars, originals, &cancellation)
    }
    for index in classes.indices where originals[index].isRemoved {
      levels[index] = index > 0 ? levels[index - 1] : baseLevel
    }
  }
}

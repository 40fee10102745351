import StrettoGeometry

/// Finds line break opportunities by the rules of UAX 14, with numbers as in example 7 of UAX 14.
public enum LineBreaks {
  public enum Kind: UInt8, Sendable {
    case prohibited, allowed, mandatory
  }

  /// The kind of line break before each code point. A line break before the first code point is prohibited.
  public static func kinds(_ scalars: [Unicode.Scalar]) -> [Kind] {
    uncancelled { cancellation throws(Cancelled) in try kinds(scalars, &cancellation) }
  }

  static func kinds(
    _ scalars: [Unicode.Scalar], _ cancellation: inout Cancellation
  ) throws(Cancelled) -> [Kind] {
    let classes = try scalars.each(&cancellation) { CodePoint($0).lineBreak }
    var kinds = [Kind](repeating: .prohibited, count: classes.count)
    guard let first = classes.first else { return kinds }
    var state = State(first)
    for index in classes.indices.dropFirst() {
      try cancellation.checkCancelled()
      kinds[index] = state.advance(classes[index]) {
        // Rule 25 of UAX 14 needs the number that may follow a bracket or hyphen, even if combining marks come between the
        // bracket and the number.
        var next = index + 1
        while next < classes.count, classes[next] == .cm || classes[next] == .zwj { next += 1 }
        return next < classes.count && classes[next] == .nu
      }
    }
    return kinds
  }

  /// The properties that the rules of UAX 14 need of the text before a code point.
  private struct State {
    private enum Number { case none, open, closed }

    /// The line-break class of the previous code point, which may be a combining mark.
    private var raw: LineBreakClass
    /// The line-break class of the previous code point that is not a combining mark (rules 9 and 10 of UAX 14).
    private var last: LineBreakClass
    /// The line-break class of the last code point that is not a space.
    private var lastSolid: LineBreakClass?
    /// The number with which the text before the next code point ends: no number, a number NU (NU | SY | IS)*, or a number with
    /// its closing bracket.
    private var number: Number
    /// True if the previous code point is a hyphen after a Hebrew letter.
    private var hyphenFollowsHebrew = false
    private var holdsHalfFlag: Bool

    init(_ first: LineBreakClass) {
      raw = first
      last = first == .cm || first == .zwj ? .al : first
      lastSolid = last == .sp ? nil : last
      number = last == .nu ? .open : .none
      holdsHalfFlag = last == .ri
    }

    mutating func advance(_ next: LineBreakClass, isBeforeNumber: () -> Bool) -> Kind {
      defer { raw = next }
      let isMark = next == .cm || next == .zwj
      let hard = hardBreak(next)
      // Rule 9 of UAX 14: a combining mark takes the class of its base. Rule 10 of UAX 14: a combining mark without a base is a
      // letter.
      if isMark && hard == nil && last != .sp && last != .zw { return .prohibited }
      let next = isMark ? .al : next
      defer { take(next) }
      if let kind = hard ?? (raw == .zwj ? .prohibited : byPunctuation(next)) { return kind }  // 8a
      return isJoined(next, isBeforeNumber) ? .prohibited : .allowed
    }

    /// The rules 4 to 7 of UAX 14.
    private func hardBreak(_ next: LineBreakClass) -> Kind? {
      switch (raw, next) {
      case (.cr, .lf): .prohibited
      case (.bk, _), (.cr, _), (.lf, _), (.nl, _): .mandatory
      case (_, .bk), (_, .cr), (_, .lf), (_, .nl), (_, .sp), (_, .zw): .prohibited
      default: nil
      }
    }

    private mutating func take(_ next: LineBreakClass) {
      switch (number, next) {
      case (_, .nu), (.open, .sy), (.open, .is): number = .open
      case (.open, .cl), (.open, .cp), (.open, .cpWide): number = .closed
      default: number = .none
      }
      hyphenFollowsHebrew = last == .hl && (next == .hy || next == .ba)
      holdsHalfFlag = next == .ri && !(holdsHalfFlag && last == .ri)
      last = next
      if next != .sp { lastSolid = next }
    }

    /// The rules 8 to 22 of UAX 14, which depend on spaces between code points.
    private func byPunctuation(_ next: LineBreakClass) -> Kind? {
      switch (lastSolid, next) {
      case (.zw, _): return .allowed  // 8
      case (_, .wj): return .prohibited  // 11
      case (_, .ex), (_, .cl), (_, .cp), (_, .cpWide), (_, .is), (_, .sy): return .prohibited  // 13
      case (.op, _), (.opWide, _): return .prohibited  // 14
      case (.qu, .op), (.qu, .opWide): return .prohibited  // 15
      case (.cl, .ns), (.cp, .ns), (.cpWide, .ns): return .prohibited  // 16
      case (.b2, .b2): return .prohibited  // 17
      default: break
      }
      switch (last, next) {
      case (.wj, _), (.gl, _): return .prohibited  // 11, 12
      case (.sp, _): return .allowed  // 18; before 12a, which spares spaces
      case (.ba, .gl), (.hy, .gl): break
      case (_, .gl): return .prohibited  // 12a
      case (_, .qu), (.qu, _): return .prohibited  // 19
      case (_, .cb), (.cb, _): return .allowed  // 20
      case (_, .ba), (_, .hy), (_, .ns), (.bb, _): return .prohibited  // 21
      case (.sy, .hl): return .prohibited  // 21b
      case (_, .in): return .prohibited  // 22
      default: break
      }
      return hyphenFollowsHebrew ? .prohibited : nil  // 21a
    }

    /// The rules 23 to 30b of UAX 14, which keep code points together because of their classes.
    private func isJoined(_ next: LineBreakClass, _ isBeforeNumber: () -> Bool) -> Bool {
      switch (last, next) {
      case (.al, .nu), (.hl, .nu), (.nu, .al), (.nu, .hl): true  // 23
      case (.pr, .id), (.pr, .idUnassigned), (.pr, .eb), (.pr, .em): true  // 23a
      case (.id, .po), (.idUnassigned, .po), (.eb, .po), (.em, .po): true
      case (.pr, .al), (.pr, .hl), (.po, .al), (.po, .hl): true  // 24
      case (.al, .pr), (.al, .po), (.hl, .pr), (.hl, .po): true
      case (.pr, .nu), (.po, .nu), (.op, .nu), (.opWide, .nu), (.hy, .nu), (.nu, .nu): true  // 25
      case (.pr, .op), (.pr, .opWide), (.po, .op), (.po, .opWide): isBeforeNumber()
      case (.sy, .nu), (.is, .nu): number == .open
      case (_, .po) where number != .none, (_, .pr) where number != .none: true
      case (.jl, .jl), (.jl, .jv), (.jl, .h2), (.jl, .h3): true  // 26
      case (.jv, .jv), (.jv, .jt), (.h2, .jv), (.h2, .jt), (.jt, .jt), (.h3, .jt): true
      case (.jl, .po), (.jv, .po), (.jt, .po), (.h2, .po), (.h3, .po): true  // 27
      case (.pr, .jl), (.pr, .jv), (.pr, .jt), (.pr, .h2), (.pr, .h3): true
      case (.al, .al), (.al, .hl), (.hl, .al), (.hl, .hl): true  // 28
      case (.is, .al), (.is, .hl): true  // 29
      case (.al, .op), (.hl, .op), (.nu, .op): true  // 30
      case (.cp, .al), (.cp, .hl), (.cp, .nu): true
      case (.ri, .ri): holdsHalfFlag  // 30a
      case (.eb, .em), (.idUnassigned, .em): true  // 30b
      default: false
      }
    }
  }
}

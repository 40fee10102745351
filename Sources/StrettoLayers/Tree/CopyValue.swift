/// Selects copies of a layer by one index for each replicator around the layer, outermost first.
public struct CopyPattern: Equatable, Sendable {
  /// Index of the copy at each depth of nested replicators; nil selects every copy at the depth. Copy indices that are left out
  /// at the end are 0.
  public let indices: [Int?]

  public init(_ indices: [Int?]) { self.indices = indices }

  public static func == (a: CopyPattern, b: CopyPattern) -> Bool {
    let (longer, shorter) =
      a.indices.count < b.indices.count ? (b.indices, a.indices) : (a.indices, b.indices)
    return longer.starts(with: shorter) && longer[shorter.count...].allSatisfy { $0 == 0 }
  }

  /// True if the pattern selects the copy with these indices.
  public func matches(_ copy: [Int]) -> Bool {
    for depth in 0..<max(indices.count, copy.count) {
      guard let wanted = index(at: depth) else { continue }
      if wanted != (depth < copy.count ? copy[depth] : 0) { return false }
    }
    return true
  }

  /// The copies of one replicator that a pattern selects.
  public enum Copies: Equatable { case none, one(Int), all }

  /// The copies of a replicator that the pattern selects. The argument `copy` is the copy that contains the replicator. A
  /// selected copy may contain further replicators, and the pattern may select only some copies of these replicators.
  public func copies(below copy: [Int]) -> Copies {
    for depth in copy.indices {
      if let wanted = index(at: depth), wanted != copy[depth] { return .none }
    }
    return index(at: copy.count).map { .one($0) } ?? .all
  }

  private func index(at depth: Int) -> Int? { depth < indices.count ? indices[depth] : 0 }
}

/// Value that overrides a property in some copies of a layer.
public struct CopyValue: Sendable {
  public let copies: CopyPattern
  public let path: PropertyPath
  public let value: Value
  /// Serial number of the value in the order in which values were set.
  fileprivate let serial: Int
}

extension CopyValue: ForCopies {
  var pattern: CopyPattern? { copies }

  static func areInOrder(_ a: CopyValue, _ b: CopyValue) -> Bool { a.serial < b.serial }
}

extension Layer {
  /// Calls `body` with each value that overrides a property in the copy `copy`, in the order in which the values were set.
  public func forEachValue(ofCopy copy: [Int], _ body: (CopyValue) -> Void) {
    if !copyValues.isEmpty { copyValues.forEach(of: copy, body) }
  }

  /// Calls `body` with each animation that applies to a copy, in the order of application.
  public func forEachAnimation(ofCopy copy: [Int], _ body: (LayerAnimation) -> Void) {
    ownAnimations.forEach(ofCopy: copy, body)
  }

  /// Overrides the model value of a property in some copies of the layer. If several overrides apply to a copy, the latest
  /// override wins.
  @export(interface)
  public func setValue(_ value: Value, at path: PropertyPath, copies: CopyPattern)
    throws(KeyPathError)
  {
    if let inner = path.sublayer { throw .unknownSublayer(inner.name) }
    if path.cell != nil { _ = try self.value(at: path) }
    copyValues.remove(copies) { $0.copies == copies && $0.path == path }
    copyValues.insert(CopyValue(copies: copies, path: path, value: value, serial: nextCopySerial))
    nextCopySerial += 1
  }

  /// Value of a property that was set for exactly the copies of a pattern, or else the value of the layer.
  @export(interface)
  public func value(at path: PropertyPath, copies: CopyPattern) throws(KeyPathError) -> Value {
    let given = copyValues.list(of: copies)
    if let own = given.last(where: { $0.copies == copies && $0.path == path }) {
      return own.value
    }
    return try value(at: path)
  }

  /// Overrides of all copies, in the order in which the overrides were set.
  public var valuesOfCopies: [CopyValue] { copyValues.all.sorted(by: CopyValue.areInOrder) }

  /// Patterns of the copies that have values or animations of their own.
  public var overriddenCopies: [CopyPattern] {
    copyValues.all.map { $0.copies } + animations.compactMap { $0.copies }
  }

  /// True if a copy has values or animations of its own.
  public func hasOverrides(_ copy: [Int]) -> Bool {
    var isFound = false
    forEachValue(ofCopy: copy) { _ in isFound = true }
    forEachAnimation(ofCopy: copy) { if $0.copies != nil { isFound = true } }
    return isFound
  }

  /// True if some copies have values or animations of their own.
  public var hasInstanceOverrides: Bool {
    !copyValues.isEmpty || animations.contains { $0.copies != nil }
  }
}

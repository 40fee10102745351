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

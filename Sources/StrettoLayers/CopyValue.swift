/// Some of the copies of a layer: an index for each replicator around it, outermost first.
public struct CopyPattern: Equatable, Sendable {
  /// A nil means every copy at that depth. Indices left out at the end are 0.
  public let indices: [Int?]

  public init(_ indices: [Int?]) { self.indices = indices }

  /// Whether the copy with these indices is one of them.
  public func matches(_ copy: [Int]) -> Bool {
    for depth in 0..<max(indices.count, copy.count) {
      guard let wanted = depth < indices.count ? indices[depth] : 0 else { continue }
      if wanted != (depth < copy.count ? copy[depth] : 0) { return false }
    }
    return true
  }
}

/// A value that takes the place of a property's in some copies of a layer.
public struct CopyValue: Sendable {
  public let copies: CopyPattern
  public let path: PropertyPath
  public let value: Value
}

extension Layer {
  /// Gives some copies of this layer a value of their own, before animations. The latest one given counts.
  public func setValue(_ value: Value, at path: PropertyPath, copies: CopyPattern)
    throws(KeyPathError)
  {
    if let cell = path.cell, !values.emitter.cells.contains(where: { $0.values.name == cell }) {
      throw .unknownCell(cell)
    }
    copyValues.removeAll { $0.copies == copies && $0.path == path }
    copyValues.append(CopyValue(copies: copies, path: path, value: value))
  }

  /// The value that was set for these copies, or for all.
  public func value(at path: PropertyPath, copies: CopyPattern) throws(KeyPathError) -> Value {
    if let own = copyValues.last(where: { $0.copies == copies && $0.path == path }) {
      return own.value
    }
    return try value(at: path)
  }

  /// Whether some copies differ from the others.
  public var addressesCopies: Bool {
    !copyValues.isEmpty || animations.contains { $0.copies != nil }
  }
}

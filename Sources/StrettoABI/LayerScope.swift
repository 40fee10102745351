import CStretto
import StrettoGeometry
import StrettoLayers

/// A layer, or some of its copies: what values and animations can be given to.
protocol LayerScope: PropertyHolder {
  func setLayer(_ keyPath: CString, _ layer: Handle) throws
  func layer(_ keyPath: CString) throws -> Layer?
  func add(_ animation: Animation, key: String?) throws
  func animation(forKey key: String) -> LayerAnimation?
  func removeAnimation(forKey key: String)
}

extension Layer: LayerScope {}

extension LayerScope {
  /// Nil for what has no animations.
  func animation(forKey key: String) -> LayerAnimation? { nil }
  func removeAnimation(forKey key: String) {}

  /// Takes a value away, or a layer.
  func setNothing(_ keyPath: CString) throws {
    if ["mask", "sourceLayer"].contains(try text(keyPath, "key_path")) {
      return try setLayer(keyPath, nil)
    }
    try setNone(keyPath)
  }
}

/// Some copies of a layer.
final class LayerCopies: LayerScope {
  static var typeName: String { "stretto_layer that stands for copies" }

  private let layer: Layer
  private let copies: CopyPattern

  init(_ layer: Layer, _ copies: CopyPattern) { (self.layer, self.copies) = (layer, copies) }

  var className: String { layer.className }

  func resolve(_ keyPath: String) throws -> Target {
    if keyPath == "frame" || keyPath.hasPrefix("frame.") {
      throw ABIError.keyPath("a copy takes no frame; give it a position and bounds")
    }
    if keyPath.hasPrefix("sublayers.") {
      throw ABIError.keyPath(
        "\(keyPath): a copy names no sublayers; ask the sublayer for its copies")
    }
    return try layer.resolve(keyPath)
  }

  func read(_ target: Target) throws -> Value {
    try wording(target.keyPath, className, []) { () throws(KeyPathError) in
      try layer.value(at: target.path, copies: copies)
    }
  }

  func write(_ value: Value, to target: Target) throws {
    if target.path.traits.contains(.clock) {
      throw ABIError.keyPath("\(target.keyPath) is one for all copies of a layer")
    }
    try wording(target.keyPath, className, []) { () throws(KeyPathError) in
      try layer.setValue(value, at: target.path, copies: copies)
    }
  }

  func setLayer(_ keyPath: CString, _ layer: Handle) throws {
    throw ABIError.keyPath("a copy holds no layers of its own")
  }

  func layer(_ keyPath: CString) throws -> Layer? {
    throw ABIError.keyPath("a copy holds no layers of its own")
  }

  func add(_ animation: Animation, key: String?) throws {
    try layer.add(animation, key, copies: copies)
  }

  func animation(forKey key: String) -> LayerAnimation? {
    layer.animation(forKey: key, copies: copies)
  }

  func removeAnimation(forKey key: String) { layer.removeAnimation(forKey: key, copies: copies) }
}

/// As `reading`, for a layer or copies of one.
func readingScope(_ handle: Handle, _ body: (any LayerScope) throws -> Void)
  -> Status
{
  attempt { try pinnedScope(handle) { scope, pin in try pin.tree.reading { try body(scope) } } }
}

/// As `changing`, for a layer or copies of one.
func changingScope(
  _ handle: Handle, joining other: Handle = nil,
  _ body: (any LayerScope) throws -> Void
) -> Status {
  attempt {
    try pinnedScope(handle) { scope, pin in
      handles.tree(other)?.join(pin.tree)
      try pin.tree.writing { try body(scope) }
    }
  }
}

/// Retain and release take what any function for layers takes.
func releaseScope(_ handle: Handle) -> Status {
  switch scopeType(handle) {
  case .copies: release(handle, LayerCopies.self)
  case .state: release(handle, LayerInState.self)
  case .characters: release(handle, LayerCharacters.self)
  case .layer: release(handle, Layer.self)
  }
}

func retainScope(_ handle: Handle) -> Status {
  switch scopeType(handle) {
  case .copies: retain(handle, LayerCopies.self)
  case .state: retain(handle, LayerInState.self)
  case .characters: retain(handle, LayerCharacters.self)
  case .layer: retain(handle, Layer.self)
  }
}

private func pinnedScope(
  _ handle: Handle, _ body: (any LayerScope, HandleTable.Pin) throws -> Void
) throws {
  switch scopeType(handle) {
  case .copies: try pinned(handle, LayerCopies.self) { try body($0, $1) }
  case .state: try pinned(handle, LayerInState.self) { try body($0, $1) }
  case .characters: try pinned(handle, LayerCharacters.self) { try body($0, $1) }
  case .layer: try pinned(handle, Layer.self) { try body($0, $1) }
  }
}

/// What a handle for a layer stands for.
private enum ScopeType { case layer, copies, state, characters }

private func scopeType(_ handle: Handle) -> ScopeType {
  guard let handle, let pin = handles.pin(handle) else { return .layer }
  defer { handles.unpin(pin) }
  return pin.object._withUnsafeGuaranteedRef {
    switch $0 {
    case is LayerCopies: .copies
    case is LayerInState: .state
    case is LayerCharacters: .characters
    default: .layer
    }
  }
}

/// The copies that a pattern from the other side names.
func copyPattern(_ pattern: In<Int32>, _ count: UInt32) throws -> CopyPattern {
  let indices = try instance(pattern, count)
  guard indices.allSatisfy({ $0 >= -1 }) else {
    throw ABIError.invalid("an index of a copy must be at least 0, or -1 for every copy")
  }
  return CopyPattern(indices.map { $0 < 0 ? nil : $0 })
}

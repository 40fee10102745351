import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoTiming

/// What can be asked for its properties by key path: layers, animations and emitter cells.
protocol PropertyHolder: BorderObject {
  /// The class, for messages.
  var className: String { get }
  func resolve(_ keyPath: String) throws -> Target
  /// A number that follows from the others, and cannot be set; nil if the key path is none.
  func derivedNumber(_ keyPath: String) -> Double?
  func read(_ target: Target) throws -> Value
  func write(_ value: Value, to target: Target) throws
}

extension PropertyHolder {
  func derivedNumber(_ keyPath: String) -> Double? { nil }
}

/// Where a key path leads, and what is allowed there.
struct Target {
  var keyPath: String
  var path: PropertyPath
  var rule: ValueRule
  var kind: ValueKind { rule.kind }

  init<Owner>(_ keyPath: String, _ path: PropertyPath, _ table: [Property<Owner>]) {
    self.keyPath = keyPath
    self.path = path
    rule = ValueRule(path, in: table)
  }
}

extension Layer: PropertyHolder {
  var className: String { kind.className }

  func derivedNumber(_ keyPath: String) -> Double? {
    kind == .text && keyPath == "instanceCount" ? copyCount : nil
  }

  func resolve(_ keyPath: String) throws -> Target {
    if kind == .text, keyPath == "instanceCount" {
      throw ABIError.keyPath(
        "instanceCount of a text is read-only: its string and instanceUnit say how many there are")
    }
    let path = try wording(keyPath, className, kind.properties.map { $0.name }) {
      () throws(KeyPathError) in try PropertyPath(keyPath, kind: kind)
    }
    if let inner = path.sublayer {
      let found = try wording(keyPath, className, []) { () throws(KeyPathError) in
        try sublayer(at: inner)
      }
      var target = try found.layer.resolve(inner.keyPath)
      (target.keyPath, target.path) = (keyPath, path)
      return target
    }
    if let axis = path.axis { try checkAxis(axis, keyPath) }
    if path.cell == nil { return Target(keyPath, path, kind.properties) }
    return path.list == .emitterCells
      ? Target(keyPath, path, CellProperties.table) : Target(keyPath, path, FilterProperties.table)
  }

  func read(_ target: Target) throws -> Value {
    try wording(target.keyPath, className, cellNames) { () throws(KeyPathError) in
      try value(at: target.path)
    }
  }

  func write(_ value: Value, to target: Target) throws {
    try wording(target.keyPath, className, cellNames) { () throws(KeyPathError) in
      try setValue(value, at: target.path)
    }
  }

  /// Refuses an axis that the font of this text, or glyph layer, lacks.
  func checkAxis(_ axis: UInt32, _ keyPath: String) throws {
    let axes = fontAxes.map { FontVariations.name($0.tag) }
    if axes.contains(FontVariations.name(axis)) { return }
    throw ABIError.keyPath(
      "\"\(keyPath)\": the font has no such axis; "
        + (axes.isEmpty ? "it has none" : "it has " + axes.joined(separator: ", ")))
  }

  private var cellNames: [String] { values.emitter.cells.map { $0.values.name } }
}

extension EmitterCell: PropertyHolder {
  var className: String { "CAEmitterCell" }

  func resolve(_ keyPath: String) throws -> Target {
    let table = CellProperties.table
    let path = try wording(keyPath, className, table.map { $0.name }) {
      () throws(KeyPathError) in try PropertyPath(keyPath, in: table)
    }
    return Target(keyPath, path, table)
  }

  func read(_ target: Target) -> Value { target.path.value(in: values, CellProperties.table) }

  func write(_ value: Value, to target: Target) {
    target.path.set(value, in: &values, CellProperties.table)
  }
}

extension Animation: PropertyHolder {
  var className: String { values.kind.className }

  func resolve(_ keyPath: String) throws -> Target {
    let table = values.kind.properties
    let path = try wording(keyPath, className, table.map { $0.name }) {
      () throws(KeyPathError) in try PropertyPath(keyPath, in: table)
    }
    var target = Target(keyPath, path, table)
    if target.kind == .any { target.rule = values.valueRule }
    return target
  }

  func read(_ target: Target) -> Value { target.path.value(in: values, values.kind.properties) }

  func write(_ value: Value, to target: Target) throws {
    var changed = values
    target.path.set(value, in: &changed, values.kind.properties)
    if values.kind == .basic {
      try refusing { () throws(AnimationError) in try changed.checkEnds() }
    }
    values = changed
  }
}

/// Runs a body, and puts what it says of an animation into a sentence.
func refusing(_ body: () throws(AnimationError) -> Void) throws {
  do {
    try body()
  } catch {
    throw ABIError.invalid(error.sentence)
  }
}

/// Runs a body, and puts what it says of a key path into a sentence.
func wording<T>(
  _ keyPath: String, _ className: String, _ names: @autoclosure () -> [String],
  _ body: () throws(KeyPathError) -> T
) throws -> T {
  do {
    return try body()
  } catch {
    throw ABIError.keyPath(error.sentence(keyPath, className, names()))
  }
}

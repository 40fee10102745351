import StrettoImaging
import StrettoLayers
import StrettoText

/// Object whose properties have key paths: a layer, a part of a layer, an animation, an emitter cell or a behavior.
protocol PropertyHolder: HandleObject {
  /// Name of the object's class in error messages.
  var className: String { get }
  func resolve(_ keyPath: String) throws -> Target
  /// Number that is computed from other properties and cannot be set; nil if the key path names no such number.
  func derivedNumber(_ keyPath: String) -> Double?
  func read(_ target: Target) throws -> Value
  func write(_ value: Value, to target: Target) throws
}

/// Runs a body and converts the error of a key path into a message.
func wording<T>(
  _ keyPath: String, _ className: String, _ names: @autoclosure () -> [String],
  _ body: () throws -> T
) throws -> T {
  do {
    return try body()
  } catch let error as KeyPathError {
    throw ABIError.keyPath(error.sentence(keyPath, className, names()))
  }
}

// MARK: - Setting and getting

extension PropertyHolder {
  func derivedNumber(_ keyPath: String) -> Double? { nil }

  func setNumber(_ keyPath: CString, _ number: Double) throws {
    try set(keyPath) { try $0.value(number) }
  }

  func setNumbers(_ keyPath: CString, _ numbers: [Double]) throws {
    try set(keyPath) { try $0.value(numbers) }
  }

  func setString(_ keyPath: CString, _ string: CString) throws {
    try set(keyPath) { try $0.value(text(string, "value")) }
  }

  func setPath(_ keyPath: CString, _ path: Handle) throws {
    try set(keyPath, .path) { try optionalObject(path, PathObject.self).map { .path($0.path) } }
  }

  func setImage(_ keyPath: CString, _ image: Handle) throws {
    try set(keyPath, .image) { try optionalObject(image, Image.self).map { .image($0) } }
  }

  func setFont(_ keyPath: CString, _ font: Handle) throws {
    try set(keyPath, .font) { try optionalObject(font, Font.self).map { .font($0) } }
  }

  func setFonts(_ keyPath: CString, _ fonts: [Handle]) throws {
    try set(keyPath, .fonts) {
      let most = TextValues.mostFonts
      try require(
        fonts.count <= most, .limit("\(fonts.count) fonts were given; at most \(most) are allowed"))
      return try fonts.isEmpty ? nil : .fonts(fonts.map { try object($0) })
    }
  }

  func setNone(_ keyPath: CString) throws {
    let target = try target(keyPath)
    guard target.rule.allowsNone else { throw target.wrongKind("nothing") }
    try write(.none, to: target)
  }

  func number(_ keyPath: CString) throws -> Double {
    let numbers = try numbers(keyPath, "a number")
    guard numbers.count == 1 else { throw try target(keyPath).wrongKind("a number") }
    return numbers[0]
  }

  /// Numbers of the value at a key path.
  ///
  /// - Parameter asked: name of the wanted value in error messages.
  func numbers(_ keyPath: CString, _ asked: String = "numbers") throws -> [Double] {
    let name = try text(keyPath, "key_path")
    if let number = derivedNumber(name) { return [number] }
    let target = try resolve(name)
    guard let components = try read(target).components else { throw target.wrongKind(asked) }
    return components
  }

  func string(_ keyPath: CString) throws -> String {
    let target = try target(keyPath)
    return try target.string(of: read(target))
  }

  func path(_ keyPath: CString) throws -> PathObject? {
    if case .path(let path) = try get(keyPath, .path) { PathObject(path) } else { nil }
  }

  func image(_ keyPath: CString) throws -> Image? {
    if case .image(let image) = try get(keyPath, .image) { image } else { nil }
  }

  func font(_ keyPath: CString) throws -> Font? {
    if case .font(let font) = try get(keyPath, .font) { font } else { nil }
  }

  func fonts(_ keyPath: CString) throws -> [Font] {
    if case .fonts(let fonts) = try get(keyPath, .fonts) { fonts } else { [] }
  }

  private func target(_ keyPath: CString) throws -> Target {
    try resolve(text(keyPath, "key_path"))
  }

  /// Resolves a key path. Throws unless the property takes objects of the given kind.
  private func target(_ keyPath: CString, _ kind: ValueKind) throws -> Target {
    let target = try target(keyPath)
    guard target.kind == kind || target.kind == .any else { throw target.wrongKind(kind.wording) }
    return target
  }

  private func set(_ keyPath: CString, _ make: (ValueRule) throws -> Value) throws {
    let target = try target(keyPath)
    try write(target.checked(make), to: target)
  }

  private func set(_ keyPath: CString, _ kind: ValueKind, _ make: () throws -> Value?) throws {
    let target = try target(keyPath, kind)
    try write(make() ?? .none, to: target)
  }

  private func get(_ keyPath: CString, _ kind: ValueKind) throws -> Value {
    try read(target(keyPath, kind))
  }
}

// MARK: - Holders

extension Layer: PropertyHolder {
  var className: String { kind.className }

  func derivedNumber(_ keyPath: String) -> Double? {
    kind == .text && keyPath == PropertyName.instanceCount ? copyCount : nil
  }

  func resolve(_ keyPath: String) throws -> Target {
    if kind == .text, keyPath == PropertyName.instanceCount {
      throw ABIError.keyPath(
        "instanceCount of a text is read-only: its string and instanceUnit say how many there are")
    }
    let path = try wording(keyPath, className, kind.properties.map { $0.name }) {
      try PropertyPath(keyPath, kind: kind)
    }
    if let inner = path.sublayer {
      let found = try wording(keyPath, className, []) { try sublayer(at: inner) }
      var target = try found.layer.resolve(inner.keyPath)
      (target.keyPath, target.path) = (keyPath, path)
      return target
    }
    if let axis = path.axis { try checkAxis(axis, keyPath) }
    return Target(keyPath, path, ValueRule(path, of: kind))
  }

  func read(_ target: Target) throws -> Value {
    try wording(target.keyPath, className, names(target)) { try value(at: target.path) }
  }

  func write(_ value: Value, to target: Target) throws {
    try wording(target.keyPath, className, names(target)) {
      try setValue(value, at: target.path)
    }
  }

  /// Throws if the font of a text layer or glyph layer lacks the axis that a key path names.
  func checkAxis(_ axis: UInt32, _ keyPath: String) throws {
    let axes = fontAxes.map { FontVariations.name($0.tag) }
    if axes.contains(FontVariations.name(axis)) { return }
    throw ABIError.keyPath(
      "\"\(keyPath)\": the font has no such axis; "
        + (axes.isEmpty ? "it has none" : "it has " + axes.joined(separator: ", ")))
  }

  private func names(_ target: Target) -> [String] { names(in: target.path.list) }
}

extension EmitterCell: PropertyHolder {
  var className: String { "CAEmitterCell" }

  func resolve(_ keyPath: String) throws -> Target {
    try Target(keyPath, of: className, in: CellProperties.table)
  }

  func read(_ target: Target) -> Value { target.path.value(in: values, CellProperties.table) }

  func write(_ value: Value, to target: Target) {
    target.path.set(value, in: &values, CellProperties.table)
  }
}

extension EmitterBehavior: PropertyHolder {
  var className: String { "CAEmitterBehavior" }

  func resolve(_ keyPath: String) throws -> Target {
    let inputs = BehaviorProperties.rows(of: values.type).map { $0.name }
    return try wording(keyPath, className, inputs) {
      let path = try PropertyPath(keyPath, in: BehaviorProperties.table)
      try path.check(values.type)
      return Target(keyPath, path, ValueRule(path, in: BehaviorProperties.table))
    }
  }

  func read(_ target: Target) -> Value { target.path.value(in: values, BehaviorProperties.table) }

  func write(_ value: Value, to target: Target) {
    target.path.set(value, in: &values, BehaviorProperties.table)
  }
}

extension Animation: PropertyHolder {
  var className: String { values.kind.className }

  func resolve(_ keyPath: String) throws -> Target {
    var target = try Target(keyPath, of: className, in: values.kind.properties)
    if target.kind == .any { target.rule = values.valueRule }
    return target
  }

  func read(_ target: Target) -> Value { target.path.value(in: values, values.kind.properties) }

  func write(_ value: Value, to target: Target) throws {
    var changed = values
    target.path.set(value, in: &changed, values.kind.properties)
    if values.kind == .basic { try changed.checkEnds() }
    values = changed
  }
}

import CStretto
import StrettoLayers

private var allPropertyNames: [String] {
  Set(LayerKind.allCases.flatMap { $0.properties.map { $0.name } }).sorted()
}

/// Makes an animation of a kind, for a key path that some kind of layer has.
func makeAnimation(_ kind: stretto_animation_kind, _ keyPath: CString) throws -> Animation {
  guard let kind = AnimationKind(rawValue: kind) else {
    throw ABIError.invalid(
      "there is no kind of animation \(kind); allowed: 0 to \(AnimationKind.allCases.count - 1)")
  }
  guard kind.hasKeyPath || keyPath == nil else {
    throw ABIError.invalid("a \(kind.className) has no key path of its own; key_path must be NULL")
  }
  let keyPath = kind.hasKeyPath ? try text(keyPath, "key_path") : nil
  return try wording(keyPath ?? "", "any kind of layer", allPropertyNames) {
    try Animation(kind, keyPath: keyPath)
  }
}

extension Animation {
  /// Sets values of `width` numbers each.
  func setValues(_ numbers: In<Double>, _ count: UInt32, _ width: UInt32) throws {
    try check(.keyframe, "values")
    guard width > 0 || count == 0, UInt64(count) * UInt64(width) <= UInt64(UInt32.max) else {
      throw ABIError.invalid("\(count) values of \(width) numbers were given")
    }
    let all = try array(numbers, count * width, "values")
    let target = try keyValues(values.valueRule)
    values.keyValues = try (0..<Int(count)).map { index in
      let numbers = Array(all[index * Int(width)..<(index + 1) * Int(width)])
      if values.valueKind == .color, width == 4, numbers.allSatisfy({ $0.isNaN }) { return .none }
      return try target.checked { try $0.value(numbers) }
    }
  }

  func setStrings(_ texts: [CString]) throws {
    let target = try keyValues(ValueRule(animating: .string))
    try setValues(texts, of: .string) { given in
      let text = try text(given, "values")
      return try target.checked { try $0.value(text) }
    }
  }

  /// Sets values that are no numbers, if the key path takes those of this kind.
  func setValues<T>(_ given: [T], of kind: ValueKind, _ value: (T) throws -> Value) throws {
    try check(.keyframe, "values")
    try require(
      values.valueKind == kind,
      .keyPath("\"\(values.keyPath)\" takes \(values.valueKind.wording); \(kind.wording) was given")
    )
    values.keyValues = try given.map(value)
  }

  /// Place of the key values, which have no row in the table of properties.
  private func keyValues(_ rule: ValueRule) throws -> Target {
    var target = try resolve("keyTimes")
    (target.keyPath, target.rule) = ("values", rule)
    return target
  }

  func keyValue(_ index: UInt32) throws -> Value { try item(index, values.keyValues, "values") }

  func setAnimations(_ handles: [Handle]) throws {
    try check(.group, "animations")
    let children = try handles.map { try object($0, Animation.self).values }
    for child in children { try child.check() }
    let depth = 1 + (children.map { $0.depth }.max() ?? 0)
    guard depth <= LayerAnimation.groupDepthLimit else {
      throw ABIError.limit("groups may nest \(LayerAnimation.groupDepthLimit) deep")
    }
    let size = children.reduce(1) { $0 + $1.count }
    try require(
      size <= LayerAnimation.groupSizeLimit,
      .limit(
        "\(size) animations, those inside groups counted, are more than "
          + "\(LayerAnimation.groupSizeLimit)"))
    values.animations = children
  }

  private func check(_ kind: AnimationKind, _ name: String) throws {
    try require(
      values.kind == kind, .keyPath("\(className) has no \(name); \(kind.className) has them"))
  }
}

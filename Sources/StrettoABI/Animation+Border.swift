import CStretto
import StrettoGeometry
import StrettoLayers

private var allPropertyNames: [String] {
  Set(LayerKind.allCases.flatMap { $0.properties.map { $0.name } }).sorted()
}

/// An animation of a kind, for a key path that some kind of layer has.
func makeAnimation(_ kind: stretto_animation_kind, _ keyPath: CString) throws
  -> Animation
{
  guard let kind = AnimationKind(rawValue: kind) else {
    throw ABIError.invalid(
      "there is no kind of animation \(kind); allowed: 0 to \(AnimationKind.allCases.count - 1)")
  }
  if !kind.hasKeyPath {
    guard keyPath == nil else {
      throw ABIError.invalid(
        "a \(kind.className) has no key path of its own; key_path must be NULL")
    }
    return try wording("", kind.className, []) { () throws(KeyPathError) in
      try Animation(kind, keyPath: nil)
    }
  }
  let keyPath = try text(keyPath, "key_path")
  return try wording(keyPath, "any kind of layer", allPropertyNames) { () throws(KeyPathError) in
    try Animation(kind, keyPath: keyPath)
  }
}

extension Animation {
  /// `count` values of `width` numbers each.
  func setValues(_ numbers: In<Double>, _ count: UInt32, _ width: UInt32) throws {
    try check(.keyframe, "values")
    guard width > 0 || count == 0, UInt64(count) * UInt64(width) <= UInt64(UInt32.max) else {
      throw ABIError.invalid("\(count) values of \(width) numbers were given")
    }
    let all = try array(numbers, count * width, "values")
    var target = try resolve("keyTimes")
    (target.keyPath, target.rule) = ("values", values.valueRule)
    values.keyValues = try (0..<Int(count)).map { index in
      let numbers = Array(all[index * Int(width)..<(index + 1) * Int(width)])
      if values.valueKind == .color, width == 4, numbers.allSatisfy({ $0.isNaN }) { return .none }
      return try target.checked { rule throws(ValueError) in try rule.value(numbers) }
    }
  }

  /// Values that are objects.
  func setValues(
    _ handles: [Handle], of kind: ValueKind, _ value: (Handle) throws -> Value
  ) throws {
    try check(.keyframe, "values")
    guard values.valueKind == kind else {
      throw ABIError.keyPath(
        "\"\(values.keyPath)\" takes \(values.valueKind.wording); \(kind.wording) was given")
    }
    values.keyValues = try handles.map(value)
  }

  func setAnimations(_ handles: [Handle]) throws {
    try check(.group, "animations")
    let children = try handles.map { try object($0, Animation.self).values }
    for child in children { try refusing { () throws(AnimationError) in try child.check() } }
    let depth = 1 + (children.map { $0.depth }.max() ?? 0)
    guard depth <= LayerAnimation.groupDepthLimit else {
      throw ABIError.limit("groups may nest \(LayerAnimation.groupDepthLimit) deep")
    }
    let size = children.reduce(1) { $0 + $1.count }
    guard size <= LayerAnimation.groupSizeLimit else {
      throw ABIError.limit(
        "\(size) animations, those inside groups counted, are more than "
          + "\(LayerAnimation.groupSizeLimit)")
    }
    values.animations = children
  }

  private func check(_ kind: AnimationKind, _ name: String) throws {
    guard values.kind == kind else {
      throw ABIError.keyPath("\(className) has no \(name); \(kind.className) has them")
    }
  }
}

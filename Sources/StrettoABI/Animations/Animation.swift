// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoLayers

@c @implementation public func stretto_animation_create(
  _ kind: stretto_animation_kind, _ keyPath: CString, _ out: Out<Handle>
) -> Status {
  create(out, "out_animation") {
    guard let kind = AnimationKind(rawValue: kind) else {
      throw ABIError.invalid(
        "there is no kind of animation \(kind); allowed: 0 to \(AnimationKind.allCases.count - 1)")
    }
    try require(
      kind.hasKeyPath || keyPath == nil,
      .invalid("a \(kind.className) has no key path of its own; key_path must be NULL"))
    let keyPath = keyPath == nil ? nil : try text(keyPath, "key_path")
    let names = { Set(LayerKind.allCases.flatMap { $0.properties.map { $0.name } }).sorted() }
    return try wording(keyPath ?? "", "any kind of layer", names()) {
      try Animation(kind, keyPath: keyPath)
    }
  }
}

@c @implementation public func stretto_animation_retain(_ self: Handle) -> Status {
  retain(self, Animation.self)
}

@c @implementation public func stretto_animation_release(_ self: Handle) -> Status {
  release(self, Animation.self)
}

@c @implementation public func stretto_animation_set_values(
  _ self: Handle, _ values: In<Double>, _ count: UInt32, _ width: UInt32
) -> Status {
  changing(self, Animation.self) { animation in
    try animation.check(.keyframe, "values")
    guard width > 0 || count == 0, UInt64(count) * UInt64(width) <= UInt64(UInt32.max) else {
      throw ABIError.invalid("\(count) values of \(width) numbers were given")
    }
    let all = try array(values, count * width, "values")
    let kind = animation.values.valueKind
    let target = try animation.keyValues(animation.values.valueRule)
    animation.values.keyValues = try (0..<Int(count)).map { index in
      let numbers = Array(all[index * Int(width)..<(index + 1) * Int(width)])
      if kind == .color, width == 4, numbers.allSatisfy({ $0.isNaN }) { return .none }
      return try target.checked { try $0.value(numbers) }
    }
  }
}

@c @implementation public func stretto_animation_set_path_values(
  _ self: Handle, _ values: In<Handle>, _ count: UInt32
) -> Status {
  changing(self, Animation.self) {
    try $0.setValues(array(values, count, "values"), of: .path) {
      .path(try object($0, PathObject.self).path)
    }
  }
}

@c @implementation public func stretto_animation_set_image_values(
  _ self: Handle, _ values: In<Handle>, _ count: UInt32
) -> Status {
  changing(self, Animation.self) {
    try $0.setValues(array(values, count, "values"), of: .image) { .image(try object($0)) }
  }
}

@c @implementation public func stretto_animation_set_string_values(
  _ self: Handle, _ values: In<CString>, _ count: UInt32
) -> Status {
  changing(self, Animation.self) {
    let target = try $0.keyValues(ValueRule(animating: .string))
    try $0.setValues(array(values, count, "values"), of: .string) { given in
      let text = try text(given, "values")
      return try target.checked { try $0.value(text) }
    }
  }
}

@c @implementation public func stretto_animation_set_animations(
  _ self: Handle, _ animations: In<Handle>, _ count: UInt32
) -> Status {
  changing(self, Animation.self) {
    try $0.check(.group, "animations")
    let children = try array(animations, count, "animations").map {
      try object($0, Animation.self).values
    }
    for child in children {
      try child.check()
      try require(!child.takesKeyAsPath, .keyPath("an animation in a group needs a key path"))
    }
    let most = (depth: LayerAnimation.groupDepthLimit, size: LayerAnimation.groupSizeLimit)
    try require(
      1 + (children.map { $0.depth }.max() ?? 0) <= most.depth,
      .limit("groups would be nested more than \(most.depth) deep"))
    let size = children.reduce(1) { $0 + $1.count }
    try require(
      size <= most.size,
      .limit("\(size) animations, those inside groups counted, are more than \(most.size)"))
    $0.values.animations = children
  }
}

@c @implementation public func stretto_animation_get_kind(
  _ self: Handle, _ outKind: Out<stretto_animation_kind>
) -> Status {
  reading(self, Animation.self) { try put($0.values.kind.rawValue, outKind, "out_kind") }
}

@c @implementation public func stretto_animation_get_key_path(
  _ self: Handle, _ outText: Out<stretto_bytes>
) -> Status {
  reading(self, Animation.self) { try write($0.values.keyPath, to: outText) }
}

@c @implementation public func stretto_animation_get_value_kind(
  _ self: Handle, _ outKind: Out<stretto_value_kind>
) -> Status {
  reading(self, Animation.self) { try put($0.values.valueKind.rawValue, outKind, "out_kind") }
}

@c @implementation public func stretto_animation_get_value_count(
  _ self: Handle, _ outCount: Out<UInt32>
) -> Status {
  reading(self, Animation.self) { try put(count: $0.values.keyValues.count, outCount) }
}

@c @implementation public func stretto_animation_get_values(
  _ self: Handle, _ index: UInt32, _ outValues: Out<Double>, _ capacity: UInt32,
  _ outCount: Out<UInt32>
) -> Status {
  reading(self, Animation.self) {
    let numbers = try $0.keyValue(index, "numbers") { $0.components }
    try write(numbers, to: outValues, capacity, outCount)
  }
}

@c @implementation public func stretto_animation_get_path_value(
  _ self: Handle, _ index: UInt32, _ out: Out<Handle>
) -> Status {
  reading(self, Animation.self) {
    let path = try $0.keyValue(index, "paths") {
      if case .path(let path) = $0 { path } else { nil }
    }
    try writeHandle(PathObject(path), out, "out_path")
  }
}

@c @implementation public func stretto_animation_get_image_value(
  _ self: Handle, _ index: UInt32, _ out: Out<Handle>
) -> Status {
  reading(self, Animation.self) {
    let image = try $0.keyValue(index, "images") { if case .image(let x) = $0 { x } else { nil } }
    try writeHandle(image, out, "out_image")
  }
}

@c @implementation public func stretto_animation_get_string_value(
  _ self: Handle, _ index: UInt32, _ outText: Out<stretto_bytes>
) -> Status {
  reading(self, Animation.self) {
    let text = try $0.keyValue(index, "texts") { if case .string(let x) = $0 { x } else { nil } }
    try write(text, to: outText)
  }
}

@c @implementation public func stretto_animation_get_animation_count(
  _ self: Handle, _ outCount: Out<UInt32>
) -> Status {
  reading(self, Animation.self) { try put(count: $0.values.animations.count, outCount) }
}

@c @implementation public func stretto_animation_get_animation(
  _ self: Handle, _ index: UInt32, _ out: Out<Handle>
) -> Status {
  reading(self, Animation.self) {
    try writeHandle(
      Animation(item(index, $0.values.animations, "animations")), out, "out_animation")
  }
}

@c @implementation public func stretto_animation_get_settling_duration(
  _ self: Handle, _ outDuration: Out<Double>
) -> Status {
  reading(self, Animation.self) {
    let name = $0.className
    try require(
      $0.values.kind == .spring,
      .keyPath("\(name) has no settlingDuration; CASpringAnimation has it"))
    try put($0.values.spring.settlingDuration, outDuration, "out_duration")
  }
}

@c @implementation public func stretto_animation_get_phases(
  _ self: Handle, _ outPhases: Out<stretto_phases>, _ capacity: UInt32, _ outCount: Out<UInt32>
) -> Status {
  reading(self, Animation.self) {
    try write($0.values.phases, to: outPhases, capacity, outCount) { try stretto_phases($0) }
  }
}

extension Animation {
  /// Sets the key values of an animation to values that are not numbers. Throws if the key path of the animation takes another
  /// kind of value.
  func setValues<T>(_ given: [T], of kind: ValueKind, _ value: (T) throws -> Value) throws {
    try check(.keyframe, "values")
    try require(
      values.valueKind == kind,
      .keyPath("\"\(values.keyPath)\" takes \(values.valueKind.wording); \(kind.wording) was given")
    )
    values.keyValues = try given.map(value)
  }

  /// Target of the key values, which are not in the table of properties.
  fileprivate func keyValues(_ rule: ValueRule) throws -> Target {
    var target = try resolve(PropertyName.keyTimes)
    (target.keyPath, target.rule) = (PropertyName.values, rule)
    return target
  }

  /// Unwraps one key value. The argument `itemName` is the name of the wanted kind of value in error messages.
  fileprivate func keyValue<T>(_ index: UInt32, _ itemName: String, _ unwrap: (Value) -> T?) throws
    -> T
  {
    if let found = unwrap(try item(index, values.keyValues, "values")) { return found }
    throw ABIError.keyPath("values: \(itemName) were asked for; the values are of another kind")
  }

  fileprivate func check(_ kind: AnimationKind, _ name: String) throws {
    try require(
      values.kind == kind, .keyPath("\(className) has no \(name); \(kind.className) has them"))
  }
}

// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoLayers

@c @implementation public func stretto_animation_create(
  _ kind: stretto_animation_kind, _ keyPath: CString, _ out: Out<Handle>
) -> Status {
  create(out, "out_animation") { try makeAnimation(kind, keyPath) }
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
  changing(self, Animation.self) { try $0.setValues(values, count, width) }
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
  changing(self, Animation.self) { try $0.setStrings(array(values, count, "values")) }
}

@c @implementation public func stretto_animation_set_animations(
  _ self: Handle, _ animations: In<Handle>, _ count: UInt32
) -> Status {
  changing(self, Animation.self) { try $0.setAnimations(array(animations, count, "animations")) }
}

@c @implementation public func stretto_animation_get_kind(
  _ self: Handle, _ outKind: Out<stretto_animation_kind>
) -> Status {
  reading(self, Animation.self) { try put($0.values.kind.rawValue, outKind, "out_kind") }
}

@c @implementation public func stretto_animation_get_key_path(
  _ self: Handle, _ outText: Out<CChar>, _ capacity: Int, _ outSize: Out<Int>
) -> Status {
  reading(self, Animation.self) { try write($0.values.keyPath, to: outText, capacity, outSize) }
}

@c @implementation public func stretto_animation_get_value_kind(
  _ self: Handle, _ outKind: Out<stretto_value_kind>
) -> Status {
  reading(self, Animation.self) { try put($0.values.valueKind.rawValue, outKind, "out_kind") }
}

@c @implementation public func stretto_animation_value_count(
  _ self: Handle, _ outCount: Out<UInt32>
) -> Status {
  reading(self, Animation.self) { try put(count: $0.values.keyValues.count, outCount) }
}

@c @implementation public func stretto_animation_get_values(
  _ self: Handle, _ index: UInt32, _ outValues: Out<Double>, _ capacity: UInt32,
  _ outCount: Out<UInt32>
) -> Status {
  reading(self, Animation.self) {
    guard let numbers = try $0.keyValue(index).components else {
      throw ABIError.keyPath("values: numbers were asked for; these are of another kind")
    }
    try write(numbers, to: outValues, capacity, outCount)
  }
}

@c @implementation public func stretto_animation_get_path_value(
  _ self: Handle, _ index: UInt32, _ out: Out<Handle>
) -> Status {
  reading(self, Animation.self) {
    guard case .path(let path) = try $0.keyValue(index) else {
      throw ABIError.keyPath("values: paths were asked for; these are of another kind")
    }
    try handOut(PathObject(path), out, "out_path")
  }
}

@c @implementation public func stretto_animation_get_image_value(
  _ self: Handle, _ index: UInt32, _ out: Out<Handle>
) -> Status {
  reading(self, Animation.self) {
    guard case .image(let image) = try $0.keyValue(index) else {
      throw ABIError.keyPath("values: images were asked for; these are of another kind")
    }
    try handOut(image, out, "out_image")
  }
}

@c @implementation public func stretto_animation_get_string_value(
  _ self: Handle, _ index: UInt32, _ outText: Out<CChar>, _ capacity: Int, _ outSize: Out<Int>
) -> Status {
  reading(self, Animation.self) {
    guard case .string(let text) = try $0.keyValue(index) else {
      throw ABIError.keyPath("values: texts were asked for; these are of another kind")
    }
    try write(text, to: outText, capacity, outSize)
  }
}

@c @implementation public func stretto_animation_animation_count(
  _ self: Handle, _ outCount: Out<UInt32>
) -> Status {
  reading(self, Animation.self) { try put(count: $0.values.animations.count, outCount) }
}

@c @implementation public func stretto_animation_get_animation(
  _ self: Handle, _ index: UInt32, _ out: Out<Handle>
) -> Status {
  reading(self, Animation.self) {
    try handOut(Animation(item(index, $0.values.animations, "animations")), out, "out_animation")
  }
}

@c @implementation public func stretto_animation_settling_duration(
  _ self: Handle, _ outDuration: Out<Double>
) -> Status {
  reading(self, Animation.self) {
    guard $0.values.kind == .spring else {
      throw ABIError.keyPath("\($0.className) has no settlingDuration; CASpringAnimation has it")
    }
    try put($0.values.spring.settlingDuration, outDuration, "out_duration")
  }
}

@c @implementation public func stretto_animation_get_phases(
  _ self: Handle, _ outPhases: Out<stretto_phases>, _ capacity: UInt32, _ outCount: Out<UInt32>
) -> Status {
  reading(self, Animation.self) {
    try write($0.values.phases, to: outPhases, capacity, outCount) { stretto_phases($0) }
  }
}

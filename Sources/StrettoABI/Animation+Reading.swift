// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoQuestions

@c @implementation public func stretto_layer_get_animation(
  _ self: Handle, _ key: CString, _ outAnimation: Out<Handle>
) -> Status {
  readingScope(self) {
    let held = try $0.animation(forKey: text(key, "key"))
    try handOut(held.map { Animation($0.definition) }, outAnimation, "out_animation")
  }
}

@c @implementation public func stretto_animation_get_kind(
  _ self: Handle, _ outKind: Out<stretto_animation_kind>
) -> Status {
  reading(self, Animation.self) {
    try pointer(outKind, "out_kind").pointee = $0.values.kind.rawValue
  }
}

@c @implementation public func stretto_animation_get_key_path(
  _ self: Handle, _ outText: Out<CChar>, _ capacity: Int, _ outSize: Out<Int>
) -> Status {
  reading(self, Animation.self) { try write($0.values.keyPath, to: outText, capacity, outSize) }
}

@c @implementation public func stretto_animation_get_value_kind(
  _ self: Handle, _ outKind: Out<stretto_value_kind>
) -> Status {
  reading(self, Animation.self) {
    try pointer(outKind, "out_kind").pointee = $0.values.valueKind.rawValue
  }
}

@c @implementation public func stretto_animation_value_count(
  _ self: Handle, _ outCount: Out<UInt32>
) -> Status {
  reading(self, Animation.self) {
    try pointer(outCount, "out_count").pointee = UInt32(clamping: $0.values.keyValues.count)
  }
}

@c @implementation public func stretto_animation_get_values(
  _ self: Handle, _ index: UInt32, _ outValues: Out<Double>, _ capacity: UInt32,
  _ outCount: Out<UInt32>
) -> Status {
  reading(self, Animation.self) {
    guard let numbers = try $0.keyValue(at: index).components else {
      throw ABIError.keyPath("values: these are no numbers, but paths or images")
    }
    try write(numbers, to: outValues, capacity, outCount)
  }
}

@c @implementation public func stretto_animation_get_path_value(
  _ self: Handle, _ index: UInt32, _ outPath: Out<Handle>
) -> Status {
  reading(self, Animation.self) {
    guard case .path(let path) = try $0.keyValue(at: index) else {
      throw ABIError.keyPath("values: these are no paths")
    }
    try handOut(PathObject(path), outPath, "out_path")
  }
}

@c @implementation public func stretto_animation_get_image_value(
  _ self: Handle, _ index: UInt32, _ outImage: Out<Handle>
) -> Status {
  reading(self, Animation.self) {
    guard case .image(let image) = try $0.keyValue(at: index) else {
      throw ABIError.keyPath("values: these are no images")
    }
    try handOut(image, outImage, "out_image")
  }
}

@c @implementation public func stretto_animation_animation_count(
  _ self: Handle, _ outCount: Out<UInt32>
) -> Status {
  reading(self, Animation.self) {
    try pointer(outCount, "out_count").pointee = UInt32(clamping: $0.values.animations.count)
  }
}

@c @implementation public func stretto_animation_get_animation(
  _ self: Handle, _ index: UInt32, _ outAnimation: Out<Handle>
) -> Status {
  reading(self, Animation.self) {
    let members = $0.values.animations
    guard index < members.count else {
      throw ABIError.invalid("there are \(members.count) animations; \(index) was asked for")
    }
    try handOut(Animation(members[Int(index)]), outAnimation, "out_animation")
  }
}

@c @implementation public func stretto_animation_settling_duration(
  _ self: Handle, _ outDuration: Out<Double>
) -> Status {
  reading(self, Animation.self) {
    guard $0.values.kind == .spring else {
      throw ABIError.keyPath("\($0.className) has no settlingDuration; CASpringAnimation has it")
    }
    try pointer(outDuration, "out_duration").pointee = $0.values.spring.settlingDuration
  }
}

@c @implementation public func stretto_animation_get_phases(
  _ self: Handle, _ outPhases: Out<stretto_phases>, _ capacity: UInt32, _ outCount: Out<UInt32>
) -> Status {
  reading(self, Animation.self) {
    try writeOut($0.values.phases, to: outPhases, capacity, outCount) { stretto_phases($0) }
  }
}

extension Animation {
  fileprivate func keyValue(at index: UInt32) throws -> Value {
    guard index < values.keyValues.count else {
      throw ABIError.invalid("there are \(values.keyValues.count) values; \(index) was asked for")
    }
    return values.keyValues[Int(index)]
  }
}

// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoQuestions

// Each function here checks, converts, calls and converts back; the header says what it means.

@_cdecl("stretto_layer_get_animation") @implementation
public func stretto_layer_get_animation(
  _ self: OpaquePointer?, _ key: UnsafePointer<CChar>?,
  _ outAnimation: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  readingScope(self) {
    let held = try $0.animation(forKey: text(key, "key"))
    try handOut(held.map { Animation($0.definition) }, outAnimation, "out_animation")
  }
}

@_cdecl("stretto_animation_get_kind") @implementation
public func stretto_animation_get_kind(
  _ self: OpaquePointer?, _ outKind: UnsafeMutablePointer<stretto_animation_kind>?
) -> stretto_status {
  reading(self, Animation.self) {
    try pointer(outKind, "out_kind").pointee = $0.values.kind.rawValue
  }
}

@_cdecl("stretto_animation_get_key_path") @implementation
public func stretto_animation_get_key_path(
  _ self: OpaquePointer?, _ outText: UnsafeMutablePointer<CChar>?, _ capacity: Int,
  _ outSize: UnsafeMutablePointer<Int>?
) -> stretto_status {
  reading(self, Animation.self) { try write($0.values.keyPath, to: outText, capacity, outSize) }
}

@_cdecl("stretto_animation_get_value_kind") @implementation
public func stretto_animation_get_value_kind(
  _ self: OpaquePointer?, _ outKind: UnsafeMutablePointer<stretto_value_kind>?
) -> stretto_status {
  reading(self, Animation.self) {
    try pointer(outKind, "out_kind").pointee = $0.values.valueKind.rawValue
  }
}

@_cdecl("stretto_animation_value_count") @implementation
public func stretto_animation_value_count(
  _ self: OpaquePointer?, _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  reading(self, Animation.self) {
    try pointer(outCount, "out_count").pointee = UInt32(clamping: $0.values.keyValues.count)
  }
}

@_cdecl("stretto_animation_get_values") @implementation
public func stretto_animation_get_values(
  _ self: OpaquePointer?, _ index: UInt32, _ outValues: UnsafeMutablePointer<Double>?,
  _ capacity: UInt32, _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  reading(self, Animation.self) {
    guard let numbers = try $0.keyValue(at: index).components else {
      throw ABIError.keyPath("values: these are no numbers, but paths or images")
    }
    try write(numbers, to: outValues, capacity, outCount)
  }
}

@_cdecl("stretto_animation_get_path_value") @implementation
public func stretto_animation_get_path_value(
  _ self: OpaquePointer?, _ index: UInt32, _ outPath: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  reading(self, Animation.self) {
    guard case .path(let path) = try $0.keyValue(at: index) else {
      throw ABIError.keyPath("values: these are no paths")
    }
    try handOut(PathObject(path), outPath, "out_path")
  }
}

@_cdecl("stretto_animation_get_image_value") @implementation
public func stretto_animation_get_image_value(
  _ self: OpaquePointer?, _ index: UInt32, _ outImage: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  reading(self, Animation.self) {
    guard case .image(let image) = try $0.keyValue(at: index) else {
      throw ABIError.keyPath("values: these are no images")
    }
    try handOut(image, outImage, "out_image")
  }
}

@_cdecl("stretto_animation_animation_count") @implementation
public func stretto_animation_animation_count(
  _ self: OpaquePointer?, _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  reading(self, Animation.self) {
    try pointer(outCount, "out_count").pointee = UInt32(clamping: $0.values.animations.count)
  }
}

@_cdecl("stretto_animation_get_animation") @implementation
public func stretto_animation_get_animation(
  _ self: OpaquePointer?, _ index: UInt32, _ outAnimation: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  reading(self, Animation.self) {
    let members = $0.values.animations
    guard index < members.count else {
      throw ABIError.invalid("there are \(members.count) animations; \(index) was asked for")
    }
    try handOut(Animation(members[Int(index)]), outAnimation, "out_animation")
  }
}

@_cdecl("stretto_animation_settling_duration") @implementation
public func stretto_animation_settling_duration(
  _ self: OpaquePointer?, _ outDuration: UnsafeMutablePointer<Double>?
) -> stretto_status {
  reading(self, Animation.self) {
    guard $0.values.kind == .spring else {
      throw ABIError.keyPath("\($0.className) has no settlingDuration; CASpringAnimation has it")
    }
    try pointer(outDuration, "out_duration").pointee = $0.values.spring.settlingDuration
  }
}

@_cdecl("stretto_animation_get_phases") @implementation
public func stretto_animation_get_phases(
  _ self: OpaquePointer?, _ outPhases: UnsafeMutablePointer<stretto_phases>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
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

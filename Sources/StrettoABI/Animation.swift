// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation

// Each function here checks, converts, calls and converts back; the header says what it means.

@_cdecl("stretto_animation_create") @implementation
public func stretto_animation_create(
  _ kind: stretto_animation_kind, _ keyPath: UnsafePointer<CChar>?,
  _ outAnimation: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  create(outAnimation, "out_animation") { try makeAnimation(kind, keyPath) }
}

@_cdecl("stretto_animation_retain") @implementation
public func stretto_animation_retain(
  _ self: OpaquePointer?
) -> stretto_status {
  retain(self, Animation.self)
}

@_cdecl("stretto_animation_release") @implementation
public func stretto_animation_release(
  _ self: OpaquePointer?
) -> stretto_status {
  release(self, Animation.self)
}

@_cdecl("stretto_animation_set_values") @implementation
public func stretto_animation_set_values(
  _ self: OpaquePointer?, _ values: UnsafePointer<Double>?, _ count: UInt32,
  _ width: UInt32
) -> stretto_status {
  changing(self, Animation.self) { try $0.setValues(values, count, width) }
}

@_cdecl("stretto_animation_set_path_values") @implementation
public func stretto_animation_set_path_values(
  _ self: OpaquePointer?, _ values: UnsafePointer<OpaquePointer?>?, _ count: UInt32
) -> stretto_status {
  changing(self, Animation.self) {
    try $0.setValues(array(values, count, "values"), of: .path) {
      .path(try object($0, PathObject.self).path)
    }
  }
}

@_cdecl("stretto_animation_set_image_values") @implementation
public func stretto_animation_set_image_values(
  _ self: OpaquePointer?, _ values: UnsafePointer<OpaquePointer?>?, _ count: UInt32
) -> stretto_status {
  changing(self, Animation.self) {
    try $0.setValues(array(values, count, "values"), of: .image) {
      .image(try object($0, Image.self))
    }
  }
}

@_cdecl("stretto_animation_set_animations") @implementation
public func stretto_animation_set_animations(
  _ self: OpaquePointer?, _ animations: UnsafePointer<OpaquePointer?>?, _ count: UInt32
) -> stretto_status {
  changing(self, Animation.self) { try $0.setAnimations(array(animations, count, "animations")) }
}

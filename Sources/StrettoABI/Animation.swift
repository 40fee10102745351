// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation

@c @implementation public func stretto_animation_create(
  _ kind: stretto_animation_kind, _ keyPath: CString, _ outAnimation: Out<Handle>
) -> Status {
  create(outAnimation, "out_animation") { try makeAnimation(kind, keyPath) }
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
    try $0.setValues(array(values, count, "values"), of: .image) {
      .image(try object($0, Image.self))
    }
  }
}

@c @implementation public func stretto_animation_set_animations(
  _ self: Handle, _ animations: In<Handle>, _ count: UInt32
) -> Status {
  changing(self, Animation.self) { try $0.setAnimations(array(animations, count, "animations")) }
}

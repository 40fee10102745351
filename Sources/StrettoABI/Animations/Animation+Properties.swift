// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoLayers

@c @implementation public func stretto_animation_set_number(
  _ self: Handle, _ keyPath: CString, _ value: Double
) -> Status {
  changing(self, Animation.self) { try $0.setNumber(keyPath, value) }
}

@c @implementation public func stretto_animation_set_numbers(
  _ self: Handle, _ keyPath: CString, _ values: In<Double>, _ count: UInt32
) -> Status {
  changing(self, Animation.self) { try $0.setNumbers(keyPath, array(values, count, "values")) }
}

@c @implementation public func stretto_animation_set_color(
  _ self: Handle, _ keyPath: CString, _ red: Double, _ green: Double, _ blue: Double,
  _ alpha: Double
) -> Status {
  changing(self, Animation.self) { try $0.setNumbers(keyPath, [red, green, blue, alpha]) }
}

@c @implementation public func stretto_animation_set_string(
  _ self: Handle, _ keyPath: CString, _ value: CString
) -> Status {
  changing(self, Animation.self) { try $0.setString(keyPath, value) }
}

@c @implementation public func stretto_animation_set_path(
  _ self: Handle, _ keyPath: CString, _ value: Handle
) -> Status {
  changing(self, Animation.self) { try $0.setPath(keyPath, value) }
}

@c @implementation public func stretto_animation_set_image(
  _ self: Handle, _ keyPath: CString, _ value: Handle
) -> Status {
  changing(self, Animation.self) { try $0.setImage(keyPath, value) }
}

@c @implementation public func stretto_animation_set_none(_ self: Handle, _ keyPath: CString)
  -> Status
{
  changing(self, Animation.self) { try $0.setNone(keyPath) }
}

@c @implementation public func stretto_animation_get_number(
  _ self: Handle, _ keyPath: CString, _ outValue: Out<Double>
) -> Status {
  reading(self, Animation.self) { try put($0.number(keyPath), outValue, "out_value") }
}

@c @implementation public func stretto_animation_get_numbers(
  _ self: Handle, _ keyPath: CString, _ outValues: Out<Double>, _ capacity: UInt32,
  _ outCount: Out<UInt32>
) -> Status {
  reading(self, Animation.self) {
    try write($0.numbers(keyPath), to: outValues, capacity, outCount)
  }
}

@c @implementation public func stretto_animation_get_string(
  _ self: Handle, _ keyPath: CString, _ outText: Out<stretto_bytes>
) -> Status {
  reading(self, Animation.self) { try write($0.string(keyPath), to: outText) }
}

@c @implementation public func stretto_animation_get_path(
  _ self: Handle, _ keyPath: CString, _ outPath: Out<Handle>
) -> Status {
  reading(self, Animation.self) { try writeHandle($0.path(keyPath), outPath, "out_path") }
}

@c @implementation public func stretto_animation_get_image(
  _ self: Handle, _ keyPath: CString, _ outImage: Out<Handle>
) -> Status {
  reading(self, Animation.self) { try writeHandle($0.image(keyPath), outImage, "out_image") }
}

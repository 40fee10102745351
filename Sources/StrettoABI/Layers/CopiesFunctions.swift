// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoLayers

@c @implementation public func stretto_copies_retain(_ self: Handle) -> Status {
  retain(self, LayerCopies.self)
}

@c @implementation public func stretto_copies_release(_ self: Handle) -> Status {
  release(self, LayerCopies.self)
}

@c @implementation public func stretto_copies_set_number(
  _ self: Handle, _ keyPath: CString, _ value: Double
) -> Status {
  changing(self, LayerCopies.self) { try $0.setNumber(keyPath, value) }
}

@c @implementation public func stretto_copies_set_numbers(
  _ self: Handle, _ keyPath: CString, _ values: In<Double>, _ count: UInt32
) -> Status {
  changing(self, LayerCopies.self) { try $0.setNumbers(keyPath, array(values, count, "values")) }
}

@c @implementation public func stretto_copies_set_color(
  _ self: Handle, _ keyPath: CString, _ red: Double, _ green: Double, _ blue: Double,
  _ alpha: Double
) -> Status {
  changing(self, LayerCopies.self) { try $0.setNumbers(keyPath, [red, green, blue, alpha]) }
}

@c @implementation public func stretto_copies_set_string(
  _ self: Handle, _ keyPath: CString, _ value: CString
) -> Status {
  changing(self, LayerCopies.self) { try $0.setString(keyPath, value) }
}

@c @implementation public func stretto_copies_set_path(
  _ self: Handle, _ keyPath: CString, _ value: Handle
) -> Status {
  changing(self, LayerCopies.self) { try $0.setPath(keyPath, value) }
}

@c @implementation public func stretto_copies_set_image(
  _ self: Handle, _ keyPath: CString, _ value: Handle
) -> Status {
  changing(self, LayerCopies.self) { try $0.setImage(keyPath, value) }
}

@c @implementation public func stretto_copies_set_font(
  _ self: Handle, _ keyPath: CString, _ value: Handle
) -> Status {
  changing(self, LayerCopies.self) { try $0.setFont(keyPath, value) }
}

@c @implementation public func stretto_copies_set_fonts(
  _ self: Handle, _ keyPath: CString, _ values: In<Handle>, _ count: UInt32
) -> Status {
  changing(self, LayerCopies.self) { try $0.setFonts(keyPath, array(values, count, "values")) }
}

@c @implementation public func stretto_copies_set_none(_ self: Handle, _ keyPath: CString) -> Status
{
  changing(self, LayerCopies.self) { try $0.setNone(keyPath) }
}

@c @implementation public func stretto_copies_get_number(
  _ self: Handle, _ keyPath: CString, _ outValue: Out<Double>
) -> Status {
  reading(self, LayerCopies.self) { try put($0.number(keyPath), outValue, "out_value") }
}

@c @implementation public func stretto_copies_get_numbers(
  _ self: Handle, _ keyPath: CString, _ outValues: Out<Double>, _ capacity: UInt32,
  _ outCount: Out<UInt32>
) -> Status {
  reading(self, LayerCopies.self) {
    try write($0.numbers(keyPath), to: outValues, capacity, outCount)
  }
}

@c @implementation public func stretto_copies_get_string(
  _ self: Handle, _ keyPath: CString, _ outText: Out<stretto_bytes>
) -> Status {
  reading(self, LayerCopies.self) { try write($0.string(keyPath), to: outText) }
}

@c @implementation public func stretto_copies_get_path(
  _ self: Handle, _ keyPath: CString, _ outPath: Out<Handle>
) -> Status {
  reading(self, LayerCopies.self) { try writeHandle($0.path(keyPath), outPath, "out_path") }
}

@c @implementation public func stretto_copies_get_image(
  _ self: Handle, _ keyPath: CString, _ outImage: Out<Handle>
) -> Status {
  reading(self, LayerCopies.self) { try writeHandle($0.image(keyPath), outImage, "out_image") }
}

@c @implementation public func stretto_copies_get_font(
  _ self: Handle, _ keyPath: CString, _ outFont: Out<Handle>
) -> Status {
  reading(self, LayerCopies.self) { try writeHandle($0.font(keyPath), outFont, "out_font") }
}

@c @implementation public func stretto_copies_add_animation(
  _ self: Handle, _ animation: Handle, _ key: CString
) -> Status {
  changing(self, LayerCopies.self) {
    try $0.add(object(animation, Animation.self), key: key.map { try text($0, "key") })
  }
}

@c @implementation public func stretto_copies_remove_animation(_ self: Handle, _ key: CString)
  -> Status
{
  changing(self, LayerCopies.self) { try $0.removeAnimation(forKey: text(key, "key")) }
}

@c @implementation public func stretto_copies_get_animation(
  _ self: Handle, _ key: CString, _ outAnimation: Out<Handle>
) -> Status {
  reading(self, LayerCopies.self) {
    let held = try $0.animation(forKey: text(key, "key"))
    try writeHandle(held.map { Animation($0.definition) }, outAnimation, "out_animation")
  }
}

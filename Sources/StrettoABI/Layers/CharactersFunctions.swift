// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto

@c @implementation public func stretto_characters_retain(_ self: Handle) -> Status {
  retain(self, LayerCharacters.self)
}

@c @implementation public func stretto_characters_release(_ self: Handle) -> Status {
  release(self, LayerCharacters.self)
}

@c @implementation public func stretto_characters_set_number(
  _ self: Handle, _ keyPath: CString, _ value: Double
) -> Status {
  changing(self, LayerCharacters.self) { try $0.setNumber(keyPath, value) }
}

@c @implementation public func stretto_characters_set_numbers(
  _ self: Handle, _ keyPath: CString, _ values: In<Double>, _ count: UInt32
) -> Status {
  changing(self, LayerCharacters.self) {
    try $0.setNumbers(keyPath, array(values, count, "values"))
  }
}

@c @implementation public func stretto_characters_set_color(
  _ self: Handle, _ keyPath: CString, _ red: Double, _ green: Double, _ blue: Double,
  _ alpha: Double
) -> Status {
  changing(self, LayerCharacters.self) { try $0.setNumbers(keyPath, [red, green, blue, alpha]) }
}

@c @implementation public func stretto_characters_set_string(
  _ self: Handle, _ keyPath: CString, _ value: CString
) -> Status {
  changing(self, LayerCharacters.self) { try $0.setString(keyPath, value) }
}

@c @implementation public func stretto_characters_set_font(
  _ self: Handle, _ keyPath: CString, _ value: Handle
) -> Status {
  changing(self, LayerCharacters.self) { try $0.setFont(keyPath, value) }
}

@c @implementation public func stretto_characters_set_none(_ self: Handle, _ keyPath: CString)
  -> Status
{
  changing(self, LayerCharacters.self) { try $0.setNone(keyPath) }
}

@c @implementation public func stretto_characters_get_number(
  _ self: Handle, _ keyPath: CString, _ outValue: Out<Double>
) -> Status {
  reading(self, LayerCharacters.self) { try put($0.number(keyPath), outValue, "out_value") }
}

@c @implementation public func stretto_characters_get_numbers(
  _ self: Handle, _ keyPath: CString, _ outValues: Out<Double>, _ capacity: UInt32,
  _ outCount: Out<UInt32>
) -> Status {
  reading(self, LayerCharacters.self) {
    try write($0.numbers(keyPath), to: outValues, capacity, outCount)
  }
}

@c @implementation public func stretto_characters_get_string(
  _ self: Handle, _ keyPath: CString, _ outText: Out<stretto_bytes>
) -> Status {
  reading(self, LayerCharacters.self) { try write($0.string(keyPath), to: outText) }
}

@c @implementation public func stretto_characters_get_font(
  _ self: Handle, _ keyPath: CString, _ outFont: Out<Handle>
) -> Status {
  reading(self, LayerCharacters.self) { try writeHandle($0.font(keyPath), outFont, "out_font") }
}

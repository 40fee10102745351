// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoLayers

@c @implementation public func stretto_behavior_create(
  _ type: CString, _ outBehavior: Out<Handle>
) -> Status {
  create(outBehavior, "out_behavior") {
    let name = try text(type, "type")
    guard let type = BehaviorType(name: name) else {
      throw ABIError.invalid(
        ValueError.name(name, allowed: BehaviorType.names).sentence("type", .name))
    }
    return EmitterBehavior(type)
  }
}

@c @implementation public func stretto_behavior_retain(_ self: Handle) -> Status {
  retain(self, EmitterBehavior.self)
}

@c @implementation public func stretto_behavior_release(_ self: Handle) -> Status {
  release(self, EmitterBehavior.self)
}

@c @implementation public func stretto_behavior_set_number(
  _ self: Handle, _ keyPath: CString, _ value: Double
) -> Status {
  changing(self, EmitterBehavior.self) { try $0.setNumber(keyPath, value) }
}

@c @implementation public func stretto_behavior_set_numbers(
  _ self: Handle, _ keyPath: CString, _ values: In<Double>, _ count: UInt32
) -> Status {
  changing(self, EmitterBehavior.self) {
    try $0.setNumbers(keyPath, array(values, count, "values"))
  }
}

@c @implementation public func stretto_behavior_set_color(
  _ self: Handle, _ keyPath: CString, _ red: Double, _ green: Double, _ blue: Double,
  _ alpha: Double
) -> Status {
  changing(self, EmitterBehavior.self) { try $0.setNumbers(keyPath, [red, green, blue, alpha]) }
}

@c @implementation public func stretto_behavior_set_string(
  _ self: Handle, _ keyPath: CString, _ value: CString
) -> Status {
  changing(self, EmitterBehavior.self) { try $0.setString(keyPath, value) }
}

@c @implementation public func stretto_behavior_set_none(_ self: Handle, _ keyPath: CString)
  -> Status
{
  changing(self, EmitterBehavior.self) { try $0.setNone(keyPath) }
}

@c @implementation public func stretto_behavior_get_number(
  _ self: Handle, _ keyPath: CString, _ outValue: Out<Double>
) -> Status {
  reading(self, EmitterBehavior.self) { try put($0.number(keyPath), outValue, "out_value") }
}

@c @implementation public func stretto_behavior_get_numbers(
  _ self: Handle, _ keyPath: CString, _ outValues: Out<Double>, _ capacity: UInt32,
  _ outCount: Out<UInt32>
) -> Status {
  reading(self, EmitterBehavior.self) {
    try write($0.numbers(keyPath), to: outValues, capacity, outCount)
  }
}

@c @implementation public func stretto_behavior_get_string(
  _ self: Handle, _ keyPath: CString, _ outText: Out<stretto_bytes>
) -> Status {
  reading(self, EmitterBehavior.self) { try write($0.string(keyPath), to: outText) }
}

@c @implementation public func stretto_behavior_get_type(
  _ self: Handle, _ outText: Out<stretto_bytes>
) -> Status {
  reading(self, EmitterBehavior.self) { try write($0.values.type.name, to: outText) }
}

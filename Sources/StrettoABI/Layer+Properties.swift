// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation

// Each function here checks, converts, calls and converts back; the header says what it means.

@_cdecl("stretto_layer_set_number") @implementation
public func stretto_layer_set_number(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?, _ value: Double
) -> stretto_status {
  changingScope(self) { try $0.setNumber(keyPath, value) }
}

@_cdecl("stretto_layer_set_numbers") @implementation
public func stretto_layer_set_numbers(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?, _ values: UnsafePointer<Double>?,
  _ count: UInt32
) -> stretto_status {
  changingScope(self) { try $0.setNumbers(keyPath, array(values, count, "values")) }
}

@_cdecl("stretto_layer_set_color") @implementation
public func stretto_layer_set_color(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?, _ red: Double,
  _ green: Double, _ blue: Double, _ alpha: Double
) -> stretto_status {
  changingScope(self) { try $0.setNumbers(keyPath, [red, green, blue, alpha]) }
}

@_cdecl("stretto_layer_set_string") @implementation
public func stretto_layer_set_string(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
) -> stretto_status {
  changingScope(self) { try $0.setString(keyPath, value) }
}

@_cdecl("stretto_layer_set_path") @implementation
public func stretto_layer_set_path(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?, _ value: OpaquePointer?
) -> stretto_status {
  changingScope(self) { try $0.setPath(keyPath, value) }
}

@_cdecl("stretto_layer_set_image") @implementation
public func stretto_layer_set_image(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?, _ value: OpaquePointer?
) -> stretto_status {
  changingScope(self) { try $0.setImage(keyPath, value) }
}

@_cdecl("stretto_layer_set_layer") @implementation
public func stretto_layer_set_layer(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?, _ value: OpaquePointer?
) -> stretto_status {
  changingScope(self, joining: value) { try $0.setLayer(keyPath, value) }
}

@_cdecl("stretto_layer_set_none") @implementation
public func stretto_layer_set_none(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?
) -> stretto_status {
  changingScope(self) { try $0.setNothing(keyPath) }
}

@_cdecl("stretto_layer_get_number") @implementation
public func stretto_layer_get_number(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?,
  _ outValue: UnsafeMutablePointer<Double>?
) -> stretto_status {
  readingScope(self) { try pointer(outValue, "out_value").pointee = $0.number(keyPath) }
}

@_cdecl("stretto_layer_get_numbers") @implementation
public func stretto_layer_get_numbers(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?,
  _ outValues: UnsafeMutablePointer<Double>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  readingScope(self) { try write($0.numbers(keyPath), to: outValues, capacity, outCount) }
}

@_cdecl("stretto_layer_get_string") @implementation
public func stretto_layer_get_string(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?,
  _ outText: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outSize: UnsafeMutablePointer<Int>?
) -> stretto_status {
  readingScope(self) { try write($0.string(keyPath), to: outText, capacity, outSize) }
}

@_cdecl("stretto_layer_get_path") @implementation
public func stretto_layer_get_path(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?,
  _ outPath: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  readingScope(self) { try handOut($0.path(keyPath), outPath, "out_path") }
}

@_cdecl("stretto_layer_get_image") @implementation
public func stretto_layer_get_image(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?,
  _ outImage: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  readingScope(self) { try handOut($0.image(keyPath), outImage, "out_image") }
}

@_cdecl("stretto_layer_get_layer") @implementation
public func stretto_layer_get_layer(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?,
  _ outLayer: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  readingScope(self) { try handOut($0.layer(keyPath), outLayer, "out_layer") }
}

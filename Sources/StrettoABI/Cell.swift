// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation

// Each function here checks, converts, calls and converts back; the header says what it means.

@_cdecl("stretto_cell_create") @implementation
public func stretto_cell_create(
  _ outCell: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  create(outCell, "out_cell") { EmitterCell() }
}

@_cdecl("stretto_cell_retain") @implementation
public func stretto_cell_retain(
  _ self: OpaquePointer?
) -> stretto_status {
  retain(self, EmitterCell.self)
}

@_cdecl("stretto_cell_release") @implementation
public func stretto_cell_release(
  _ self: OpaquePointer?
) -> stretto_status {
  release(self, EmitterCell.self)
}

@_cdecl("stretto_cell_set_number") @implementation
public func stretto_cell_set_number(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?, _ value: Double
) -> stretto_status {
  changing(self, EmitterCell.self) { try $0.setNumber(keyPath, value) }
}

@_cdecl("stretto_cell_set_numbers") @implementation
public func stretto_cell_set_numbers(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?, _ values: UnsafePointer<Double>?,
  _ count: UInt32
) -> stretto_status {
  changing(self, EmitterCell.self) { try $0.setNumbers(keyPath, array(values, count, "values")) }
}

@_cdecl("stretto_cell_set_color") @implementation
public func stretto_cell_set_color(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?, _ red: Double,
  _ green: Double, _ blue: Double, _ alpha: Double
) -> stretto_status {
  changing(self, EmitterCell.self) { try $0.setNumbers(keyPath, [red, green, blue, alpha]) }
}

@_cdecl("stretto_cell_set_string") @implementation
public func stretto_cell_set_string(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?, _ value: UnsafePointer<CChar>?
) -> stretto_status {
  changing(self, EmitterCell.self) { try $0.setString(keyPath, value) }
}

@_cdecl("stretto_cell_set_image") @implementation
public func stretto_cell_set_image(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?, _ value: OpaquePointer?
) -> stretto_status {
  changing(self, EmitterCell.self) { try $0.setImage(keyPath, value) }
}

@_cdecl("stretto_cell_set_none") @implementation
public func stretto_cell_set_none(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?
) -> stretto_status {
  changing(self, EmitterCell.self) { try $0.setNone(keyPath) }
}

@_cdecl("stretto_cell_get_number") @implementation
public func stretto_cell_get_number(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?,
  _ outValue: UnsafeMutablePointer<Double>?
) -> stretto_status {
  reading(self, EmitterCell.self) {
    try pointer(outValue, "out_value").pointee = $0.number(keyPath)
  }
}

@_cdecl("stretto_cell_get_numbers") @implementation
public func stretto_cell_get_numbers(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?,
  _ outValues: UnsafeMutablePointer<Double>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  reading(self, EmitterCell.self) {
    try write($0.numbers(keyPath), to: outValues, capacity, outCount)
  }
}

@_cdecl("stretto_cell_get_string") @implementation
public func stretto_cell_get_string(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?,
  _ outText: UnsafeMutablePointer<CChar>?, _ capacity: Int, _ outSize: UnsafeMutablePointer<Int>?
) -> stretto_status {
  reading(self, EmitterCell.self) { try write($0.string(keyPath), to: outText, capacity, outSize) }
}

@_cdecl("stretto_cell_get_image") @implementation
public func stretto_cell_get_image(
  _ self: OpaquePointer?, _ keyPath: UnsafePointer<CChar>?,
  _ outImage: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  reading(self, EmitterCell.self) { try handOut($0.image(keyPath), outImage, "out_image") }
}

@_cdecl("stretto_cell_set_cells") @implementation
public func stretto_cell_set_cells(
  _ self: OpaquePointer?, _ cells: UnsafePointer<OpaquePointer?>?, _ count: UInt32
) -> stretto_status {
  changing(self, EmitterCell.self, joining: cells, count, "cells") { try $0.holdCells($1) }
}

@_cdecl("stretto_cell_cell_count") @implementation
public func stretto_cell_cell_count(
  _ self: OpaquePointer?, _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  reading(self, EmitterCell.self) {
    try pointer(outCount, "out_count").pointee = UInt32($0.values.cells.count)
  }
}

@_cdecl("stretto_cell_get_cell") @implementation
public func stretto_cell_get_cell(
  _ self: OpaquePointer?, _ index: UInt32, _ outCell: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  reading(self, EmitterCell.self) { try handOut($0.cell(at: index), outCell, "out_cell") }
}

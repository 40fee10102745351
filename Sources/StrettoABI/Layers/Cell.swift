// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoLayers

@c @implementation public func stretto_cell_create(_ outCell: Out<Handle>) -> Status {
  create(outCell, "out_cell") { EmitterCell() }
}

@c @implementation public func stretto_cell_retain(_ self: Handle) -> Status {
  retain(self, EmitterCell.self)
}

@c @implementation public func stretto_cell_release(_ self: Handle) -> Status {
  release(self, EmitterCell.self)
}

@c @implementation public func stretto_cell_set_number(
  _ self: Handle, _ keyPath: CString, _ value: Double
) -> Status {
  changing(self, EmitterCell.self) { try $0.setNumber(keyPath, value) }
}

@c @implementation public func stretto_cell_set_numbers(
  _ self: Handle, _ keyPath: CString, _ values: In<Double>, _ count: UInt32
) -> Status {
  changing(self, EmitterCell.self) { try $0.setNumbers(keyPath, array(values, count, "values")) }
}

@c @implementation public func stretto_cell_set_color(
  _ self: Handle, _ keyPath: CString, _ red: Double, _ green: Double, _ blue: Double,
  _ alpha: Double
) -> Status {
  changing(self, EmitterCell.self) { try $0.setNumbers(keyPath, [red, green, blue, alpha]) }
}

@c @implementation public func stretto_cell_set_string(
  _ self: Handle, _ keyPath: CString, _ value: CString
) -> Status {
  changing(self, EmitterCell.self) { try $0.setString(keyPath, value) }
}

@c @implementation public func stretto_cell_set_image(
  _ self: Handle, _ keyPath: CString, _ value: Handle
) -> Status {
  changing(self, EmitterCell.self) { try $0.setImage(keyPath, value) }
}

@c @implementation public func stretto_cell_set_none(_ self: Handle, _ keyPath: CString) -> Status {
  changing(self, EmitterCell.self) { try $0.setNone(keyPath) }
}

@c @implementation public func stretto_cell_get_number(
  _ self: Handle, _ keyPath: CString, _ outValue: Out<Double>
) -> Status {
  reading(self, EmitterCell.self) { try put($0.number(keyPath), outValue, "out_value") }
}

@c @implementation public func stretto_cell_get_numbers(
  _ self: Handle, _ keyPath: CString, _ outValues: Out<Double>, _ capacity: UInt32,
  _ outCount: Out<UInt32>
) -> Status {
  reading(self, EmitterCell.self) {
    try write($0.numbers(keyPath), to: outValues, capacity, outCount)
  }
}

@c @implementation public func stretto_cell_get_string(
  _ self: Handle, _ keyPath: CString, _ outText: Out<stretto_bytes>
) -> Status {
  reading(self, EmitterCell.self) { try write($0.string(keyPath), to: outText) }
}

@c @implementation public func stretto_cell_get_image(
  _ self: Handle, _ keyPath: CString, _ outImage: Out<Handle>
) -> Status {
  reading(self, EmitterCell.self) { try writeHandle($0.image(keyPath), outImage, "out_image") }
}

@c @implementation public func stretto_cell_set_cells(
  _ self: Handle, _ cells: In<Handle>, _ count: UInt32
) -> Status {
  changing(self, EmitterCell.self, joining: cells, count, "cells") { cell, given in
    guard try cell.setCells(given.map { try object($0) }) else {
      throw ABIError.invalid(
        "a cell would contain itself, or cells would be nested more than \(EmitterCell.depthLimit) deep"
      )
    }
  }
}

@c @implementation public func stretto_cell_get_cell_count(_ self: Handle, _ outCount: Out<UInt32>)
  -> Status
{
  reading(self, EmitterCell.self) { try put(count: $0.values.cells.count, outCount) }
}

@c @implementation public func stretto_cell_get_cell(
  _ self: Handle, _ index: UInt32, _ outCell: Out<Handle>
) -> Status {
  reading(self, EmitterCell.self) {
    try writeHandle(item(index, $0.values.cells, "cells"), outCell, "out_cell")
  }
}

import StrettoLayers

// What the C functions of cells do that is more than a line.

extension EmitterCell {
  func holdCells(_ cells: [Handle]) throws {
    let cells = try cells.map { try object($0, EmitterCell.self) }
    guard setCells(cells) else {
      throw ABIError.invalid(
        "a cell may not lie in itself, nor cells more than \(EmitterCell.depthLimit) deep")
    }
  }

  func cell(at index: UInt32) throws -> EmitterCell {
    let cells = values.cells
    guard index < cells.count else {
      throw ABIError.invalid("there are \(cells.count) cells; \(index) was asked for")
    }
    return cells[Int(index)]
  }
}

import StrettoLayers

/// An emitter cell, identified by a cell of the emitter itself and the path from this outermost cell to the inner cell.
struct CellLineage {
  let outermost: EmitterCell
  /// The index of each inner cell on the path in the list of its parent cell's cells; empty for a cell of the emitter itself.
  var indices: [Int] = []

  /// The names of the cells on the path, outermost first.
  var names: [String] {
    var (names, values) = ([outermost.values.name], outermost.values)
    for index in indices where values.cells.indices.contains(index) {
      values = values.cells[index].values
      names.append(values.name)
    }
    return names
  }

  /// The values of the inner cell, found in the values of the outermost cell.
  func values(in outermost: CellValues) -> CellValues {
    indices.reduce(outermost) { values, index in
      values.cells.indices.contains(index) ? values.cells[index].values : values
    }
  }

  func inner(_ index: Int) -> CellLineage {
    CellLineage(outermost: outermost, indices: indices + [index])
  }
}

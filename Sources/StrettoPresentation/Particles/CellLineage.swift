import StrettoLayers

/// An emitter's own cell, and the way from there to a cell in it, or in one of those.
struct CellLineage {
  let outermost: EmitterCell
  /// Index in the list of each cell on the way; none for the outermost cell itself.
  var indices: [Int] = []

  /// Names of the cells on the way, the outermost first.
  var names: [String] {
    var (names, values) = ([outermost.values.name], outermost.values)
    for index in indices where values.cells.indices.contains(index) {
      values = values.cells[index].values
      names.append(values.name)
    }
    return names
  }

  /// Values of the cell, in those of the outermost one.
  func values(in outermost: CellValues) -> CellValues {
    indices.reduce(outermost) { values, index in
      values.cells.indices.contains(index) ? values.cells[index].values : values
    }
  }

  func inner(_ index: Int) -> CellLineage {
    CellLineage(outermost: outermost, indices: indices + [index])
  }
}

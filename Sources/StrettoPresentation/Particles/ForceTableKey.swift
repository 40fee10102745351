import StrettoTiming

/// Identifies the forces on a cell of an emitter, or on a cell inside another cell.
struct ForceTableKey: Hashable {
  /// The history key of the emitter's own cell at the start of the path.
  let history: CellHistoryKey
  /// The path from the emitter's own cell to the inner cell, as indices into lists of cells.
  let indices: [Int]
  let clock: LinearTime
}

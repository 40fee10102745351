import StrettoGeometry

/// Description of one kind of particle (`CAEmitterCell`). Several emitters may share a cell, and a change of the cell affects all
/// these emitters.
public final class EmitterCell: @unchecked Sendable {
  public var values = CellValues() { didSet { changes &+= 1 } }
  /// Number of changes of the cell, which only increases.
  public private(set) var changes: UInt64 = 0
  /// Unknown markup in the cell's element of a document.
  public var unknownMarkup: UnknownMarkup?
  public init() {}

  /// Limit of the depth of nested cells. For example, a rocket with a burst of sparks needs cells of depth three.
  public static let depthLimit = 8

  /// Sets the cells that each particle of this cell emits.
  ///
  /// - Returns: False, without a change of this cell, if a cell would contain itself, or if cells would be nested more than
  ///   `depthLimit` deep.
  public func setCells(_ cells: [EmitterCell]) -> Bool {
    var known: [ObjectIdentifier: Int] = [:]
    for cell in cells {
      guard let height = cell.height(&known, without: self), height < EmitterCell.depthLimit else {
        return false
      }
    }
    values.cells = cells
    return true
  }

  /// Number of levels of nested cells including this cell; nil if a level contains `other` or if the limit on nested cells is
  /// exceeded.
  private func height(_ known: inout [ObjectIdentifier: Int], without other: EmitterCell) -> Int? {
    if self === other { return nil }
    if let height = known[ObjectIdentifier(self)] { return height }
    var height = 1
    for cell in values.cells {
      guard let inner = cell.height(&known, without: other) else { return nil }
      height = max(height, inner + 1)
    }
    known[ObjectIdentifier(self)] = height
    return height
  }
}

extension [EmitterCell] {
  /// All cells of this list, and all cells inside the cells of the list. Each cell occurs once in the result, even if several
  /// cells contain the cell.
  ///
  /// - Parameter counts: Returns true for cells to be included. If a cell is excluded, the cells inside are left out too.
  public func withInnerCells(where counts: (EmitterCell) -> Bool = { _ in true }) -> [EmitterCell] {
    var (walk, found) = (TreeWalk(self), [EmitterCell]())
    var known: Set<ObjectIdentifier> = []
    while let cell = walk.next() {
      guard counts(cell), known.insert(ObjectIdentifier(cell)).inserted else { continue }
      found.append(cell)
      walk.push(cell.values.cells)
    }
    return found
  }
}

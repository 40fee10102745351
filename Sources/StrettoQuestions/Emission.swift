import StrettoLayers
import StrettoPresentation

/// Whether particles of an emitter are ever seen, considering what animations, states and values of single copies may change.
struct Emission {
  private let emitter: EmitterValues
  /// Names of the properties of the emitter, and of its cells, that may change.
  private var changing: Set<String> = []
  private var changingInCells: Set<String> = []

  init(of layer: Layer) {
    emitter = layer.values.emitter
    var (own, inCells): (Set<Int>, Set<Int>) = ([], [])
    _ = layer.mayAnimate(where: { path in
      if path.cell == nil {
        own.insert(path.index)
      } else if path.list == .emitterCells {
        inCells.insert(path.index)
      }
      return false
    })
    for index in own { changing.insert(layer.kind.properties[index].name) }
    for index in inCells { changingInCells.insert(CellProperties.table[index].name) }
  }

  /// Whether particles of some cell, or of a cell within, may be seen at some time.
  var mayEmit: Bool {
    guard emitter.birthRate > 0 || changing.contains("birthRate"),
      emitter.lifetime > 0 || changing.contains("lifetime")
    else { return false }
    return emitter.cells.withInnerCells(where: { missingToEmit($0.values) == nil })
      .contains { mayHavePicture($0.values) }
  }

  /// The property without which no particle of a cell, nor one that it emits, is seen; nil if some may be.
  func missingToShow(_ cell: CellValues) -> String? {
    if !mayHavePicture(cell), cell.cells.isEmpty { return "contents" }
    return missingToEmit(cell)
  }

  /// The property without which a cell has no particles; nil if it may have some.
  private func missingToEmit(_ cell: CellValues) -> String? {
    if !cell.isEnabled, !changingInCells.contains("enabled") { return "enabled" }
    if cell.birthRate <= 0, !changingInCells.contains("birthRate") { return "birthRate" }
    let mayLive = cell.longestLife > 0 || !changingInCells.isDisjoint(with: lifetimes)
    return mayLive ? nil : "lifetime"
  }

  private func mayHavePicture(_ cell: CellValues) -> Bool {
    if case .none = cell.contents { return changingInCells.contains("contents") }
    return true
  }
}

private let lifetimes: Set<String> = ["lifetime", "lifetimeRange"]

import StrettoLayers
import StrettoPresentation

/// Decides whether particles of an emitter may ever be seen, including after changes by animations, states and values of single
/// copies.
struct Emission {
  private let emitter: EmitterValues
  /// Names of the emitter's properties that may change. `changingInCells` has the names of the properties of the emitter's cells
  /// that may change.
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

  /// True if particles of some cell, at any depth, may be seen at some time.
  var mayEmit: Bool {
    guard emitter.birthRate > 0 || changing.contains(PropertyName.birthRate),
      emitter.lifetime > 0 || changing.contains(PropertyName.lifetime)
    else { return false }
    return emitter.cells.withInnerCells(where: { missingToEmit($0.values) == nil })
      .contains { mayHavePicture($0.values) }
  }

  /// The property whose value makes all particles of a cell and of its inner cells invisible; nil if particles may be seen.
  func missingToShow(_ cell: CellValues) -> String? {
    if !mayHavePicture(cell), cell.cells.isEmpty { return PropertyName.contents }
    return missingToEmit(cell)
  }

  /// The property because of which a cell emits no particles; nil if the cell may emit particles.
  private func missingToEmit(_ cell: CellValues) -> String? {
    if !cell.isEnabled, !changingInCells.contains(PropertyName.enabled) {
      return PropertyName.enabled
    }
    if cell.birthRate <= 0, !changingInCells.contains(PropertyName.birthRate) {
      return PropertyName.birthRate
    }
    let mayLive = cell.longestLife > 0 || !changingInCells.isDisjoint(with: lifetimes)
    return mayLive ? nil : PropertyName.lifetime
  }

  private func mayHavePicture(_ cell: CellValues) -> Bool {
    if case .none = cell.contents { return changingInCells.contains(PropertyName.contents) }
    return true
  }
}

private let lifetimes: Set<String> = [PropertyName.lifetime, PropertyName.lifetimeRange]

import StrettoLayers
import StrettoTestSupport
import StrettoTiming
import Testing

@testable import StrettoPresentation

/// An emitter finds the animations that affect a cell once per frame. The values of a cell at each birth follow from the
/// animations of the cell.
@Suite("Animations of an emitter's cells") struct CellAnimationTests {
  private func cell(_ name: String, _ inner: EmitterCell...) -> EmitterCell {
    let cell = EmitterCell()
    cell.values.name = name
    _ = cell.setCells(inner)
    return cell
  }

  private static let keyPaths = [
    "birthRate", "emitterCells.a.birthRate", "emitterCells.a.velocity", "emitterCells.b.lifetime",
    "emitterCells.b.emitterCells.a.birthRate", "emitterCells.c.birthRate",
  ]

  private func animation(_ random: inout Pseudorandom) -> AnimationValues {
    let keyPath = CellAnimationTests.keyPaths[Int.random(in: 0..<6, using: &random)]
    var values = AnimationValues.basic(keyPath, to: .number(.random(in: 0...9, using: &random)))
    values.timing.duration = .random(in: 1...4, using: &random)
    values.isAdditive = Bool.random(using: &random)
    return values
  }

  private func numbers(_ cell: CellValues) -> [Double] {
    [cell.birthRate, cell.velocity, cell.lifetime] + cell.cells.map { $0.values.birthRate }
  }

  @Test("skip only the animations of other cells", arguments: UInt64(0)..<60)
  func chosen(seed: UInt64) throws {
    var random = Pseudorandom(seed: seed)
    let layer = Layer(.emitter)
    layer.values.emitter.cells = [cell("a"), cell("a"), cell("b", cell("a")), cell("c"), cell("")]
    for _ in 0..<8 {
      let members = (0..<2).map { _ in animation(&random) }
      layer.animated(by: Bool.random(using: &random) ? members[0] : .group(members))
    }
    for (index, cell) in layer.values.emitter.cells.enumerated() {
      let chosen = layer.animations(ofCell: cell, copy: [])
      for time in [-1, 0, 0.5, 1.5, 3, 9] {
        let moment = LocalTime(time: time, undelayed: time)
        let all = layer.presentationValues(at: moment).emitter
        let (emitter, own) = layer.emitterValues(
          ofCell: cell, at: moment, copy: [], among: chosen)
        #expect(numbers(own) == numbers(all.cellValues[index]))
        #expect(emitter.birthRate == all.birthRate)
      }
    }
    let unnamed = layer.animations(ofCell: layer.values.emitter.cells[4], copy: [])
    #expect(unnamed.count < layer.animations.count)
  }
}

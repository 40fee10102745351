import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import Testing

private func presented(_ root: Layer, at time: Double) throws -> DisplayList {
  let presenter = Presenter()
  try presenter.present(root, at: time)
  return presenter.list
}

/// Copies against real layers: T34 of the semantics.
@Suite("Copies are as real layers would be")
struct ExpansionOracleTests {
  static let size = 64.0

  @Test("in the display list of random trees", arguments: 0..<20000)
  func displayList(seed: UInt64) throws {
    var tree = RandomTree(seed: seed, size: Self.size)
    let root = tree.make()
    for _ in 0..<4 {
      let time = tree.time()
      let copies = FlatPicture(try presented(root, at: time))
      let layers = FlatPicture(try presented(expandingCopies(of: root, at: time), at: time))
      let difference = copies.difference(from: layers, tolerance: 1e-9)
      #expect(difference == nil, "at \(time)")
    }
  }

  @Test("in the pixels of random trees", arguments: 0..<6000)
  func pixels(seed: UInt64) throws {
    var tree = RandomTree(seed: seed, size: Self.size)
    let root = tree.make()
    let time = tree.time()
    let side = Int(Self.size)
    let copies = try Picture(root, at: time, width: side, height: side)
    let layers = try Picture(
      expandingCopies(of: root, at: time), at: time, width: side, height: side)
    let difference = copies.difference(from: layers)
    #expect(difference.largest == 0, "\(difference.pixels) pixels differ at \(time)")
  }
}

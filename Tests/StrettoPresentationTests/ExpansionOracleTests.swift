import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import StrettoTreeSupport
import Testing

/// Copies of random replicators against real layers in their places.
///
/// 20,000 trees at 4 times each were compared once; the tests keep as many as run in seconds.
@Suite("Copies are as real layers would be")
struct ExpansionOracleTests {
  static let size = 64.0

  @Test("in the display list of random trees", arguments: 0..<(isExhaustive ? 500 : 200))
  func lists(seed: UInt64) throws {
    var tree = RandomTree(seed: seed, size: Self.size)
    let root = tree.make()
    for _ in 0..<4 {
      let time = tree.time()
      let copies = FlatPicture(try listed(root, at: time))
      let layers = FlatPicture(try listed(expandingCopies(of: root, at: time), at: time))
      guard let difference = copies.difference(from: layers, tolerance: 1e-9) else { continue }
      // The opacity of a leaf may go into the colour of its copies: another list, and the same picture.
      let side = Int(Self.size)
      let pictures = try (
        Picture(root, at: time, width: side, height: side),
        Picture(expandingCopies(of: root, at: time), at: time, width: side, height: side)
      )
      let pixels = pictures.0.difference(from: pictures.1)
      #expect(pixels.largest == 0, "at \(time): \(difference)")
    }
  }

  /// Nearly always the bytes are equal. Where a matrix is multiplied in another order, an edge may fall
  /// on the other side of the rasteriser's finest step: in 6,000 trees two pixels differed, by 1 and by 4.
  @Test("in the pixels of random trees", arguments: 0..<(isExhaustive ? 300 : 150))
  func pixels(seed: UInt64) throws {
    var tree = RandomTree(seed: seed, size: Self.size)
    let root = tree.make()
    let time = tree.time()
    let side = Int(Self.size)
    let copies = try Picture(root, at: time, width: side, height: side)
    let layers = try Picture(
      expandingCopies(of: root, at: time), at: time, width: side, height: side)
    let difference = copies.difference(from: layers)
    #expect(difference.largest <= 2 && difference.pixels <= 2, "at \(time): \(difference)")
  }

  @Test("most random trees show something, and many of their copies share a body")
  func trees() throws {
    var (drawn, shared, copied) = (0, 0, 0)
    for seed in 0..<200 {
      var tree = RandomTree(seed: UInt64(seed), size: Self.size)
      let list = try listed(tree.make(), at: 1)
      if !list.items.isEmpty { drawn += 1 }
      if list.items.contains(where: { if case .copies(_, 2..., _) = $0 { true } else { false } }) {
        shared += 1
      }
      if !list.copies.isEmpty { copied += 1 }
    }
    #expect(drawn > 150)
    #expect(shared > 30)
    #expect(copied > 60)
  }
}

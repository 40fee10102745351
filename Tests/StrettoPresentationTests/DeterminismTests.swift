import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoRaster
import StrettoTestSupport
import StrettoTreeSupport
import Testing

@Suite("A frame depends only on the tree and the time")
struct DeterminismTests {
  private static let size = 64
  private static func root(_ seed: UInt64) -> Layer {
    var tree = RandomTree(seed: seed, size: Double(size))
    return tree.make()
  }

  private static let times = (0..<24).map { Double($0) / 4 - 1 }

  private static func frames(_ root: Layer, _ times: [Double]) throws -> [[UInt32]] {
    let (presenter, rasterizer) = (Presenter(), Rasterizer())
    return try times.map {
      try presenter.present(root, at: $0)
      return Picture(presenter.list, width: size, height: size, with: rasterizer).pixels
    }
  }

  @Test("drawn in order, shuffled, twice, alone and from an equal tree", arguments: 500..<520)
  func orders(seed: UInt64) throws {
    let root = Self.root(seed)
    let reference = try Self.frames(root, Self.times)
    #expect(try Self.frames(root, Self.times) == reference)
    var random = Pseudorandom(seed: seed)
    let order = Self.times.indices.shuffled(using: &random)
    let shuffled = try Self.frames(root, order.map { Self.times[$0] })
    #expect(shuffled == order.map { reference[$0] })
    for index in [0, 11, 23] {
      #expect(try Self.frames(Self.root(seed), [Self.times[index]])[0] == reference[index])
    }
  }

  @Test("read by several threads at once", arguments: 520..<526)
  func parallel(seed: UInt64) async throws {
    let root = Self.root(seed)
    let reference = try Self.frames(root, Self.times)
    try await withThrowingTaskGroup(of: [[UInt32]].self) { group in
      for _ in 0..<6 { group.addTask { try Self.frames(root, Self.times) } }
      for try await frames in group { #expect(frames == reference) }
    }
  }

  @Test("drawn by any number of threads", arguments: 526..<540)
  func threads(seed: UInt64) throws {
    let list = try listed(Self.root(seed), at: 1)
    let one = Picture(list, width: 200, height: 160, scale: 2.5)
    for threads in [2, 3, 4, 64] {
      #expect(Picture(list, width: 200, height: 160, scale: 2.5, threads: threads) == one)
    }
  }

  @Test("drawing changes nothing in the tree")
  func modelStays() throws {
    let root = Self.root(541)
    let before = root.sublayers.map { $0.values.position }
    _ = try Self.frames(root, Self.times)
    #expect(root.sublayers.map { $0.values.position } == before)
  }
}

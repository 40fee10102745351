import StrettoGeometry
import StrettoLayers
import Testing

@testable import StrettoVector

@Suite struct PortalTests {
  /// The nodes of the source in three copies of a portal.
  private func sources(inheritsTime: Bool) throws -> [Node] {
    let scene = Scene(size: Size(90, 30))
    let (source, row, portal) = (Layer(.plain), Layer(.replicator), Layer(.portal))
    source.values.frame = Rect(0, 0, 20, 20)
    source.values.backgroundColor = .black
    portal.values.frame = Rect(5, 5, 20, 20)
    portal.values.portal.inheritsTime = inheritsTime
    try portal.setSource(source)
    row.values.replicator.instanceCount = 3
    row.values.replicator.instanceTransform = LayerTransform(.translation(30, 0))
    try row.addSublayer(portal)
    try scene.root.addSublayer(source)
    try scene.root.addSublayer(row)
    var options = VectorOptions()
    options.duration = 1
    let reader = try TreeReader(scene, options, VectorOptions.svgAbilities, .never)
    let tree = try reader.tree()
    // The scene's root has the source and the row. A copy has the portal, and the portal has the source.
    return tree.nodes.last?.nodes.compactMap { $0.nodes.first?.nodes.first } ?? []
  }

  @Test func copiesOfAPortalShareTheNodeOfTheSource() throws {
    let nodes = try sources(inheritsTime: false)
    #expect(nodes.count == 3 && nodes.allSatisfy { $0 === nodes[0] })
  }

  @Test func aPortalWithTheTimeOfItsCopyIsReadInEachCopy() throws {
    let nodes = try sources(inheritsTime: true)
    #expect(nodes.count == 3 && nodes[1] !== nodes[0])
  }
}

extension Node {
  fileprivate var nodes: [Node] {
    content.compactMap { if case .node(let node) = $0 { node } else { nil } }
  }
}

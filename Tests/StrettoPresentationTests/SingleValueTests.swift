import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoTestSupport
import StrettoTreeSupport
import Testing

/// A presentation value that is evaluated alone equals the value in the evaluation of all the layer's properties.
@Suite("A presentation value")
struct SingleValueTests {
  private func keyPaths(of kind: LayerKind) -> [String] {
    kind.properties.flatMap { property in
      [property.name] + Component.all(of: property.kind).map { "\(property.name).\($0.name)" }
    } + (kind == .emitter ? ["emitterCells.spark.velocity", "emitterCells.spark.color"] : [])
  }

  /// True if two values are equal. Numbers may differ by a relative 1e-15, because `transform.scale` is a mean of three scales.
  private func areEqual(_ a: Value, _ b: Value) -> Bool {
    if case .number(let x) = a, case .number(let y) = b {
      return x == y || (x - y).magnitude <= 1e-15 * max(1, x.magnitude)
    }
    return a == b
  }

  @Test(
    "is the same alone as among all values, for every key path of random trees",
    arguments: 700..<800)
  func alone(seed: UInt64) throws {
    var tree = RandomTree(seed: seed, size: 64, replicatorDepth: 2)
    let root = tree.make()
    let time = tree.time()
    var open = root.sublayers
    while let layer = open.popLast() {
      open += layer.sublayers
      let moment = try layer.localTime(at: time)
      let all = layer.presentationValues(at: moment)
      for keyPath in keyPaths(of: layer.kind) {
        let path = try PropertyPath(keyPath, kind: layer.kind)
        let expected =
          path.cell == nil
          ? path.value(in: all, layer.kind.properties)
          : path.value(in: all.emitter.cellValues[0], CellProperties.table)
        let alone = try layer.presentationValue(at: path, time: time)
        #expect(areEqual(alone, expected), "\(keyPath) at \(time)")
      }
    }
    withExtendedLifetime(root) {}
  }

  @Test("of a frame follows animated properties, and bounds of negative size are the same area")
  func derived() {
    let layer = Layer(frame: Rect(0, 0, 10, 10)).animated(
      by: .basic("position.x", by: .number(10)), .basic("bounds.size.width", to: .number(-30)))
    #expect(layer.presented("frame", at: 0.5) == .rect(Rect(5, 0, 10, 10)))
    #expect(layer.presented("bounds", at: 0.75) == .rect(Rect(-20, 0, 20, 10)))
    #expect(layer.number("bounds.size.width", at: 0.75) == 20)
  }
}

import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

/// Animations of components of a value, such as `transform.rotation.z`.
@Suite("An animation of a component")
struct ComponentAnimationTests {
  private func layer(_ matrix: Transform3D = .identity, _ animations: AnimationValues...) -> Layer {
    let layer = Layer(frame: Rect(0, 0, 100, 100)) { $0.transform = LayerTransform(matrix) }
    for animation in animations { layer.animated(by: animation) }
    return layer
  }

  private func matrix(_ layer: Layer, at time: Double) -> Transform3D {
    if case .transform(let t) = layer.presented("transform", at: time) { return t.matrix }
    Issue.record("no matrix")
    return .identity
  }

  @Test("replaces the component and keeps the other components")
  func scale() {
    let layer = layer(.scale(2, 3, 4), .basic("transform.scale.x", to: .number(4)))
    #expect(matrix(layer, at: 0.5).isClose(to: .scale(3, 3, 4), 1e-12))
  }

  @Test("of translation is not scaled by the matrix")
  func translation() {
    let start = Transform3D.scale(2, 2) * .translation(6, 1)
    let layer = layer(start, .basic("transform.translation.x", by: .number(10)))
    #expect(matrix(layer, at: 0.5).isClose(to: .scale(2, 2) * .translation(11, 1), 1e-12))
  }

  @Test("turns from 0 to 2π, and reads angles from 0 to 2π", arguments: [0.0, 0.25, 0.5, 0.75])
  func fullTurn(time: Double) {
    let layer = layer(
      .identity, .basic("transform.rotation.z", from: .number(0), to: .number(2 * .pi)))
    #expect(matrix(layer, at: time).isClose(to: .rotation(2 * .pi * time, 0, 0, 1), 1e-12))
    #expect(layer.number("transform.rotation.z", at: time) == 2 * .pi * time)
  }

  @Test("held at a full turn reads 2π, although the matrix is the identity")
  func heldTurn() {
    let layer = layer(
      .identity,
      .basic(
        "transform.rotation", from: .number(0), to: .number(2 * .pi),
        MediaTiming(duration: 1, fillMode: .forwards)))
    #expect(layer.number("transform.rotation.z", at: 5) == 2 * .pi)
    #expect(matrix(layer, at: 5).isClose(to: .identity, 1e-12))
  }

  @Test("reads 0 for a full turn set as a matrix, and 2π for a full turn set as a component")
  func modelTurn() throws {
    let byMatrix = layer(.rotation(2 * .pi, 0, 0, 1))
    #expect(abs(byMatrix.number("transform.rotation.z", at: 0)) < 1e-12)
    let byComponent = layer()
    let path = try PropertyPath("transform.rotation.z", kind: .plain)
    try byComponent.setValue(.number(7), at: path)
    #expect(byComponent.number("transform.rotation.z", at: 0) == 7)
    // The rotation angle survives setting another component of the transform, but not setting the whole matrix.
    try byComponent.setValue(
      .number(3), at: try PropertyPath("transform.translation.x", kind: .plain))
    #expect(byComponent.number("transform.rotation.z", at: 0) == 7)
    byComponent.values.transform = LayerTransform(byComponent.values.transform.matrix)
    #expect(abs(byComponent.number("transform.rotation.z", at: 0) - (7 - 2 * .pi)) < 1e-12)
  }

  @Test("reads the result of earlier animations, so that several combine")
  func combination() {
    let layer = layer(
      .translation(5, 0), .basic("transform.rotation.z", from: .number(0), to: .number(2)),
      .basic("transform.scale", from: .number(1), to: .number(3)),
      .basic("transform.translation", to: .size(Size(10, 20))),
      .basic("transform.rotation.z", by: .number(1)))
    let expected =
      Transform3D.scale(2, 2, 2) * .rotation(1.5, 0, 0, 1) * .translation(7.5, 10)
    #expect(matrix(layer, at: 0.5).isClose(to: expected, 1e-12))
  }

  @Test("combines Euler angles, about x first")
  func euler() {
    let layer = layer(
      .identity, .basic("transform.rotation.z", from: .number(0.3), to: .number(0.3)),
      .basic("transform.rotation.x", from: .number(0.5), to: .number(0.5)),
      .basic("transform.rotation.y", from: .number(-0.4), to: .number(-0.4)))
    let expected =
      Transform3D.rotation(0.5, 1, 0, 0) * .rotation(-0.4, 0, 1, 0) * .rotation(0.3, 0, 0, 1)
    #expect(matrix(layer, at: 0.5).isClose(to: expected, 1e-12))
  }

  @Test("has no effect before an animation of the whole value, and an effect after it")
  func wholeAndPart() {
    let whole = AnimationValues.basic(
      "transform", from: .transform(LayerTransform(.scale(2, 2))),
      to: .transform(LayerTransform(.scale(2, 2))))
    let part = AnimationValues.basic(
      "transform.translation.x", from: .number(9), to: .number(9))
    #expect(matrix(layer(.identity, part, whole), at: 0.5) == .scale(2, 2))
    #expect(
      matrix(layer(.identity, whole, part), at: 0.5)
        .isClose(to: .scale(2, 2) * .translation(9, 0), 1e-12))
  }

  @Test("keeps the perspective of the matrix")
  func perspective() {
    var start = Transform3D.perspective(100) * .translation(3, 4)
    start.m14 = 0.001
    let layer = layer(start, .basic("transform.scale.z", by: .number(0)))
    #expect(matrix(layer, at: 0.5).isClose(to: start, 1e-12))
  }

  @Test("that is additive adds to the component")
  func additive() {
    let layer = layer(
      .rotation(0.5, 0, 0, 1),
      .basic("transform.rotation.z", from: .number(0), to: .number(1)) { $0.isAdditive = true })
    #expect(abs(layer.number("transform.rotation.z", at: 0.5) - 1) < 1e-12)
  }

  @Test(
    "of a structure changes one member only",
    arguments: [
      ("position.x", Value.point(Point(30, 2)), "position"),
      ("position.y", .point(Point(1, 30)), "position"),
      ("bounds.origin.x", .rect(Rect(30, 4, 5, 6)), "bounds"),
      ("bounds.origin.y", .rect(Rect(3, 30, 5, 6)), "bounds"),
      ("bounds.size.width", .rect(Rect(3, 4, 30, 6)), "bounds"),
      ("bounds.size.height", .rect(Rect(3, 4, 5, 30)), "bounds"),
    ])
  func members(keyPath: String, whole: Value, property: String) {
    let layer = Layer(.plain)
    (layer.values.position, layer.values.bounds) = (Point(1, 2), Rect(3, 4, 5, 6))
    layer.animated(by: .basic(keyPath, to: .number(30), MediaTiming(duration: 1, fillMode: .both)))
    #expect(layer.presented(property, at: 1) == whole)
    #expect(layer.number(keyPath, at: 1) == 30)
  }

  @Test("of both members changes both")
  func pairs() {
    let layer = Layer(.plain)
    layer.values.bounds = Rect(3, 4, 5, 6)
    layer.animated(
      by: .basic("bounds.size", to: .size(Size(7, 8))),
      .basic("bounds.origin", to: .point(Point(5, 5))))
    #expect(layer.presented("bounds", at: 0.5) == .rect(Rect(4, 4.5, 6, 7)))
  }

  @Test("of a whole matrix rotates by the smaller angle, and not at all between equal matrices")
  func shortWay() {
    func turned(_ from: Double, _ to: Double) -> Double {
      let layer = layer(
        .identity,
        .basic(
          "transform", from: .transform(LayerTransform(.rotation(from, 0, 0, 1))),
          to: .transform(LayerTransform(.rotation(to, 0, 0, 1)))))
      return layer.number("transform.rotation.z", at: 0.5)
    }
    #expect(abs(turned(0, .pi / 2) - .pi / 4) < 1e-12)
    #expect(abs(turned(0, 1.5 * .pi) + .pi / 4) < 1e-12)
    #expect(abs(turned(0, 2 * .pi)) < 1e-12)
  }

  @Test("of two axes of a font are two key paths")
  func axes() throws {
    let weight = try PropertyPath("fontVariations.wght", kind: .text)
    let width = try PropertyPath("fontVariations.wdth", kind: .text)
    let again = try PropertyPath("fontVariations.wght", kind: .text)
    #expect(weight != width && weight == again)
    let text = Layer(.text)
    try text.setValue(.number(300), at: weight)
    try text.setValue(.number(80), at: width)
    try text.setValue(.number(700), at: weight, copies: CopyPattern([1]))
    try text.setValue(.number(90), at: width, copies: CopyPattern([1]))
    _ = text.animated(
      by: .basic("fontVariations.wght", from: .number(200), to: .number(800)))
    #expect(text.number("fontVariations.wght", at: 0.5) == 500)
    #expect(text.number("fontVariations.wdth", at: 0.5) == 80)
    let row = Layer.replicator(count: 2, delay: 0, text)
    #expect(row.number(of: text, "fontVariations.wght", at: 2, [1]) == 700)
    #expect(row.number(of: text, "fontVariations.wdth", at: 2, [1]) == 90)
  }
}

import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoTestSupport
import StrettoTiming
import Testing

@Suite struct DiagnosticsTests {
  private func codes(clip: Double = .infinity, _ layer: Layer) -> [Diagnostic.Code] {
    let scene = Scene(size: Size(10, 10))
    scene.root.adding(layer)
    return scene.diagnostics(clip: clip).map { $0.code }
  }

  @Test
  func `an animation that is removed under a delay is told, one that stays or repeats is not`() {
    func fading(removed: Bool, repeats: Double = 0) -> Layer {
      var fade = AnimationValues.basic(
        "opacity", to: .number(0), MediaTiming(duration: 1, repeatCount: repeats))
      fade.isRemovedOnCompletion = removed
      return Layer(.plain).animated(by: fade)
    }
    #expect(codes(.replicator(count: 2, delay: 0.5, fading(removed: true))) == [.removedTooSoon])
    #expect(codes(.replicator(count: 2, delay: 0.5, fading(removed: false))).isEmpty)
    #expect(codes(.replicator(count: 2, delay: 0, fading(removed: true))).isEmpty)
    #expect(
      codes(.replicator(count: 2, delay: 0.5, fading(removed: true, repeats: .infinity))).isEmpty)
  }

  @Test func `colour offsets over black are told, over another colour not`() {
    func row(_ color: Color) -> Layer {
      .replicator(count: 3, Layer(frame: Rect(0, 0, 5, 5), color: color)) { $0.greenOffset = -0.2 }
    }
    #expect(codes(row(.black)) == [.blackSource])
    #expect(codes(row(.white)).isEmpty)
  }

  @Test func `a replicator of no size that turns is told, one that moves or has a size is not`() {
    let turn = Transform3D.rotation(0.3, 0, 0, 1)
    #expect(codes(.replicator(count: 3, step: turn)) == [.pivotAtCorner])
    #expect(codes(.replicator(frame: Rect(0, 0, 9, 9), count: 3, step: turn)).isEmpty)
    #expect(codes(.replicator(count: 3, step: .translation(9, 0))).isEmpty)
  }

  @Test func `a matrix that cannot be blended is told, one of scale 0 grows and is not`() {
    let parallel = Transform3D(numbers: [1, 1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1])
    func growing(_ from: Transform3D) -> AnimationValues {
      .basic(
        "transform", from: .transform(LayerTransform(from)), to: .transform(.identity))
    }
    #expect(codes(Layer(.plain).animated(by: growing(parallel))) == [.matrixSteps])
    #expect(
      codes(Layer(.plain).animated(by: .group([.group([growing(parallel)])]))) == [.matrixSteps])
    #expect(codes(Layer(.plain).animated(by: growing(.scale(0, 0, 0)))).isEmpty)
    let steps = AnimationValues.keyframes(
      "transform", [.transform(LayerTransform(parallel)), .transform(.identity)], mode: .discrete)
    #expect(codes(Layer(.plain).animated(by: steps)).isEmpty)
  }

  @Test func `a delay as long as the clip is told`() {
    #expect(codes(clip: 2, .replicator(count: 3, delay: 1)) == [.delayBeyondClip])
    #expect(codes(clip: 2.5, .replicator(count: 3, delay: 1)).isEmpty)
  }
}

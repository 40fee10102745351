// Target `words` of `tools/fuzz`: parses arbitrary text as an SVG path and as a key path of an animation. A path or key path that
// parses must have finite numbers and be equal after saving and opening a document.
import StrettoDocument
import StrettoGeometry
import StrettoLayers

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  let text = String(decoding: UnsafeBufferPointer(start: start, count: size), as: UTF8.self)
  readAsPath(text)
  for kind in LayerKind.allCases { readAsKeyPath(text, kind) }
  return 0
}

/// Works like `precondition`, also in an optimised build.
private func law(_ holds: Bool, _ what: StaticString) {
  if !holds { fatalError("\(what)") }
}

private func readAsPath(_ text: String) {
  guard let path = try? Path(svg: text) else { return }
  // The path is scaled by 1/4, because the distance between two finite points may overflow.
  let small = path.map { Point($0.x / 4, $0.y / 4) }
  law(small.controlBounds?.isFinite ?? true, "a path beyond all numbers")
  let measure = PathMeasure(path)
  law(measure.length >= 0, "a length below 0")
  if let place = measure.point(at: measure.length / 3) {
    law(place.angle.isFinite, "a path's direction")
  }
  let shape = Layer(.shape)
  shape.values.shape.path = path
  let scene = Scene(size: Size(9, 9))
  guard (try? scene.root.addSublayer(shape)) != nil else { fatalError("a tree of two layers") }
  law(copy(of: scene).root.sublayers.first?.values.shape.path == path, "another path")
}

private func readAsKeyPath(_ text: String, _ kind: LayerKind) {
  guard let path = try? PropertyPath(text, kind: kind) else { return }
  let again = try? PropertyPath(path.words(for: kind), kind: kind)
  law(again == path, "a key path that leads elsewhere")
  guard kind != .glyph, path.isAnimatable, kind == .plain || path.cell != nil else { return }
  var values = AnimationValues(.basic)
  values.aim(at: path, text)
  let layer = Layer(kind)
  let scene = Scene(size: Size(9, 9))
  guard (try? layer.addAnimation(values, forKey: text)) != nil else { return }
  guard (try? scene.root.addSublayer(layer)) != nil else { fatalError("a tree of two layers") }
  let read = copy(of: scene).root.sublayers.first?.animations.first
  law(read?.path == path && read?.key == text, "another animation")
}

/// Returns the scene that results from saving `scene` and opening the document.
private func copy(of scene: Scene) -> Scene {
  guard let bytes = try? SceneDocument.write(scene) else { fatalError("a scene cannot be saved") }
  let copy = bytes.withUnsafeBytes {
    try? SceneDocument.scene($0, DocumentSource(), isAllowed: { _ in true })
  }
  guard let copy else { fatalError("what was saved cannot be opened") }
  return copy
}

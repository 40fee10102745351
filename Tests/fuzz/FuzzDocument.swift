// Target `document` of `tools/fuzz`: opens arbitrary bytes as a document. Bytes that are a document must give an equal document
// after saving and opening, and all other bytes must raise an error.
import StrettoDocument
import StrettoLayers

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ size: Int) -> CInt {
  guard size > 0, let scene = open(UnsafeRawBufferPointer(start: start, count: size)) else {
    return 0
  }
  guard let first = save(scene) else { fatalError("what was opened cannot be saved") }
  guard let again = first.withUnsafeBytes({ open($0) }), let second = save(again) else {
    fatalError("what was saved cannot be opened")
  }
  precondition(first == second, "saved, opened and saved again it is not the same")
  return 0
}

private func open(_ bytes: UnsafeRawBufferPointer) -> Scene? {
  try? SceneDocument.scene(bytes, DocumentSource()) { $0.width <= 4096 && $0.height <= 4096 }
}

private func save(_ scene: Scene) -> [UInt8]? {
  try? SceneDocument.write(scene)
}

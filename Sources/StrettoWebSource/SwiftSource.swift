import StrettoDocument
import StrettoExport
import StrettoGeometry
import StrettoLayers

/// Writes a document as Swift source for Core Animation. Returns 0, or the kind of an error, whose message is then the answer.
@_expose(wasm, "stretto_swift_source") @_cdecl("stretto_swift_source")
public func swiftSource(_ bytes: UnsafeRawPointer, _ size: Int32) -> Int32 {
  attempt { () throws(WebError) in
    let document = UnsafeRawBufferPointer(start: bytes, count: Int(size))
    do throws(DocumentError) {
      let scene = try SceneDocument.scene(document, DocumentSource(), isAllowed: { _ in true })
      Answer.give(try source(of: scene))
    } catch {
      throw WebError(error)
    }
  }
}

private func source(of scene: Scene) throws(DocumentError) -> String {
  do throws(ExportError) {
    return try StrettoExport.swiftSource(of: scene)
  } catch {
    throw DocumentError(error.sentence, kind: .limit)
  }
}

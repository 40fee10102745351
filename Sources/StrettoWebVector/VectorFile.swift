import StrettoDocument
import StrettoGeometry
import StrettoLayers
import StrettoVector

/// Writes a document as animated SVG (format 0) or Lottie (format 1). Returns 0, or the kind of an error, whose message is then
/// the answer.
///
/// - Parameter duration: Seconds of the file; NaN for the scene's loop.
@_expose(wasm, "stretto_vector_file") @_cdecl("stretto_vector_file")
public func vectorFile(
  _ bytes: UnsafeRawPointer, _ size: Int32, _ format: Int32, _ duration: Double
) -> Int32 {
  attempt { () throws(WebError) in
    let scene = try scene(in: UnsafeRawBufferPointer(start: bytes, count: Int(size)))
    var options = VectorOptions()
    options.duration = duration.isNaN ? nil : duration
    do throws(VectorError) {
      let write = format == 0 ? animatedSVG(of:_:_:) : lottie(of:_:_:)
      Answer.give(try write(scene, options, .never))
    } catch {
      throw WebError(error.isLimit ? .limit : .invalid, error.sentence)
    }
  }
}

private func scene(in document: UnsafeRawBufferPointer) throws(WebError) -> Scene {
  do throws(DocumentError) {
    return try SceneDocument.scene(document, DocumentSource(), isAllowed: { _ in true })
  } catch {
    throw WebError(error)
  }
}

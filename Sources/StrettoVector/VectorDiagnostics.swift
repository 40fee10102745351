import StrettoGeometry
import StrettoLayers
import StrettoQuestions

/// A file format of vector animations.
public enum VectorFormat: Int32, Sendable {
  case svg = 0
  case lottie = 1
}

extension Scene {
  /// The layers that a vector file shows as pictures if its fallback is pictures. The diagnosis of a scene draws no pictures.
  ///
  /// - Throws: Every error of writing the file, except errors of drawing pictures.
  public func vectorDiagnostics(
    _ format: VectorFormat, _ options: VectorOptions, _ cancellation: Cancellation
  ) throws(VectorError) -> [Diagnostic] {
    var options = options
    options.fallback = .image
    let abilities =
      switch format {
      case .svg: VectorOptions.svgAbilities
      case .lottie: VectorOptions.lottieAbilities
      }
    let reader = try TreeReader(self, options, abilities, cancellation, drawsPictures: false)
    _ = try reader.tree()
    return reader.fallbacks
  }
}

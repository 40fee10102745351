import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText

extension PresentationError {
  /// A sentence that says which limit the scene exceeds, or which content cannot be shown.
  public var sentence: String {
    switch self {
    case .cancelled: "the call was cancelled"
    case .noMemory: "there is no memory for what lies under the point"
    case .tooManyCopies:
      "the scene has more than \(Int(Presenter.copyLimit)) copies of layers and particles; a portal counts as "
        + "\(Int(Presenter.portalWeight))"
    case .tooManyCorners(let most):
      "the shapes under the point have more than \(most) corners of curves and strokes together"
    case .tooManyHitRecords(let most):
      "more than \(most) copies, layers and letters may paint at the point"
    case .tooManyPairs:
      "the layers of a 3-D space overlap in more than \(DepthOrder.pairLimit) pairs"
    case .tooManyElements:
      "paths and gradients that each copy has for itself have more than \(Presenter.elementLimit) elements "
        + "and colours together"
    case .tooManyGlyphPixels:
      "the bitmaps of the glyphs have more than \(Presenter.glyphPixelLimit) pixels together"
    case .emitterTooOld:
      "an emitter whose birthRate changes without repeating can be seen up to "
        + "\(Int(Presenter.emitterTimeLimit)) s after its start"
    case .tooDeep:
      "through portals and view replicators the tree is more than \(Layer.depthLimit) layers deep"
    case .stackTooSmall(let depth):
      "the stack of this thread ends \(depth) layers down the tree; one of 8 MiB has room for any "
        + "\(Layer.depthLimit)"
    }
  }
}

/// The reason why a layer tree cannot be shown. The property `sentence` explains each case of the error.
public enum PresentationError: Error, Equatable {
  case tooManyCopies, tooManyPairs, tooManyElements, tooManyGlyphPixels, tooDeep, noMemory,
    cancelled
  /// An emitter is too old: its birth rate would be summed over more than `Presenter.emitterTimeLimit`, or its particles live for
  /// longer.
  case emitterTooOld
  case stackTooSmall(depth: Int)
  /// A hit test of one point has more than `most` hit records.
  case tooManyHitRecords(most: Int)
  /// The shapes under the point of a hit test have more than `most` corners.
  case tooManyCorners(most: Int)
}

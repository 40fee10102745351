import StrettoLayers

extension PresentationError {
  /// Says what the scene has too much of, or what it cannot show.
  public var sentence: String {
    switch self {
    case .cancelled: "the call was cancelled"
    case .noMemory: "there is no memory for what lies under the point"
    case .tooManyCopies:
      "the scene has more than \(Int(Presenter.copyLimit)) copies of layers and particles"
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

extension TimeMapError {
  /// Why the copy that was named cannot be asked about.
  public var sentence: String {
    switch self {
    case .tooManyIndices(let replicators):
      "the layer has \(replicators == 1 ? "1 replicator" : "\(replicators) replicators") around it: "
        + "at most that many indices name a copy"
    case .indexOutOfRange(let position, let count):
      "index \(position) of the copy is out of range; "
        + "\(count == Int.max ? "0 and more" : "0 to \(count - 1)") is allowed"
    case .notInTree: "the layer is not in this scene"
    case .tooManyCopies: PresentationError.tooManyCopies.sentence
    case .cancelled: PresentationError.cancelled.sentence
    case .tooDeep: PresentationError.tooDeep.sentence
    }
  }
}

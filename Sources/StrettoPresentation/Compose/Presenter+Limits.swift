import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText

extension Presenter {
  /// Adds `count` layer instances to the frame's total, which is limited.
  func countLayerInstances(_ count: Double) throws(PresentationError) {
    guard cancellation.shouldContinue() else { throw .cancelled }
    frame.layerInstances += count
    if frame.layerInstances > Presenter.copyLimit { throw .tooManyCopies }
    if list.bytes + frame.traceBytes >= frame.nextBytes { try countMemory() }
  }

  /// Throws an error if there are too many hit records, or if the display list, the hit records and the next copies exceed the
  /// memory limit. The caller calls `countMemory` before it writes the next copies.
  func countMemory(nextCopies: Int = 0) throws(PresentationError) {
    if hitRecords.count > hitRecordLimit { throw .tooManyHitRecords(most: hitRecordLimit) }
    let bytes = list.bytes + frame.traceBytes + nextCopies * MemoryLayout<Copy>.stride
    frame.nextBytes = bytes + Frame.countedBytes
    defer { frame.bytes = bytes }
    guard MemoryWatch.reserve(bytes - frame.bytes, for: .displayList) else { throw .cancelled }
  }

  var remainingInstances: Double { Presenter.copyLimit - frame.layerInstances }

  func countElements() throws(PresentationError) {
    if list.paths.count == frame.written.paths, list.gradients.count == frame.written.gradients {
      return
    }
    let before = frame.written.elements
    for path in list.paths[frame.written.paths...] { frame.written.elements += path.elements.count }
    for gradient in list.gradients[frame.written.gradients...] {
      frame.written.elements += gradient.stops.count
    }
    (frame.written.paths, frame.written.gradients) = (list.paths.count, list.gradients.count)
    guard cancellation.shouldContinue(work: frame.written.elements - before) else {
      throw .cancelled
    }
    if frame.written.elements > Presenter.elementLimit { throw .tooManyElements }
  }

  /// Begins the level of the tree below a layer and checks the stack. A tree of replicators with `Layer.depthLimit` levels fits
  /// into 512 KiB of stack. Layers with shadows, or layers that leave their plane, take more stack.
  func descend(_ presented: PresentedLayer) throws(PresentationError) {
    presented.context.depth += 1
    let depth = presented.context.depth
    if depth > Layer.depthLimit { throw .tooDeep }
    if depth >= 8, stack.isBelow(Presenter.levelStackSize) { throw .stackTooSmall(depth: depth) }
  }

  /// Checks the stack if there are colour fonts among `fonts`. A colour font needs more stack, because the graph of paints of a
  /// glyph may be 32 levels deep and bitmaps are decoded.
  func checkStack(for fonts: [Font], _ context: WalkContext) throws(PresentationError) {
    if fonts.contains(where: { $0.hasColorGlyphs }), stack.isBelow(Presenter.colorGlyphStackSize) {
      throw .stackTooSmall(depth: context.depth)
    }
  }
}

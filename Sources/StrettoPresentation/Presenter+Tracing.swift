import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// Which appearance of which layer painted an item of the display list.
public struct Trace {
  /// Index of the item. Of particles, that of the `copies` item around all of them.
  public let item: Int
  public let layer: Layer
  /// The copy, as the indices of the replicators around the layer, outermost first.
  public let copy: [Int]
  /// From the layer's coordinates to the space around the item.
  public let plane: PlaneTransform
}

extension Presenter {
  /// Fills `list`, with every copy written out, and `traces` with who painted what; masks are not told.
  public func trace(_ root: Layer, at time: Double) throws(PresentationError) {
    traces.removeAll(keepingCapacity: true)
    isTracing = true
    defer { isTracing = false }
    try present(root, at: time)
  }

  /// Notes who painted the item that was written last.
  func noteTrace(_ presented: PresentedLayer, item: Int) {
    guard isTracing, masksAround == 0 else { return }
    let (painter, copy) = painter(presented.layer)
    traces.append(Trace(item: item, layer: painter, copy: copy, plane: presented.plane))
  }

  /// Takes items back, and what was noted of them.
  func removeItems(from index: Int) {
    list.items.removeSubrange(index...)
    while let last = traces.last, last.item >= index { traces.removeLast() }
  }

  /// Visits a mask: it is no place where its layers are painted.
  func visitMask(_ mask: Layer, at placement: Placement) throws(PresentationError) {
    let outerCopy = copy
    copy = copyOfMask(mask)
    masksAround += 1
    defer {
      masksAround -= 1
      copy = outerCopy
    }
    try visit(mask, at: placement)
  }
}

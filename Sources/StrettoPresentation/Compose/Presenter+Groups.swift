import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

extension Presenter {
  /// Writes a group with its content and its mask, unless the content is empty.
  func drawGroup(
    opacity: Double = 1, effects: Effects? = nil, mask: (PlanNode.Reference, Placement)? = nil,
    clip: () -> Clip? = { nil }, _ content: () throws(PresentationError) -> Void
  ) throws(PresentationError) {
    let group = list.beginGroup()
    try content()
    let end = list.items.count
    if let mask, end > group + 1 {
      var maskPlacement = mask.1
      maskPlacement.context.isMaskOrShadow = true
      try visit(mask.0, at: maskPlacement)
    }
    list.endGroup(
      group, opacity: opacity, clip: clip(), contentEnd: end, hasMask: mask != nil,
      effects: effects)
  }

  @inline(__always)
  func faded(
    _ opacity: Double?, _ draw: () throws(PresentationError) -> Void
  ) throws(PresentationError) {
    guard let opacity else { return try draw() }
    try drawGroup(opacity: opacity, draw)
  }

  /// Draws content inside the layer's rounded bounds if the layer clips to its bounds.
  @inline(__always)
  func clipped(
    to presented: PresentedLayer, _ draw: () throws(PresentationError) -> Void
  ) throws(PresentationError) {
    guard presented.values.masksToBounds else { return try draw() }
    try drawGroup(clip: { boundsClip(presented) }, draw)
  }

  func boundsClip(_ presented: PresentedLayer) -> Clip {
    Clip(shape: list.shape(of: presented.shown.box), transform: presented.plane)
  }
}

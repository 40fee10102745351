import StrettoGeometry

/// A display-list item that a layer paints, with its containers. A container is a group or a copy around items.
struct PaintedItem {
  /// The index of the display-list item: a `draw` item, or the `copies` item of all particles of an emitter cell.
  var item: Int
  var hitID: Int
  /// The index of the innermost container around the item, or -1 if there is none.
  var container: Int
  /// The transform from the space around the item to the scene.
  var transform: PlaneTransform
}

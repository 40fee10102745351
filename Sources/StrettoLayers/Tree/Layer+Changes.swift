extension Layer {
  /// Counts a change of this layer's values or animations. Every property of `Layer` that affects a picture calls `noteChange` in
  /// `didSet`.
  ///
  /// - Parameter ofNames: True if names, sublayers, masks or sources have changed.
  func noteChange(ofNames: Bool = false) {
    changes.own &+= 1
    var changed: Layer? = self
    while let layer = changed {
      layer.changes.subtree &+= 1
      if ofNames { layer.changes.names &+= 1 }
      changed = layer.superlayer
    }
  }

  /// Counts a change of the layers that this layer contains or shows.
  func noteNewParts() {
    changes.parts &+= 1
    noteChange(ofNames: true)
  }
}

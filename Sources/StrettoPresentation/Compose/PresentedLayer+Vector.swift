import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

// What writers of vector files ask: each layer in its own coordinates, and one thing that it paints at a time.

extension Placement {
  /// This place, moved in the coordinates of the display list.
  package func moved(by shift: Point) -> Placement {
    var placement = self
    placement.plane = plane * .translation(shift.x, shift.y)
    return placement
  }

  /// The plane of the space around, where it is not that of the superlayer: a proxy stretches its source.
  package var outerPlane: PlaneTransform { plane }
  /// Transform between the layer's own geometry and the superlayer: of a copy, and of `sublayerTransform`.
  package var instanceTransform: Transform3D { step ?? .identity }
}

extension PresentedLayer {
  /// Gives up the layer's place in its superlayer: what it shows is then asked for in its own coordinates.
  ///
  /// - Returns: the transform from the layer's own coordinates to the space that it was presented in.
  package func takePlane() -> PlaneTransform {
    defer { place.plane = .identity }
    return plane
  }

  /// Whether an odd number of layers around it flip its geometry.
  package var isTurnedOver: Bool { isFlipped }
  /// Whether anything of the layer can be seen.
  package var isShown: Bool { isVisible }
  /// Opacity of the layer's picture as a whole.
  package var groupOpacity: Double { opacityForEach < 1 ? 1 : opacity.clamped(to: 0...1) }
  /// Opacity that each thing which the layer paints takes for itself; 1 where the picture fades as a whole.
  package var paintOpacity: Double { opacityForEach.clamped(to: 0...1) }
  /// The shape that what the layer shows is clipped to, if the layer clips to its bounds.
  package func clipShape(_ list: inout DisplayList) -> Shape? {
    values.masksToBounds ? list.shape(of: values.box) : nil
  }
}

/// A place of the walk at which something is painted.
package enum PaintSlot: Int, CaseIterable, Sendable {
  case background, contents, shape, border

  fileprivate var paint: LayerPaint {
    switch self {
    case .background: .background
    case .contents: .contents
    case .shape: .shape
    case .border: .border
    }
  }
}

extension Presenter {
  /// Writes one of the things that a layer paints itself, in its own coordinates, as the only items of `list`.
  package func paint(_ slot: PaintSlot, of presented: PresentedLayer) {
    list.items.removeAll(keepingCapacity: true)
    let place = PaintPlace(
      plane: .identity,
      imagePlane: presented.isFlipped ? presented.values.bounds.mirror : nil, painter: -1)
    if slot == .shape, presented.layer.kind == .glyph { return drawGlyphs(presented, place) }
    var path = -1
    if slot == .shape, case .shape(let shape) = presented.values.specific, let outline = shape.path,
      shape.isDrawn
    {
      list.paths.append(outline)
      path = list.paths.count - 1
    }
    list.paint(slot.paint, of: presented.shown, path: path, place)
  }
}

extension Presenter {
  /// Fills `list` with one layer of a tree and all that it shows, at a place, as the only picture.
  package func present(
    _ layer: Layer, below root: Layer, at place: Placement, copy: [Int], time: Double
  ) throws(PresentationError) {
    try write(root, at: time) { plan throws(PresentationError) in
      guard let node = plan.node(of: layer) else { return }
      var placement = place
      for k in copy { frame.enterCopy(k, &placement.context) }
      try visit(node, at: placement)
    }
  }
}

extension Presenter {
  /// Empties `list`, for a layer that is not there.
  package func clear() {
    list = DisplayList()
    forgetList()
  }
}

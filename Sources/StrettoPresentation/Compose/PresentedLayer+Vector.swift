import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

// The functions in PresentedLayer+Vector.swift are for writers of vector files, which need each layer in its own coordinates and
// each paint of a layer separately.

extension Placement {
  /// This placement, translated by `shift` in the coordinates of the display list.
  package func moved(by shift: Point) -> Placement {
    var placement = self
    placement.plane = plane * .translation(shift.x, shift.y)
    return placement
  }

  /// This placement without the transform between the layer's own geometry and the superlayer.
  package var withoutInstanceTransform: Placement {
    var placement = self
    (placement.sublayerGeometry, placement.plane) = (nil, .identity)
    return placement
  }

  /// Transform between the layer's own geometry and the superlayer: the transform of a copy, combined with `sublayerTransform`.
  package var instanceTransform: Transform3D { sublayerGeometry ?? .identity }
}

extension PresentedLayer {
  /// Removes the layer's position in its superlayer, so that the layer's content is in the layer's own coordinates.
  ///
  /// - Returns: The transform from the layer's own coordinates to the space in which the layer was presented.
  package func takePlane() -> PlaneTransform {
    defer { drawState.plane = .identity }
    return plane
  }

  /// The opacity of the layer's picture as a group.
  package var groupOpacity: Double { opacityForEach < 1 ? 1 : opacity.clamped(to: 0...1) }
  /// The opacity that applies to each paint of the layer separately; 1 if the layer's picture fades as a group.
  package var paintOpacity: Double { opacityForEach.clamped(to: 0...1) }
  /// Half the width in points of the layer's border inside the bounds if the border is opaque; nil if the border is translucent.
  package var insetOfOpaqueBorder: Double? {
    guard values.borderWidth > 0, let color = values.borderColor?.clamped, color.alpha >= 1,
      paintOpacity >= 1
    else { return nil }
    return min(values.borderWidth, min(values.bounds.width, values.bounds.height) / 2) / 2
  }
  /// The shape to which the layer's content is clipped; nil if the layer does not clip.
  package func clipShape(_ list: inout DisplayList) -> Shape? {
    values.masksToBounds ? list.shape(of: shown.box) : nil
  }
}

extension Presenter {
  /// Writes one paint of a layer, in the layer's own coordinates, as the only items of `list`.
  ///
  /// - Parameter inset: The distance in points by which the outline of a background is moved inwards.
  package func paint(_ paint: LayerPaint, of presented: PresentedLayer, insetBy inset: Double = 0) {
    list.items.removeAll(keepingCapacity: true)
    let target = PaintTarget(
      plane: .identity,
      imagePlane: presented.isFlipped ? presented.values.bounds.mirror : nil, hitID: -1)
    if paint == .shape, presented.layer.kind == .glyph { return drawGlyphs(presented, target) }
    var path = -1
    if paint == .shape, case .shape(let shape) = presented.values.specific,
      let outline = shape.path,
      shape.isDrawn
    {
      list.paths.append(outline)
      path = list.paths.count - 1
    }
    list.paint(paint, of: presented.shown, path: path, target)
    if paint == .background, inset > 0 {
      let shape = list.shape(of: presented.shown.box.insetBy(inset))
      for index in list.items.indices {
        guard case .draw(var draw) = list.items[index] else { continue }
        draw.shape = shape
        list.items[index] = .draw(draw)
      }
    }
  }
}

extension Presenter {
  /// Writes one layer of a tree with its content at a placement, as the root picture of `list`.
  package func present(
    _ layer: Layer, below root: Layer, at outer: Placement, copy: [Int], time: Double
  ) throws(PresentationError) {
    try write(root, at: time) { plan throws(PresentationError) in
      guard let node = plan.node(of: layer) else { return }
      var placement = outer
      for k in copy { frame.enterCopy(k, &placement.context) }
      try visit(node, at: placement)
    }
  }
}

extension Presenter {
  /// Replaces the display list by an empty display list, for a layer that is not shown.
  package func clear() {
    list = DisplayList()
    forgetList()
  }
}

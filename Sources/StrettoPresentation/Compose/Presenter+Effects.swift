import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

extension Presenter {
  /// Draws a layer that may have a shadow, filters or a blend mode (docs/core-animation.md, section 21).
  func drawWithEffects(_ presented: PresentedLayer, _ node: PlanNode.Reference)
    throws(PresentationError)
  {
    let effectValues = presented.values.effectValues
    presented.context.isInSharedSubpicture = true
    let mask = node.pointee.links.mask.map { ($0, presented.maskPlacement) }
    try drawBackdrop(presented, effectValues.backgroundFilters, mask)
    let isShared = effectValues.allowsGroupOpacity || presented.opacity >= 1
    let (effects, cast) = effects(presented, effectValues, hasMask: mask != nil)
    let opacity = isShared ? presented.opacity : 1
    // The sublayers and paints of a layer fade separately unless they share the layer's opacity.
    let fading = isShared ? nil : presented.opacity
    guard opacity < 1 || mask != nil || effects != nil || cast != nil else {
      return try drawInside(presented, node, fading: fading)
    }
    // If the shadow is drawn separately, the picture is made first, because filters need the picture, and blending content must
    // not blend with the shadow (docs/core-animation.md, section 25).
    var (outer, inner) = (effects, nil as Effects?)
    if cast != nil, effects?.filters.isEmpty == false || effects?.pixelsPerPoint != nil {
      outer?.filters = []
      outer?.pixelsPerPoint = nil
      inner = effects
      inner?.blend = .sourceOver
    } else if cast != nil, effectValues.allowsGroupBlending {
      inner = Effects(space: presented.plane)
    }
    let clips = !effectValues.filters.isEmpty && presented.values.masksToBounds
    try drawGroup(
      opacity: opacity, effects: outer, mask: mask, clip: { clips ? boundsClip(presented) : nil }
    ) { () throws(PresentationError) in
      let start = list.items.count
      if let cast { try drawShadow(cast, presented, node, effectValues.shadowPath) }
      let content = list.items.count
      if let inner {
        try drawGroup(effects: inner) { () throws(PresentationError) in
          try drawInside(presented, node, fading: fading)
        }
      } else {
        try drawInside(presented, node, fading: fading)
      }
      // A layer that paints nothing casts no shadow.
      if list.items.count == content { list.items.removeSubrange(start...) }
    }
  }

  /// The effects on the layer's picture, and the effects of a shadow that is drawn separately. If the layer's picture has no
  /// effects, the first result is nil, and if no shadow is drawn separately, the second result is nil.
  private func effects(_ presented: PresentedLayer, _ effectValues: EffectValues, hasMask: Bool)
    -> (Effects?, cast: Shadow?)
  {
    // A proxy shows the effects of its source and ignores its own effects.
    if presented.layer.kind == .proxy { return (nil, nil) }
    var effects = Effects(space: presented.plane)
    effects.filters = effectValues.filters.drawn(in: presented.values.bounds)
    if effectValues.compositingFilter != .normal { effects.blend = effectValues.compositingFilter }
    effects.mixesByCoverage = effects.blend.clears
    var shadow = hasMask || presented.values.masksToBounds ? nil : effectValues.shadow
    let isApart = effectValues.shadowPath != nil || !effectValues.allowsGroupBlending
    effects.isIsolated =
      effectValues.allowsGroupBlending || hasMask || !effects.filters.isEmpty
      || effects.blend != .sourceOver
    var isPlain =
      effects.filters.isEmpty && effects.blend == .sourceOver && effects.isIsolated
      && (shadow == nil || isApart)
    if effectValues.shouldRasterize {
      effects.pixelsPerPoint = effectValues.rasterizationScale
      // Rasterising a picture without effects at the frame's resolution must not change the picture, so blend modes inside the
      // picture must use the outer backdrop.
      if isPlain { effects.isIsolated = presented.opacity < 1 || hasMask }
      isPlain = false
    }
    var cast: Shadow?
    if isApart, shadow != nil {
      shadow?.isAlone = true
      (cast, shadow) = (shadow, nil)
    }
    effects.shadow = shadow
    return (isPlain ? nil : effects, cast)
  }

  /// Draws a separate shadow, of a shadow path or of the picture that is drawn after the shadow.
  private func drawShadow(
    _ shadow: Shadow, _ presented: PresentedLayer, _ node: PlanNode.Reference, _ path: Path?
  ) throws(PresentationError) {
    var effects = Effects(space: presented.plane)
    effects.shadow = shadow
    try drawGroup(effects: effects) { () throws(PresentationError) in
      guard let path else {
        // Hit tests ignore the shadow of a layer.
        let context = presented.context
        presented.context.isMaskOrShadow = true
        defer { presented.context = context }
        return try drawInside(presented, node)
      }
      list.paths.append(path)
      list.draw(.fill(path: list.paths.count - 1, rule: .nonZero), .color(.black), presented.plane)
    }
  }

  /// Draws the filtered backdrop inside the layer's bounds and its mask.
  private func drawBackdrop(
    _ presented: PresentedLayer, _ filters: [FilterValues], _ mask: (PlanNode.Reference, Placement)?
  ) throws(PresentationError) {
    let drawn = filters.drawn(in: presented.values.bounds)
    guard !drawn.isEmpty, !presented.values.bounds.isEmpty,
      presented.layer.kind != .proxy
    else { return }
    var effects = Effects(space: presented.plane)
    effects.filters = drawn
    list.effects.append(effects)
    let item = Item.draw(
      Draw(
        shape: list.shape(of: presented.shown.box), paint: .backdrop(list.effects.count - 1),
        transform: presented.plane))
    guard mask != nil else { return list.items.append(item) }
    var around = Effects(space: .identity)
    around.isIsolated = false
    try drawGroup(effects: around, mask: mask) { list.items.append(item) }
  }
}

extension EffectValues {
  fileprivate var shadow: Shadow? {
    guard shadowOpacity > 0, var color = shadowColor?.clamped, color.alpha > 0 else { return nil }
    color.alpha *= min(shadowOpacity, 1)
    return Shadow(
      color: color, offset: Point(shadowOffset.width, shadowOffset.height),
      radius: max(0, shadowRadius))
  }
}

extension FilterValues {
  fileprivate func drawn(in bounds: Rect) -> Filter? {
    if let matrix { return matrix == .identity ? nil : .colorMatrix(matrix) }
    return radius > 0 ? .gaussianBlur(radius: radius, edges: normalizesEdges ? bounds : nil) : nil
  }
}

extension [FilterValues] {
  fileprivate func drawn(in bounds: Rect) -> [Filter] {
    var all: [Filter] = []
    for values in self { if let filter = values.drawn(in: bounds) { all.add(filter) } }
    return all
  }
}

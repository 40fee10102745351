import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

extension Presenter {
  /// A layer that may have a shadow, filters, or another way of meeting what lies below (semantics section 21).
  func drawLit(_ presented: PresentedLayer, _ node: PlanNode.Reference)
    throws(PresentationError)
  {
    let (light, mask) = (presented.values.light, node.pointee.mask)
    placesElsewhere += 1
    defer { placesElsewhere -= 1 }
    try drawBackdrop(presented, light.backgroundFilters, mask)
    let isShared = light.allowsGroupOpacity || presented.opacity >= 1
    let (effects, cast) = effects(presented, light, hasMask: mask != nil)
    let opacity = isShared ? presented.opacity : 1
    guard opacity < 1 || mask != nil || effects != nil || cast != nil else {
      return try drawParts(presented, node, isShared: isShared)
    }
    let group = list.beginGroup()
    if let cast { try drawShadow(cast, presented, node, light.shadowPath) }
    let content = list.items.count
    let isInner = cast != nil && effects?.needsPicture ?? false
    let inner = isInner ? list.beginGroup() : nil
    try drawParts(presented, node, isShared: isShared)
    if let inner {
      list.endGroup(inner, contentEnd: list.items.count, effects: effects?.withoutBlending)
    }
    let contentEnd = list.items.count
    // What paints nothing casts no shadow, and needs no mask.
    if contentEnd == content { return list.items.removeSubrange(group...) }
    if let mask { try visitMask(mask, at: presented.maskPlacement) }
    let clips = !light.filters.isEmpty && presented.values.masksToBounds
    list.endGroup(
      group, opacity: opacity,
      clip: clips
        ? Clip(shape: list.boundsShape(presented.values), transform: presented.plane) : nil,
      contentEnd: contentEnd, hasMask: mask != nil,
      effects: isInner ? effects?.withoutPicture : effects)
  }

  /// The layer's own paint and its sublayers; each at the layer's opacity unless they share it.
  private func drawParts(
    _ presented: PresentedLayer, _ node: PlanNode.Reference, isShared: Bool
  ) throws(PresentationError) {
    try drawInside(presented, node, fading: isShared ? nil : presented.opacity)
  }

  /// What happens to the layer's picture, and what casts a shadow apart from it; nil for nothing.
  private func effects(_ presented: PresentedLayer, _ light: LightValues, hasMask: Bool)
    -> (Effects?, cast: Shadow?)
  {
    // A proxy shows its source's; its own count for nothing.
    if presented.layer.kind == .proxy || isTracing { return (nil, nil) }
    var effects = Effects(space: presented.plane)
    effects.filters = light.filters.compactMap { $0.drawn(in: presented.values.bounds) }
    if light.compositingFilter != .normal { effects.blend = light.compositingFilter }
    effects.mixesByCoverage = effects.blend.clears
    var shadow = hasMask || presented.values.masksToBounds ? nil : light.shadow
    let isApart = light.shadowPath != nil || !light.allowsGroupBlending
    effects.isIsolated =
      light.allowsGroupBlending || hasMask || !effects.filters.isEmpty
      || effects.blend != .sourceOver
    var isPlain =
      effects.filters.isEmpty && effects.blend == .sourceOver && effects.isIsolated
      && (shadow == nil || isApart)
    if light.shouldRasterize {
      effects.pixelsPerPoint = light.rasterizationScale
      // As many pixels as are shown change nothing: what blends inside reaches as far as it did.
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

  /// A shadow for itself: of a path, or of the picture that is drawn after it.
  private func drawShadow(
    _ shadow: Shadow, _ presented: PresentedLayer, _ node: PlanNode.Reference, _ path: Path?
  ) throws(PresentationError) {
    var effects = Effects(space: presented.plane)
    effects.shadow = shadow
    let group = list.beginGroup()
    if let path {
      list.paths.append(path)
      list.items.append(
        .draw(
          Draw(
            shape: .fill(path: list.paths.count - 1, rule: .nonZero), paint: .color(.black),
            transform: presented.plane)))
    } else {
      try drawInside(presented, node)
    }
    list.endGroup(group, contentEnd: list.items.count, effects: effects)
  }

  /// What lies below the layer, filtered inside its bounds and its mask.
  private func drawBackdrop(
    _ presented: PresentedLayer, _ filters: [FilterValues], _ mask: PlanNode.Reference?
  ) throws(PresentationError) {
    let drawn = filters.compactMap { $0.drawn(in: presented.values.bounds) }
    guard !drawn.isEmpty, !isTracing, !presented.values.bounds.isEmpty,
      presented.layer.kind != .proxy
    else { return }
    var effects = Effects(space: presented.plane)
    effects.filters = drawn
    list.effects.append(effects)
    let item = Item.draw(
      Draw(
        shape: list.boundsShape(presented.values), paint: .backdrop(list.effects.count - 1),
        transform: presented.plane))
    guard let mask else { return list.items.append(item) }
    let group = list.beginGroup()
    list.items.append(item)
    let contentEnd = list.items.count
    try visitMask(mask, at: presented.maskPlacement)
    var around = Effects(space: .identity)
    around.isIsolated = false
    list.endGroup(group, contentEnd: contentEnd, hasMask: true, effects: around)
  }
}

extension DisplayList {
  /// The bounds with their round corners, which may be continuous.
  mutating func boundsShape(_ values: LayerValues) -> Shape {
    guard values.hasContinuousCorners else { return values.boundsShape }
    paths.append(
      .continuousRoundedRect(
        values.bounds, radius: values.clampedCornerRadius, corners: values.maskedCorners))
    return .fill(path: paths.count - 1, rule: .nonZero)
  }

  /// A border inside continuous corners.
  mutating func continuousBorder(_ values: LayerValues) -> Shape {
    let (bounds, width) = (values.bounds, values.borderWidth)
    var path = Path.continuousRoundedRect(
      bounds, radius: values.clampedCornerRadius, corners: values.maskedCorners)
    let inner = Path.continuousRoundedRect(
      Rect(
        bounds.x + width, bounds.y + width, bounds.width - 2 * width, bounds.height - 2 * width),
      radius: max(0, values.clampedCornerRadius - width), corners: values.maskedCorners)
    for element in inner.elements { path.append(element) }
    paths.append(path)
    return .fill(path: paths.count - 1, rule: .evenOdd)
  }
}

extension LayerValues {
  var hasContinuousCorners: Bool {
    hasLight && light.cornerCurve == .continuous && clampedCornerRadius > 0
  }
}

extension Effects {
  /// Whether the content must be a picture before anything else happens.
  fileprivate var needsPicture: Bool { !filters.isEmpty || pixelsPerPoint != nil }

  fileprivate var withoutBlending: Effects {
    var result = self
    result.blend = .sourceOver
    return result
  }

  fileprivate var withoutPicture: Effects {
    var result = self
    (result.filters, result.pixelsPerPoint) = ([], nil)
    return result
  }
}

extension LightValues {
  /// The shadow, if it can be seen.
  fileprivate var shadow: Shadow? {
    guard shadowOpacity > 0, var color = shadowColor?.clamped, color.alpha > 0 else { return nil }
    color.alpha *= min(shadowOpacity, 1)
    return Shadow(
      color: color, offset: Point(shadowOffset.width, shadowOffset.height),
      radius: max(0, shadowRadius))
  }
}

extension FilterValues {
  /// Nil for a filter that changes nothing.
  fileprivate func drawn(in bounds: Rect) -> Filter? {
    if let matrix { return matrix == .identity ? nil : .colorMatrix(matrix) }
    return radius > 0 ? .gaussianBlur(radius: radius, edges: normalizesEdges ? bounds : nil) : nil
  }
}

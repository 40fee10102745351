import StrettoGeometry
import StrettoLayers
import StrettoPresentation

// Finds layers that are never seen. A layer is not reported as invisible if an animation, a state or the values of a single copy
// may make the layer visible. A layer that the author deliberately hides, makes transparent or covers is reported only if the
// layer is hidden and animated.

extension Layer {
  /// The reason why this layer is never seen, or nil if the layer may be seen.
  func reasonInvisible(in scene: Scene, _ transform: PlaneTransform?) -> (
    code: Diagnostic.Code, keyPath: String
  )? {
    if let around = superlayer, around.mask !== self, around.source !== self,
      around.kind == .proxy || (around.kind == .viewReplicator && kind != .proxy)
    {
      return (.sublayerNotShown, "")
    }
    if isShownWithoutSize { return (.noSize, PropertyName.bounds) }
    guard !values.isHidden, copyValues.isEmpty, kind != .glyph else { return nil }
    if kind == .text {
      if isMostlyOutside(scene, transform) { return (.mostlyOutside, PropertyName.position) }
      return hasColorOfBackground(in: scene)
        ? (.colorOfBackground, PropertyName.foregroundColor) : nil
    }
    let paintsInside = (values.paintsInBounds && !keepsDepth) || kind == .proxy
    if !paintsInside, let missing = missingPaint {
      if !mayAnimate(.paints) { return (.nothingToPaint, missing) }
      // The path of a shape layer is drawn even if the bounds of the layer have no area.
      return kind != .shape && lacksSize ? (.noSize, PropertyName.bounds) : nil
    }
    let clips = values.masksToBounds && !sublayers.isEmpty && !keepsDepth
    if clips || (paintsInside && outline == nil), lacksSize {
      return (.noSize, PropertyName.bounds)
    }
    if let transform, let box = painted, staysInside,
      !transform.boundingBox(of: box).meets(scene.root.values.bounds)
    {
      return (.outside, PropertyName.position)
    }
    return isMostlyOutside(scene, transform) ? (.mostlyOutside, PropertyName.position) : nil
  }

  /// True if the bounds of the layer never have an area, and everything that the layer paints lies within its bounds.
  private var lacksSize: Bool {
    values.bounds.isEmpty && values.effectValues.shadowPath == nil && !values.contentsKeepSize
      && !mayAnimate(.sizes)
  }

  /// True if the layer never paints outside the box in which the layer paints with its model values.
  private var staysInside: Bool {
    !values.hasEffects && !values.contentsKeepSize && stateTrack == nil
      && (!animatedAspects.contains(.content) || !animates { !$0.traits.contains(.staysInside) })
  }

  /// True if the layer does not move, has the position (0, 0), and lies with at least three quarters of its area outside the
  /// scene.
  private func isMostlyOutside(_ scene: Scene, _ transform: PlaneTransform?) -> Bool {
    // A shape layer with animations may start outside the scene on purpose, for example a line that is drawn gradually.
    guard let transform, values.position == .zero, staysInside,
      kind != .shape || animatedAspects.isEmpty,
      let box = kind == .text ? textBox : painted, !box.isEmpty
    else { return false }
    let (here, all) = (transform.boundingBox(of: box), scene.root.values.bounds)
    let width = min(here.maxX, all.maxX) - max(here.minX, all.minX)
    let height = min(here.maxY, all.maxY) - max(here.minY, all.minY)
    return max(0, width) * max(0, height) <= here.width * here.height * (0.25 + 1e-9)
  }

  /// The bounds of a text whose letters stay at the positions of the text layout, or nil for other texts.
  private var textBox: Rect? {
    let replicator = values.replicator
    let isStatic =
      source?.animatedAspects.isEmpty ?? true && values.text.path == nil
      && replicator.instanceTransform == .identity && replicator.instanceTransforms.isEmpty
    return isStatic && !values.text.shownString.isEmpty ? values.bounds : nil
  }

  /// True if a text has the colour of the scene's background and lies directly on the background.
  ///
  /// Only a text that is the lowest layer of the scene is reported, and only if its colour never changes and no blend mode of
  /// another layer can make the text visible.
  private func hasColorOfBackground(in scene: Scene) -> Bool {
    let (text, replicator, background) = (values.text, values.replicator, scene.background)
    guard superlayer === scene.root, scene.root.sublayers.first === self, background.alpha == 1,
      let color = text.foregroundColor, color == background, !text.shownString.isEmpty,
      text.ranges.isEmpty, !text.mayHaveEmoji, !values.paintsInBounds, sublayers.isEmpty,
      replicator.instanceColors.isEmpty, replicator.instanceColor ?? .white == .white,
      !replicator.hasColorOffsets, keepsColor, portals.isEmpty,
      let glyph = source, glyph.keepsColor, glyph.copyValues.isEmpty, glyph.showsPlainText
    else { return false }
    let root = scene.root.values
    return !root.paintsInBounds && !root.hasEffects
      && scene.root.sublayers.allSatisfy {
        let effectValues = $0.values.effectValues
        return effectValues.compositingFilter == .normal && effectValues.backgroundFilters.isEmpty
          && $0.values.zPosition >= 0 && !$0.animatedAspects.contains(.depth)
      }
  }

  /// True if the layer has no shadow and no filters, and no animation of the layer's colours or z position.
  private var keepsColor: Bool {
    !values.hasEffects && !animatedAspects.contains(.depth) && stateTrack == nil
      && !animates { !$0.traits.contains(.keepsColors) }
  }

  /// True if this glyph layer shows only its text, in the text's colour.
  private var showsPlainText: Bool {
    guard case .glyph(let glyph) = values.specific else { return false }
    return glyph.foregroundColor == nil && !glyph.shape.strokes && !values.paintsInBounds
      && sublayers.isEmpty
  }

  /// True if this layer is the source of proxies and has no area. Proxies scale their source to their bounds, so proxies of a
  /// source without an area show nothing.
  private var isShownWithoutSize: Bool {
    guard let around = superlayer, around.kind == .viewReplicator, around.source === self,
      values.bounds.isEmpty, !values.isHidden, !mayAnimate(.sizes)
    else { return false }
    return around.proxies.contains {
      guard case .proxy(let proxy) = $0.values.specific else { return false }
      return proxy.sourceRect.isEmpty && !$0.animatedAspects.contains(.geometry)
    }
  }

  /// Calls `body` with the key path of each animation of this layer's own position, transform or opacity that has no effect.
  ///
  /// Proxies show their source without the source's animations of position, transform and opacity. The source of a portal with
  /// `hidesSourceLayer` is seen only through portals, so an animation of the source's opacity, position or transform has no effect
  /// if no portal matches the property.
  func forEachUncountedMotion(_ body: (String) -> Void) {
    guard !animations.isEmpty else { return }
    let isReplicated = superlayer.map { $0.kind == .viewReplicator && $0.source === self } ?? false
    let windows = portals.map { $0.layer.values.portal }
    guard isReplicated || windows.contains(where: { $0.hidesSourceLayer }) else { return }
    var uncounted: Set<String> = []
    if !windows.contains(where: { $0.matchesOpacity }) { uncounted.insert(PropertyName.opacity) }
    if !windows.contains(where: { $0.matchesPosition || $0.matchesTransform }) {
      uncounted.formUnion([PropertyName.position, PropertyName.transform])
    }
    var walk = TreeWalk(animations)
    while let animation = walk.next() {
      walk.push(animation.children)
      let keyPath = animation.values.keyPath
      if uncounted.contains(String(keyPath.prefix { $0 != "." })) { body(keyPath) }
    }
  }

  /// The property that this layer would need to paint something. The property is nil if the layer has sublayers, paints something
  /// or may paint something.
  private var missingPaint: String? {
    let effectValues = values.effectValues
    if kind == .viewReplicator, !sublayers.contains(where: { $0.kind != .proxy }) {
      if source == nil { return "sourceLayer" }
      if sublayers.isEmpty { return "proxies" }
    }
    let showsOthers = !sublayers.isEmpty || source != nil
    if showsOthers || !effectValues.backgroundFilters.isEmpty || effectValues.shadowPath != nil {
      return nil
    }
    switch kind {
    case .plain: return isSceneRoot ? "sublayers" : PropertyName.backgroundColor
    case .gradient: return PropertyName.colors
    case .emitter: return values.emitter.cells.isEmpty ? "emitterCells" : nil
    case .portal, .viewReplicator: return "sourceLayer"
    case .replicator, .transform: return "sublayers"
    case .shape:
      let shape = values.shape
      if shape.path?.elements.isEmpty ?? true { return PropertyName.path }
      if shape.strokes { return nil }
      if shape.fillColor == nil { return PropertyName.fillColor }
      let isFlat = shape.path?.enclosesNothing ?? true
      return isFlat
        ? shape.strokeColor == nil ? PropertyName.strokeColor : PropertyName.lineWidth : nil
    default: return nil
    }
  }

  /// The bounding box of a shape layer's path with its stroke, without the background of the layer.
  private var outline: Rect? {
    guard kind == .shape, let box = values.shape.path?.controlBounds else { return nil }
    // A miter join extends the stroke by half the line width times the miter limit.
    let shape = values.shape
    return box.insetBy(shape.strokes ? -shape.lineWidth / 2 * max(1, shape.miterLimit) : 0)
  }

  /// The bounding box of everything that this layer itself paints. The bounding box is nil if the layer paints nothing, or if the
  /// painted area is unknown.
  private var painted: Rect? {
    switch kind {
    case .plain, .gradient: values.paintsInBounds ? values.bounds : nil
    case .shape: values.paintsInBounds ? nil : outline
    default: nil
    }
  }

  /// The transform from this layer's coordinates to the scene's coordinates. The transform is nil if the layer moves, is shown
  /// several times, or leaves the plane of the scene.
  func staticTransform(in around: PlaneTransform) -> PlaneTransform? {
    let moves: AffectedAspects = [.geometry, .depth]
    let flat = PlaneTransform(flattening: values.geometry)
    guard animatedAspects.isDisjoint(with: moves), copyValues.isEmpty, portals.isEmpty,
      values.sublayerTransform.matrix == .identity, !values.isGeometryFlipped, flat.isAffine
    else { return nil }
    return isSceneRoot ? around : flat * around
  }

  /// Calls `body` for each problem of the emitter's cells and behaviors, such as a property that a cell lacks, an angle in
  /// degrees, or a behavior that is not drawn.
  func forEachCellProblem(_ body: (Diagnostic.Code, String) -> Void) {
    guard kind == .emitter else { return }
    let emission = Emission(of: self)
    for cell in values.emitter.cells.withInnerCells(where: { $0.values.isEnabled }) {
      let values = cell.values
      let name = "emitterCells." + (values.name.isEmpty ? "" : values.name + ".")
      if let missing = emission.missingToShow(values) { body(.emptyCell, name + missing) }
      if let angle = values.angleInDegrees { body(.degrees, name + angle) }
    }
    for behavior in values.emitter.behaviors
    where behavior.values.type == .light && behavior.values.isEnabled {
      let name = behavior.values.name
      body(.lightNotDrawn, "emitterBehaviors" + (name.isEmpty ? "" : "." + name))
    }
  }
}

// MARK: What is animated

extension Layer {
  /// True if a property of the layer with the given trait may have another value at some time or in some copy.
  func mayAnimate(_ trait: PropertyTraits) -> Bool {
    mayAnimate(where: { $0.traits.contains(trait) })
  }

  /// True if the layer's property `name` may have another value at some time or in some copy.
  func mayAnimate(_ name: String) -> Bool {
    mayAnimate(where: { $0.cell == nil && kind.properties[$0.index].name == name })
  }

  func mayAnimate(where matches: (PropertyPath) -> Bool) -> Bool {
    guard stateTrack != nil || !animatedAspects.isEmpty || !copyValues.isEmpty else {
      return false
    }
    let isSet = stateTrack?.sets { $0.sublayer == nil && matches($0) } ?? false
    return isSet || animates(matches)
      || valuesOfCopies.contains { matches($0.path) }
  }

  /// True if an animation of this layer changes a property for which `matches` returns true. The animated property may belong to
  /// this layer, a filter or an emitter cell.
  private func animates(_ matches: (PropertyPath) -> Bool) -> Bool {
    func isMatch(_ animation: LayerAnimation) -> Bool { animation.animates(kind, matches) }
    return animations.contains(where: isMatch) || animationsFromSuperlayer.contains(where: isMatch)
      || stateTrack?.playing.contains { isMatch($0.animation) } ?? false
  }
}

extension LayerAnimation {
  fileprivate func animates(_ kind: LayerKind, _ matches: (PropertyPath) -> Bool) -> Bool {
    if values.kind == .transition {
      return (try? PropertyPath(PropertyName.contents, kind: kind)).map(matches) ?? false
    }
    guard let path else { return children.contains { $0.animates(kind, matches) } }
    return path.sublayer == nil && matches(path)
  }
}

extension LayerValues {
  /// True if the layer paints something inside its bounds when the bounds have an area.
  fileprivate var paintsInBounds: Bool {
    if case .none = contents {} else { return true }
    return backgroundColor != nil || (borderWidth > 0 && borderColor != nil)
      || !gradient.colors.isEmpty
  }

  /// True if the size of the layer's contents does not depend on the layer's bounds.
  fileprivate var contentsKeepSize: Bool {
    contentsGravity != .resize && contentsGravity != .resizeAspect
  }
}

extension Path {
  /// True if each subpath is a straight line, so that filling the path paints nothing.
  fileprivate var enclosesNothing: Bool {
    var (start, along, farthest) = (Point.zero, Point.zero, 0.0)
    func staysInLine(_ p: Point) -> Bool {
      let offset = Point(p.x - start.x, p.y - start.y)
      let length = offset.x * offset.x + offset.y * offset.y
      let area = (along.x * offset.y - along.y * offset.x).magnitude
      if length > farthest { (along, farthest) = (offset, length) }
      return area <= 1e-12 * farthest
    }
    for element in elements {
      switch element {
      case .move(let p): (start, along, farthest) = (p, .zero, 0)
      case .line(let p): if !staysInLine(p) { return false }
      case .quad(let c, let p): if !staysInLine(c) || !staysInLine(p) { return false }
      case .curve(let c1, let c2, let p):
        if !staysInLine(c1) || !staysInLine(c2) || !staysInLine(p) { return false }
      case .close: break
      }
    }
    return true
  }
}

extension ShapeValues {
  fileprivate var strokes: Bool { strokeColor != nil && lineWidth > 0 }
}

extension Rect {
  fileprivate func meets(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}

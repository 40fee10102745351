import StrettoGeometry
import StrettoLayers
import StrettoPresentation

// Why nothing is seen of a layer, as far as that holds at every time. What an animation, a state or a single copy may
// change is not judged; neither is what its maker has said: hidden, transparent, covered.

extension Layer {
  /// What this layer lacks to be seen.
  func whyUnseen(in scene: Scene, _ place: PlaneTransform?) -> (
    code: Diagnostic.Code, keyPath: String
  )? {
    let animated = animatedInfluence
    if isShownWithoutSize { return (.noSize, "bounds") }
    guard !values.isHidden, copyValues.isEmpty, !animated.contains(.visibility),
      kind != .text, kind != .glyph
    else { return nil }
    let movesContent = animated.contains(.content)
    // The path of a shape needs no bounds.
    let paintsInside =
      values.paintsInBounds || kind == .proxy || (movesContent && kind != .shape)
    let clips = values.masksToBounds && !sublayers.isEmpty && kind != .transform
    if !paintsInside, !movesContent, let missing = missingPaint {
      let isBackdrop = isSceneRoot && scene.background.alpha > 0
      return isBackdrop ? nil : (.nothingToPaint, missing)
    }
    if animated.contains(.geometry) { return nil }
    if values.bounds.isEmpty, clips || (paintsInside && outline == nil) {
      return (.noSize, "bounds")
    }
    if let place, let box = painted, !values.hasLight, animated.isEmpty,
      !place.boundingBox(of: box).meets(scene.root.values.bounds)
    {
      return (.outside, "position")
    }
    return nil
  }

  /// Whether this is a source without area whose whole bounds are to fill some proxy, which shows nothing then.
  private var isShownWithoutSize: Bool {
    guard let around = superlayer, around.kind == .viewReplicator, around.source === self,
      values.bounds.isEmpty, !values.isHidden, !animatedInfluence.contains(.geometry)
    else { return false }
    return around.proxies.contains {
      guard case .proxy(let proxy) = $0.values.specific else { return false }
      return proxy.sourceRect.isEmpty && !$0.animatedInfluence.contains(.geometry)
    }
  }

  /// Calls `body` with the key path of each animation of this layer's own place, transform and opacity that counts
  /// nowhere: in proxies, and in portals that leave the layer out at home and do not take these on.
  func forEachUncountedMotion(_ body: (String) -> Void) {
    guard !animations.isEmpty else { return }
    let isReplicated = superlayer.map { $0.kind == .viewReplicator && $0.source === self } ?? false
    let windows = portals.map { $0.portal.values.portal }
    guard isReplicated || windows.contains(where: { $0.hidesSourceLayer }) else { return }
    var uncounted: Set<String> = []
    if !windows.contains(where: { $0.matchesOpacity }) { uncounted.insert("opacity") }
    if !windows.contains(where: { $0.matchesPosition || $0.matchesTransform }) {
      uncounted.formUnion(["position", "transform"])
    }
    var open = Array(animations.reversed())
    while let animation = open.popLast() {
      open += animation.children.reversed()
      let keyPath = animation.values.keyPath
      if uncounted.contains(String(keyPath.prefix { $0 != "." })) { body(keyPath) }
    }
  }

  /// The property without which a layer that shows no other one paints nothing; nil if it paints, or if that cannot
  /// be told.
  private var missingPaint: String? {
    let light = values.light
    if kind == .viewReplicator, !sublayers.contains(where: { $0.kind != .proxy }) {
      if source == nil { return "sourceLayer" }
      if sublayers.isEmpty { return "proxies" }
    }
    let showsOthers = !sublayers.isEmpty || source != nil
    if showsOthers || !light.backgroundFilters.isEmpty || light.shadowPath != nil { return nil }
    switch kind {
    case .plain: return isSceneRoot ? "sublayers" : "backgroundColor"
    case .gradient: return "colors"
    case .emitter: return values.emitter.cells.isEmpty ? "emitterCells" : nil
    case .portal, .viewReplicator: return "sourceLayer"
    case .replicator, .transform: return "sublayers"
    case .shape:
      let shape = values.shape
      if shape.path == nil { return "path" }
      return shape.fillColor == nil && !shape.strokes ? "fillColor" : nil
    default: return nil
    }
  }

  /// The box around what a shape layer draws beside its background.
  private var outline: Rect? {
    guard kind == .shape, let box = values.shape.path?.controlBounds else { return nil }
    // A mitre reaches out by half the line's width times the limit.
    let shape = values.shape
    return box.insetBy(shape.strokes ? -shape.lineWidth / 2 * max(1, shape.miterLimit) : 0)
  }

  /// The box around all that this layer paints itself; nil if it paints nothing, or nobody knows where.
  private var painted: Rect? {
    switch kind {
    case .plain, .gradient: values.paintsInBounds ? values.bounds : nil
    case .shape: values.paintsInBounds ? nil : outline
    default: nil
    }
  }

  /// From this layer's coordinates to the scene's, if nothing moves it and it lies in the plane.
  func stillPlace(in around: PlaneTransform) -> PlaneTransform? {
    let moves: Influence = [.geometry, .depth]
    let flat = PlaneTransform(flattening: values.geometry)
    guard animatedInfluence.isDisjoint(with: moves), copyValues.isEmpty, portals.isEmpty,
      values.sublayerTransform.matrix == .identity, !values.isGeometryFlipped, flat.isAffine
    else { return nil }
    return isSceneRoot ? around : flat * around
  }

  /// Whether a part is seen once, in this layer's coordinates.
  func showsOnce(_ part: Layer) -> Bool {
    part !== mask && [.plain, .shape, .gradient].contains(kind)
  }

  /// Calls `body` with the key path of what each of the emitter's cells lacks.
  func forEachEmptyCell(_ body: (String) -> Void) {
    let animated = animatedInfluence
    var open = values.emitter.cells.map { (cell: $0, depth: 1) }
    while let (cell, depth) = open.popLast() {
      let values = cell.values
      guard values.isEnabled else { continue }
      if depth < EmitterCell.depthLimit { open += values.cells.map { ($0, depth + 1) } }
      guard let missing = values.missing(animated) else { continue }
      body("emitterCells." + (values.name.isEmpty ? "" : values.name + ".") + missing)
    }
  }
}

extension CellValues {
  /// The property without which nothing is seen of a cell.
  fileprivate func missing(_ animated: Influence) -> String? {
    if case .none = contents, cells.isEmpty, !animated.contains(.content) { return "contents" }
    if birthRate <= 0, !animated.contains(.birthRate) { return "birthRate" }
    let longest = lifetime + lifetimeRange.magnitude / 2
    return longest <= 0 && !animated.contains(.lifetime) ? "lifetime" : nil
  }
}

extension LayerValues {
  /// Whether the layer paints something within its bounds, given a size.
  fileprivate var paintsInBounds: Bool {
    if case .none = contents {} else { return true }
    return backgroundColor != nil || (borderWidth > 0 && borderColor != nil)
      || !gradient.colors.isEmpty
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

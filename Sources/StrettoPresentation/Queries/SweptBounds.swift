import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText
import StrettoTiming

/// Swept bounds: the areas in which a layer and its subtree paint at any time. Copies whose swept bounds lie outside the frame
/// are culled before they are evaluated.
struct SweptBounds {
  /// The swept bounds in the layer's own coordinates, and in its superlayer's coordinates.
  var inside: Area
  var around: Area

  enum Area {
    case nothing
    case within(Rect)
    case anywhere

    init(_ rect: Rect?) {
      guard let rect, rect.isFinite else {
        self = .anywhere
        return
      }
      self = .within(rect)
    }

    var isNothing: Bool { if case .nothing = self { true } else { false } }

    func union(_ other: Area) -> Area {
      switch (self, other) {
      case (.anywhere, _), (_, .anywhere): .anywhere
      case (.nothing, let area), (let area, .nothing): area
      case (.within(let a), .within(let b)): Area(a.union(b))
      }
    }

    func map(_ change: (Rect) -> Rect?) -> Area {
      if case .within(let rect) = self { Area(change(rect)) } else { self }
    }
  }

  static let anywhere = SweptBounds(inside: .anywhere, around: .anywhere)
  /// The greatest depth of a tree, and the greatest number of copies of one replicator, for which swept bounds are computed.
  fileprivate static let (depthLimit, copyLimit) = (12, 256.0)
}

extension PlanNode.Reference {
  /// The swept bounds of the layer. Swept bounds are cached until the plan changes.
  func sweptBounds(depth: Int = 0) -> SweptBounds {
    if let known = pointee.sweptBounds { return known }
    let found = depth < SweptBounds.depthLimit ? findSweptBounds(depth) : .anywhere
    pointee.sweptBounds = found
    return found
  }

  private func findSweptBounds(_ depth: Int) -> SweptBounds {
    guard let program = pointee.program, !pointee.facts.contains(.hasDepth),
      !pointee.facts.contains(.keepsDepth), !program.resizes || pointee.links.sublayers.isEmpty
    else { return .anywhere }
    if pointee.layer.kind == .text { return textSweptBounds(program, depth) }
    guard [.plain, .shape, .gradient, .replicator].contains(pointee.layer.kind) else {
      return .anywhere
    }
    var inside = pointee.ownArea
    if !pointee.links.sublayers.isEmpty { inside = inside.union(sublayersArea(depth)) }
    if pointee.values.hasEffects { inside = pointee.values.effectValues.area(around: inside) }
    return SweptBounds(inside: inside, around: inside.map { program.sweep($0) })
  }

  private func sublayersArea(_ depth: Int) -> SweptBounds.Area {
    var shown = pointee.links.sublayers.reduce(SweptBounds.Area.nothing) {
      $0.union($1.sweptBounds(depth: depth + 1).around)
    }
    if pointee.layer.kind == .replicator {
      let replicator = pointee.values.replicator
      guard Double(replicator.copyCount) <= SweptBounds.copyLimit else { return .anywhere }
      let (one, instances) = (shown, InstanceSequence())
      instances.begin(
        pointee.stored, at: LocalTime(time: 0, undelayed: 0), replicator.copyCount,
        about: pointee.values.bounds.center, .identity, of: self)
      guard instances.haveLanes else { return .anywhere }
      shown = .nothing
      for k in 0..<replicator.copyCount {
        shown = shown.union(one.map { instances.plane(k).boundingBox(of: $0) })
      }
    }
    guard let geometry = pointee.geometry.sublayerGeometry else { return shown }
    guard geometry.isAffine else { return .anywhere }
    return shown.map { PlaneTransform(flattening: geometry).boundingBox(of: $0) }
  }

  /// The swept bounds of a text whose letters only translate, rotate, scale and fade. The swept bounds of a text include the
  /// upright letters and, for a flipped geometry, the mirrored letters.
  private func textSweptBounds(_ program: AnimationProgram, _ depth: Int) -> SweptBounds {
    guard !program.repaints, !pointee.values.hasEffects, let text = pointee.text,
      let glyph = pointee.links.source, glyph.isPlainGlyph,
      let letters = glyph.pointee.program,
      glyph.pointee.values.glyph.shape.strokeColor == nil,
      glyph.pointee.values.glyph.fontVariations.axisValues.isEmpty,
      pointee.values.replicator.instanceTransform == .identity,
      pointee.values.replicator.instanceTransforms.isEmpty, text.layout.glyphs.count <= 4096,
      !text.layout.fonts.contains(where: { $0.hasColorGlyphs })
    else { return .anywhere }
    var all = sublayersArea(depth).union(pointee.ownArea)
    for k in text.layout.copies.indices {
      guard let letter = text.inkBounds(ofCopy: k) else { continue }
      let anchor = text.layout.anchor(ofCopy: k, glyph.pointee.values.anchorPoint)
      let swept = letters.sweep(letter, anchor: anchor, position: anchor)
      all = all.union(SweptBounds.Area(swept.map { text.transform(ofCopy: k).boundingBox(of: $0) }))
    }
    let mirror = pointee.values.bounds.mirror
    let inside = all.map { $0.union(mirror.boundingBox(of: $0)) }
    return SweptBounds(inside: inside, around: inside.map { program.sweep($0) })
  }
}

extension EffectValues {
  /// The area that a layer and its shadow cover, if the layer itself covers `inside`; unbounded if the layer has filters.
  fileprivate func area(around inside: SweptBounds.Area) -> SweptBounds.Area {
    guard filters.isEmpty, backgroundFilters.isEmpty, compositingFilter == .normal else {
      return .anywhere
    }
    guard shadowOpacity > 0 else { return inside }
    let cast = shadowPath?.controlBounds.map { inside.union(.within($0)) } ?? inside
    // A Gaussian blur is cut off at three standard deviations, and its halving and doubling reach slightly further.
    let reach = 4 * max(0, shadowRadius) + 1
    return inside.union(
      cast.map {
        Rect($0.x + shadowOffset.width, $0.y + shadowOffset.height, $0.width, $0.height)
          .insetBy(-reach)
      })
  }
}

extension LaidOutText {
  /// A rectangle around the glyph outlines of a copy, in the glyph layer's coordinates; nil if the copy has no outlines.
  fileprivate func inkBounds(ofCopy k: Int) -> Rect? {
    layout.copies[k].glyphs.reduce(nil as Rect?) { all, index in
      let glyph = layout.glyphs[index]
      let outline = layout.fonts[glyph.font].outline(of: glyph.glyph).controlBounds
      return union(all, outline.map { glyph.plane.boundingBox(of: $0) })
    }
  }
}

extension PlanNode {
  /// The area of the layer's own paint, with the layer's model values and animations.
  fileprivate var ownArea: SweptBounds.Area {
    if let content {
      let area = content.count == 0 ? .nothing : SweptBounds.Area(content.bounds)
      return facts.contains(.overridesPaintOnly) ? area.union(outlineArea) : area
    }
    guard (program?.paints ?? []).allSatisfy({ $0.animation.paintsWithin }),
      case .none = values.contents
    else {
      return .anywhere
    }
    return outlineArea
  }

  /// The area of the layer's bounds and of the layer's stroked path.
  private var outlineArea: SweptBounds.Area {
    let bounds = program?.largestBounds ?? values.bounds
    guard layer.kind == .shape else { return SweptBounds.Area(bounds) }
    var shape = values.shape
    (shape.strokeStart, shape.strokeEnd) = (0, 1)
    let outline = shape.path?.controlBounds?.insetBy(-(shape.strokeStyle?.maxDistance ?? 0))
    return SweptBounds.Area(outline?.union(bounds) ?? bounds)
  }
}

extension LayerAnimation {
  /// True if the animation changes no pixel outside the layer's bounds or stroked path.
  fileprivate var paintsWithin: Bool {
    path?.paintsWithin ?? children.allSatisfy { $0.paintsWithin }
  }
}

extension PropertyPath {
  /// True if the property changes no pixel outside the layer's bounds or stroked path.
  var paintsWithin: Bool { !traits.isDisjoint(with: [.staysInside, .paintsWithin]) }
}

extension AnimationProgram.Paint {
  /// True if the animation is not a group, and adds no shadow, filter or clip.
  var paintsAlone: Bool {
    guard let path = animation.path, path.cell == nil, path.sublayer == nil else { return false }
    return !path.traits.isDisjoint(with: [.staysInside, .paintsWithin, .repaints])
  }
}

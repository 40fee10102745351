import StrettoGeometry
import StrettoLayers
import StrettoPresentation

// Finds values of a layer's properties that have no effect, or not the effect that the author expects.

extension Layer {
  /// The name of a stroke property that is set although the layer has no stroke colour; nil if the layer has no such property.
  var ineffectiveStrokeProperty: String? {
    guard kind == .shape || kind == .glyph, copyValues.isEmpty else { return nil }
    let shape = kind == .glyph ? values.glyph.shape : values.shape
    let lines = [
      (PropertyName.strokeEnd, shape.strokeEnd != 1),
      (PropertyName.strokeStart, shape.strokeStart != 0),
      (PropertyName.lineWidth, shape.lineWidth > 1),
    ]
    let isAnimated = animatedAspects.contains(.content)
    guard shape.strokeColor == nil,
      let line = lines.first(where: { isAnimated && mayAnimate($0.0) })
        ?? lines.first(where: { $0.1 }),
      !mayAnimate(PropertyName.strokeColor)
    else { return nil }
    return line.0
  }

  /// The name of a colour offset of a replicator or text, if none of the colour offsets has an effect; otherwise nil.
  var ineffectiveColorOffset: String? {
    guard kind == .replicator || kind == .text else { return nil }
    let replicator = values.replicator
    guard replicator.hasOffsets, replicator.instanceColors.isEmpty, copyValues.isEmpty,
      kind == .text || replicator.copyCount > 1, !mayAnimate(.copyColors)
    else { return nil }
    let base = replicator.instanceColor ?? .white
    let offsets = [
      (name: PropertyName.instanceRedOffset, by: replicator.redOffset, from: base.red),
      (PropertyName.instanceGreenOffset, replicator.greenOffset, base.green),
      (PropertyName.instanceBlueOffset, replicator.blueOffset, base.blue),
      (PropertyName.instanceAlphaOffset, replicator.alphaOffset, base.alpha),
    ].filter { $0.by != 0 }
    let hasNoEffect = offsets.allSatisfy { $0.by > 0 ? $0.from >= 1 : $0.from <= 0 }
    return hasNoEffect ? offsets.first?.name : nil
  }

  /// The name of a property that should be a fraction, but whose value seems to be in pixels or percent; nil if the layer has no
  /// such property.
  var valueInPixels: String? {
    let (anchor, size) = (values.anchorPoint, values.bounds)
    // The anchor point of an orbiting layer may be far outside the layer. An anchor point is reported as not a fraction only if
    // the point would lie inside the layer when measured in points.
    if Value.point(anchor).isInPixels, anchor.x >= 0, anchor.x <= size.width, anchor.y >= 0,
      anchor.y <= size.height
    {
      return PropertyName.anchorPoint
    }
    for property in kind.properties where property.traits.contains(.fraction) {
      // The end point of a conic gradient is a direction, and may be far away.
      if property.kind == .point, values.gradient.type == .conic { continue }
      if property.get(values).isInPixels { return property.name }
    }
    for animation in animations { if let found = animation.keyPathInPercent { return found } }
    return nil
  }

  /// The name of a property that has no effect because the layer's sublayers or copies take part in a 3-D space; nil if the layer
  /// has no such property.
  var valueLeftOut: String? {
    guard keepsDepth else { return nil }
    if mask != nil { return "mask" }
    return kind.properties.first {
      $0.traits.contains(.ownPicture) && $0.get(values) != $0.get(kind.initialValues)
    }?.name
  }
}

// MARK: Colours that fade

extension Layer {
  /// True if a stop of this gradient has alpha 0 and another colour than a visible neighbour. A gradient that fades to another
  /// colour with alpha 0 passes through a different colour, often grey, where the gradient fades. Colours that animations give to
  /// the gradient's stops are examined too.
  var fadesThroughGrey: Bool {
    guard case .gradient(let gradient) = values.specific else { return false }
    if gradient.colors.fadeThroughGrey(at: gradient.locations) { return true }
    return animations.contains { animation in
      let values = animation.values
      guard values.keyPath == PropertyName.colors else { return false }
      return (values.keyValues + [values.fromValue, values.toValue]).contains {
        if case .colors(let colors) = $0 { colors.fadeThroughGrey(at: []) } else { false }
      }
    }
  }
}

extension [Color] {
  /// Two stops at one location are a hard edge, and no colours are blended between the two stops.
  fileprivate func fadeThroughGrey(at locations: [Double]) -> Bool {
    indices.dropFirst().contains { i in
      let (a, b) = (self[i - 1], self[i])
      let isEdge = locations.count == count && locations[i - 1] == locations[i]
      return !isEdge && (a.alpha <= 0) != (b.alpha <= 0) && a.withAlpha(1) != b.withAlpha(1)
    }
  }
}

/// Largest value of a fraction that counts as intended. A fraction above 4 is probably in pixels or percent.
private let farFraction = 4.0

extension LayerAnimation {
  /// The key path of this animation, or of an animation inside this group, if the animated property is a fraction and the values
  /// seem to be percentages; otherwise nil.
  fileprivate var keyPathInPercent: String? {
    for child in children { if let found = child.keyPathInPercent { return found } }
    guard let path, path.traits.contains(.fraction), path.kind == .number, !values.isAdditive else {
      return nil
    }
    let ends = [values.fromValue, values.toValue, values.byValue] + values.keyValues
    let isFar = ends.contains { if case .number(let x) = $0 { x > farFraction } else { false } }
    return isFar ? values.keyPath : nil
  }
}

extension Value {
  /// True if at least one component of the value is far outside 0...1, and no component is between 0 and 1.
  fileprivate var isInPixels: Bool {
    let numbers = components ?? []
    return numbers.contains { $0.magnitude > farFraction }
      && !numbers.contains { 0 < $0.magnitude && $0.magnitude < 1 }
  }
}

import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText
import StrettoTiming

/// Facts about a subtree that decide whether its subpicture can be reused.
struct SubtreeSummary {
  var isTimed = false
  /// True if the picture of the subtree depends on its placement, because some layer is hidden from behind, or shows another
  /// layer.
  var dependsOnPlacement = false
  /// The copies in which some layer has its own values or animations.
  var overridden: [CopyPattern] = []
  /// The smallest number of layer instances in the subtree, at any time and in any copy.
  var leastAppearances = 1.0

  mutating func add(_ part: SubtreeSummary) {
    isTimed = isTimed || part.isTimed
    dependsOnPlacement = dependsOnPlacement || part.dependsOnPlacement
    overridden += part.overridden
  }
}

extension Layer {
  /// True if the layer has the same values at all times and in all copies.
  package var isStatic: Bool {
    animations.isEmpty && !isAnimatedBySuperlayer && copyValues.isEmpty && stateTrack == nil
  }

  /// The facts about the layer that follow from its own values and animations.
  var facts: PlanNode.Facts {
    var facts: PlanNode.Facts = []
    let isAnimated = animations.contains { $0.copies == nil } || isAnimatedBySuperlayer
    facts.set(.isStatic, !isAnimated && stateTrack == nil)
    facts.set(.isAnimatedBySuperlayer, isAnimatedBySuperlayer)
    facts.set(.hasInstanceOverrides, hasInstanceOverrides)
    facts.set(.overridesPaintOnly, overridesPaintOnly)
    facts.set(.hasTiming, hasTiming)
    facts.set(.hasTransitions, animations.contains { $0.showsTransition })
    facts.set(.mayLeavePlane, mayLeavePlane)
    facts.set(.keepsDepth, keepsDepth)
    facts.set(.particlesKeepDepth, particlesKeepDepth)
    return facts
  }

  /// The summary of this layer without the layers that it shows. The summary of a layer by itself counts only the layer's own
  /// instances.
  var ownSummary: SubtreeSummary {
    var result = SubtreeSummary()
    result.isTimed =
      !animations.isEmpty || isAnimatedBySuperlayer || stateTrack != nil || kind == .emitter
      || kind == .portal || !values.timing.isAlwaysShown
    result.dependsOnPlacement =
      !values.isDoubleSided || kind == .portal || animatedAspects.contains(.backfaceSign)
    result.overridden = overriddenCopies
    if !values.timing.isAlwaysShown { result.leastAppearances = 0 }
    return result
  }

  /// True if the layer's sublayers are certainly shown wherever and whenever the layer is shown.
  var surelyShowsSublayers: Bool {
    switch kind {
    case .portal, .viewReplicator, .proxy, .text: return false
    default: break
    }
    return !values.isHidden && values.opacity > 0 && values.isDoubleSided && portals.isEmpty
      && values.timing.isAlwaysShown && !hasInstanceOverrides && stateTrack == nil
      && !animatedAspects.contains(.visibility) && !animatedAspects.contains(.copies)
  }
}

extension Layer {
  /// True if copies with overrides differ from other copies only in the paint inside the layer's outlines.
  fileprivate var overridesPaintOnly: Bool {
    hasInstanceOverrides && animations.allSatisfy { $0.copies == nil }
      && valuesOfCopies.allSatisfy { $0.path.affectedAspects == .content && $0.path.paintsWithin }
  }
}

extension ReplicatorValues {
  /// The smallest number of layer instances in all copies of the replicator, if a visible copy has `each` layer instances. A
  /// transparent copy counts as one layer instance.
  func leastAppearances(_ each: Double) -> Double {
    let mayFade =
      alphaOffset < 0 || (instanceColor ?? .white).alpha <= 0 || !instanceColors.isEmpty
      || !instanceOpacities.isEmpty
    return Double(copyCount) * (mayFade ? min(each, 1) : each)
  }
}

extension PlanNode.Facts {
  mutating func set(_ fact: PlanNode.Facts, _ holds: Bool) {
    if holds { insert(fact) } else { remove(fact) }
  }
}

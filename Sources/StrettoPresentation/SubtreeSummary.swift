import StrettoLayers
import StrettoTiming

/// What must be known of a subtree before its copies may share one picture.
struct SubtreeSummary {
  /// Whether it looks different at different times.
  var isTimed = false
  /// Whether some layer hides when it is turned round: then it matters where a copy is.
  var hasSingleSided = false
}

/// The summaries of subtrees, each worked out once a frame.
struct SubtreeSummaries {
  private var known: [ObjectIdentifier: SubtreeSummary] = [:]

  mutating func removeAll() { known.removeAll(keepingCapacity: true) }

  mutating func summary(of layer: Layer) -> SubtreeSummary {
    if let summary = known[ObjectIdentifier(layer)] { return summary }
    var result = SubtreeSummary()
    let values = layer.values
    result.isTimed =
      !layer.animations.isEmpty || layer.kind == .emitter || values.timing.duration < .infinity
    result.hasSingleSided = !values.isDoubleSided || layer.animations.contains { $0.mayTurnRound }
    for part in layer.sublayers + (layer.mask.map { [$0] } ?? []) {
      let below = summary(of: part)
      result.isTimed = result.isTimed || below.isTimed
      result.hasSingleSided = result.hasSingleSided || below.hasSingleSided
    }
    known[ObjectIdentifier(layer)] = result
    return result
  }
}

extension LayerAnimation {
  fileprivate var mayTurnRound: Bool {
    values.keyPath == "doubleSided" || children.contains { $0.mayTurnRound }
  }
}

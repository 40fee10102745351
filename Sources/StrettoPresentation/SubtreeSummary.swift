import StrettoLayers
import StrettoTiming

/// What must be known of a subtree before its copies may share one picture.
struct SubtreeSummary {
  /// Whether it looks different at different times.
  var isTimed = false
  /// Whether some layer hides when it is turned round: then it matters where a copy is.
  var hasSingleSided = false

  fileprivate mutating func add(_ part: SubtreeSummary) {
    isTimed = isTimed || part.isTimed
    hasSingleSided = hasSingleSided || part.hasSingleSided
  }
}

/// The summaries of subtrees, each worked out once a frame.
struct SubtreeSummaries {
  private var known: [ObjectIdentifier: SubtreeSummary] = [:]

  mutating func removeAll() { known.removeAll(keepingCapacity: true) }

  mutating func summary(of layer: Layer) -> SubtreeSummary {
    if let summary = known[ObjectIdentifier(layer)] { return summary }
    var result = SubtreeSummary()
    result.isTimed =
      !layer.animations.isEmpty || layer.kind == .emitter
      || layer.values.timing.duration < .infinity
    result.hasSingleSided =
      !layer.values.isDoubleSided || layer.animations.contains { $0.mayTurnRound }
    for sublayer in layer.sublayers { result.add(summary(of: sublayer)) }
    if let mask = layer.mask { result.add(summary(of: mask)) }
    known[ObjectIdentifier(layer)] = result
    return result
  }
}

extension LayerAnimation {
  fileprivate var mayTurnRound: Bool {
    values.keyPath == "doubleSided" || children.contains { $0.mayTurnRound }
  }
}

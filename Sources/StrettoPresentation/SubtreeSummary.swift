import StrettoLayers
import StrettoTiming

/// What must be known of a subtree before its copies may share one picture.
struct SubtreeSummary {
  /// Whether it looks different at different times.
  var isTimed = false
  /// Whether it matters which copy is looked at, and where it is: some layer hides when it is turned round,
  /// or has values for single copies, or shows another layer.
  var isPlaced = false

  fileprivate mutating func add(_ part: SubtreeSummary) {
    isTimed = isTimed || part.isTimed
    isPlaced = isPlaced || part.isPlaced
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
    result.isPlaced =
      !layer.values.isDoubleSided || layer.addressesCopies || layer.kind == .portal
      || layer.animations.contains { $0.mayTurnRound }
    if layer.kind == .portal { result.isTimed = true }
    for part in layer.parts { result.add(summary(of: part)) }
    known[ObjectIdentifier(layer)] = result
    return result
  }
}

extension LayerAnimation {
  fileprivate var mayTurnRound: Bool {
    values.keyPath == "doubleSided" || children.contains { $0.mayTurnRound }
  }
}

import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// What must be known of a subtree before its copies may share one picture.
struct SubtreeSummary {
  /// Whether it looks different at different times.
  var isTimed = false
  /// Whether it matters which copy is looked at, and where it is: some layer hides when it is turned round,
  /// or has values for single copies, or shows another layer.
  var isPlaced = false
  /// At least so many appearances come of showing it once, whatever the time and the copy.
  var leastAppearances = 1.0

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
      !layer.animations.isEmpty || layer.stateTrack != nil || layer.kind == .emitter
      || layer.values.timing.duration < .infinity
    result.isPlaced =
      !layer.values.isDoubleSided || layer.addressesCopies || layer.kind == .portal
      || layer.animatedInfluence.contains(.facing)
    if layer.kind == .portal { result.isTimed = true }
    for part in layer.parts { result.add(summary(of: part)) }
    if layer.values.timing.duration < .infinity { result.leastAppearances = 0 }
    if layer.surelyShowsSublayers {
      let each = layer.sublayers.reduce(0) { $0 + summary(of: $1).leastAppearances }
      result.leastAppearances +=
        layer.kind == .replicator ? layer.values.replicator.leastAppearances(each) : each
    }
    known[ObjectIdentifier(layer)] = result
    return result
  }
}

extension Layer {
  /// Whether nothing can keep the sublayers from being shown wherever and whenever this layer is.
  fileprivate var surelyShowsSublayers: Bool {
    switch kind {
    case .portal, .viewReplicator, .proxy: return false
    default: break
    }
    return !values.isHidden && values.opacity > 0 && values.isDoubleSided && portals.isEmpty
      && values.timing.duration == .infinity && !addressesCopies
      && !animatedInfluence.contains(.visibility)
  }
}

extension ReplicatorValues {
  /// How many appearances the copies make at least, when one that is seen makes `each`. A transparent copy
  /// makes one.
  func leastAppearances(_ each: Double) -> Double {
    let mayFade =
      alphaOffset < 0 || (instanceColor ?? .white).alpha <= 0 || !instanceColors.isEmpty
      || !instanceOpacities.isEmpty
    return max(0, instanceCount.rounded(.down)) * (mayFade ? min(each, 1) : each)
  }
}

import StrettoLayers

/// Animated layers with delayed copies, called candidates. A candidate is marked as used when an animation inside the layer is
/// found that the delay affects.
///
/// Each candidate is marked as used at most once, so that the search through a deep tree takes linear time.
struct UnusedDelays {
  private var candidates: [(layer: Layer, keyPath: String, outer: Int?, isUsed: Bool)] = []

  /// A diagnostic for each animated layer whose delayed copies have no effect. The diagnostic names the key path of the animation
  /// on the layer with delayed copies.
  var unused: [Diagnostic] {
    candidates.filter { !$0.isUsed }.map { Diagnostic(.delayWithoutMotion, $0.layer, $0.keyPath) }
  }

  /// Visits a layer, and returns the index of the nearest candidate at or above the layer.
  ///
  /// - Parameter outer: The index of the nearest candidate (animated layer with delayed copies) above the layer.
  mutating func visit(_ layer: Layer, outer: Int?) -> Int? {
    if layer.mayMove { use(outer) }
    guard layer.delaysCopies, let own = layer.animations.first(where: { $0.movesAll }) else {
      return outer
    }
    candidates.append((layer, own.values.keyPath, outer, false))
    return candidates.count - 1
  }

  private mutating func use(_ candidate: Int?) {
    var next = candidate
    while let index = next, !candidates[index].isUsed {
      candidates[index].isUsed = true
      next = candidates[index].outer
    }
  }
}

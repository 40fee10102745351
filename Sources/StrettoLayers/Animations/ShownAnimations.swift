import StrettoTiming

extension Layer {
  /// Animations that may be shown at a local time or after it, in the order of application.
  ///
  /// Left out are animations that have ended by then and hold no value, and those below an animation of the same key path and
  /// the same copies that replaces their value from then on for ever.
  public func animations(shownFrom time: Double) -> [LayerAnimation] {
    var replaced: Set<ReplacedValue> = []
    var found: [LayerAnimation] = []
    for animation in animations.reversed() {
      let values = animation.definition
      let value = ReplacedValue(keyPath: values.keyPath, copies: animation.copies?.indices)
      if replaced.contains(value) || values.shows(nothingFrom: time) { continue }
      if values.replaces(valueFrom: time) { replaced.insert(value) }
      found.append(animation)
    }
    return found.reversed()
  }
}

/// Value of a layer, or of some of its copies, that an animation replaces.
private struct ReplacedValue: Hashable {
  let keyPath: String
  let copies: [Int?]?
}

extension AnimationValues {
  private var holdsItsEnd: Bool { !isRemovedOnCompletion && timing.fillMode.covers(.after) }

  fileprivate func shows(nothingFrom time: Double) -> Bool {
    !holdsItsEnd && timing.isRemoved(atParentTime: time)
  }

  /// Whether the value below has no effect on the result from a time on. Values that are relative to the value below do not count,
  /// nor do value functions, which replace a part of a transform.
  fileprivate func replaces(valueFrom time: Double) -> Bool {
    guard kind.hasKeyPath, !keyPath.isEmpty, valueFunction == nil, !isAdditive,
      time >= timing.beginTime,
      holdsItsEnd || (timing.activeDuration == .infinity && timing.speed != 0)
    else { return false }
    if kind.isBasic { return fromValue != .none && toValue != .none }
    return path != nil || !keyValues.isEmpty
  }
}

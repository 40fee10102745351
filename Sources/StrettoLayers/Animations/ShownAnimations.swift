import StrettoTiming

extension Layer {
  /// Animations that may be shown at a local time or after it, in the order of application.
  ///
  /// An animation that has ended at the local time and holds no value is left out. An animation is also left out if a later
  /// animation with the same key path and copies replaces the value of the animation from the local time on for ever.
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

  /// True if the underlying value has no effect on the animated value from a time on. An animation whose values are relative to
  /// the underlying value does not replace it, and neither does a value function, which replaces only a part of a transform.
  fileprivate func replaces(valueFrom time: Double) -> Bool {
    guard kind.hasKeyPath, !keyPath.isEmpty, valueFunction == nil, !isAdditive,
      time >= timing.beginTime,
      holdsItsEnd || (timing.activeDuration == .infinity && timing.speed != 0)
    else { return false }
    if kind.isBasic { return fromValue != .none && toValue != .none }
    return path != nil || !keyValues.isEmpty
  }
}

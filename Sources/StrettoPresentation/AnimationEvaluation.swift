import StrettoGeometry
import StrettoLayers
import StrettoTiming

extension Layer {
  /// Everything that this layer says of itself at a moment of its own time: what was set, then every
  /// animation in the order of application, each on what the ones before it made (semantics section 3).
  public func presentationValues(at moment: LocalTime) -> LayerValues {
    var result = values
    applyAnimations(at: moment, to: &result)
    return result
  }

  /// Changes the model's values to those at a moment.
  func applyAnimations(at moment: LocalTime, to result: inout LayerValues) {
    for animation in animations where !animation.isGone(at: moment) {
      animation.apply(at: moment.time, to: &result, closedEnd: false, kind: kind)
    }
  }
}

extension LayerAnimation {
  /// Whether the layer has let go of this animation: for all copies at once, by the base timeline.
  fileprivate func isGone(at moment: LocalTime) -> Bool {
    values.isRemovedOnCompletion && values.timing.isRemoved(atParentTime: moment.base)
  }

  /// Changes `values` as this animation does at a time of its layer, or of the group that it is in.
  fileprivate func apply(
    at time: Double, to layer: inout LayerValues, closedEnd: Bool, kind: LayerKind
  ) {
    let sample = values.timing.sample(atParentTime: time, closedEnd: closedEnd)
    guard sample.isInEffect else { return }
    let progress = values.timingFunction?.value(at: sample.progress) ?? sample.progress
    guard let path else {
      let duration = values.timing.duration
      let groupTime =
        values.timingFunction == nil || duration == .infinity
        ? sample.cycleTime : progress * duration
      for child in children {
        child.apply(at: groupTime, to: &layer, closedEnd: sample.isAtPlayEnd, kind: kind)
      }
      return
    }
    if let cell = path.cell {
      applyToCell(cell, path, progress, sample.cycle, &layer)
    } else {
      let current = path.value(in: layer, kind.properties)
      if let value = value(progress: progress, cycle: sample.cycle, current: current) {
        path.set(value, in: &layer, kind.properties)
      }
    }
  }

  private func applyToCell(
    _ name: String, _ path: PropertyPath, _ progress: Double, _ cycle: Double,
    _ layer: inout LayerValues
  ) {
    var emitter = layer.emitter
    var cells = emitter.cellValues
    for index in cells.indices where cells[index].name == name {
      let current = path.value(in: cells[index], CellProperties.table)
      if let value = value(progress: progress, cycle: cycle, current: current) {
        path.set(value, in: &cells[index], CellProperties.table)
      }
    }
    emitter.presentedCells = cells
    layer.emitter = emitter
  }

  /// The animated value; nil if the animation says nothing.
  private func value(progress: Double, cycle: Double, current: Value) -> Value? {
    let base = values.isAdditive ? current.neutral : current
    let ends: (cycle: Value, now: Value)?
    if values.kind == .basic {
      ends = basicValue(progress, current: base)
    } else {
      ends = keyframeValue(progress, current: base)
    }
    guard var (end, value) = ends else { return nil }
    if values.isCumulative, cycle >= 1 {
      end = end.multiplied(by: cycle)
      value = value.added(to: end)
    }
    return values.isAdditive ? value.added(to: current) : value
  }

  /// The value at the end of a cycle, and now.
  private func basicValue(_ progress: Double, current: Value) -> (Value, Value)? {
    let (from, to): (Value, Value)
    switch (values.fromValue, values.toValue, values.byValue) {
    case (.none, .none, .none): return nil
    case (.none, let b, .none): (from, to) = (current, b)
    case (.none, .none, let d): (from, to) = (current, d.added(to: current))
    case (.none, let b, let d): (from, to) = (d.negated.added(to: b), b)
    case (let a, .none, .none): (from, to) = (a, current)
    case (let a, .none, let d): (from, to) = (a, d.added(to: a))
    case (let a, let b, _): (from, to) = (a, b)
    }
    return (values.timing.autoreverses ? from : to, from.interpolated(to: to, progress))
  }

  private func keyframeValue(_ progress: Double, current: Value) -> (Value, Value)? {
    let all = values.keyValues
    guard let first = all.first, let last = all.last else { return nil }
    let place = keyframe(
      at: progress, count: all.count, keyTimes: values.keyTimes, mode: values.calculationMode,
      timingFunctions: values.timingFunctions)
    let now =
      place.index == place.next
      ? all[place.index] : all[place.index].interpolated(to: all[place.next], place.fraction)
    return (values.timing.autoreverses ? first : last, now)
  }
}

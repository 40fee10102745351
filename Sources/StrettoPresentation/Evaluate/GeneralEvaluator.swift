import StrettoGeometry
import StrettoLayers
import StrettoTiming

extension Layer {
  /// Presentation values at a local time: model values, then each animation in order of application (docs/core-animation.md,
  /// section 3), then the superlayer's animations that name this layer.
  ///
  /// - Parameters:
  ///   - around: The superlayer's local time, in which animations of this layer's speed, and the superlayer's animations that name
  ///     this layer, are evaluated; nil for `localTime`, as for a layer without timing.
  ///   - copy: The indices of the layer's copy in the replicators around the layer, outermost first.
  ///   - cells: The emitter cells that are needed, because an emitter may have many cells; nil for all cells.
  @export(interface)
  public func presentationValues(
    at localTime: LocalTime, around: LocalTime? = nil, copy: [Int] = [], cells: [EmitterCell]? = nil
  ) -> LayerValues {
    var (result, never) = (values, Cancellation.never)
    if let cells, kind == .emitter { result.emitter.presentOnly(cells) }
    applyAnimations(at: localTime, around: around ?? localTime, copy: copy, to: &result, &never)
    return result
  }

  /// The values of an emitter and of one of its cells, without evaluating the animations of other cells.
  ///
  /// - Parameter animations: The result of `animations(ofCell:copy:)`; nil to look up the animations.
  func emitterValues(
    ofCell cell: EmitterCell, at localTime: LocalTime, copy: [Int],
    among animations: [LayerAnimation]? = nil
  ) -> (EmitterValues, CellValues) {
    var (result, never) = (values, Cancellation.never)
    result.emitter.presentOnly([cell])
    applyAnimations(
      at: localTime, around: localTime, copy: copy, to: &result, among: animations, &never)
    return (result.emitter, result.emitter.cellValues[0])
  }

  /// The animations of one copy of this emitter, in the order of application, without animations that change only other cells.
  func animations(ofCell cell: EmitterCell, copy: [Int]) -> [LayerAnimation] {
    var found: [LayerAnimation] = []
    forEachAnimation(ofCopy: copy) { animation in
      if !animation.isOfOtherCells(than: cell.values.name) { found.append(animation) }
    }
    return found
  }

  /// Changes the model values to the values of a copy at a local time. If the evaluation is cancelled, the resulting values are
  /// invalid.
  ///
  /// - Parameters:
  ///   - path: The only property whose value is needed; nil for all properties. Animations that do not affect the property are
  ///     skipped.
  ///   - fromSuperlayer: The superlayer's animations that name this layer; nil to look up these animations.
  ///   - chosen: The relevant animations of the copy, if the scene's states do not affect the layer; nil for all animations.
  func applyAnimations(
    at localTime: LocalTime, around: LocalTime, copy: [Int], to result: inout LayerValues,
    reaching path: PropertyPath? = nil, fromSuperlayer: [LayerAnimation]? = nil,
    among chosen: [LayerAnimation]? = nil, _ cancellation: inout Cancellation
  ) {
    guard let states = StateEvaluation(self, copy: copy) else {
      return applyOwnAnimations(
        at: localTime, around: around, copy: copy, to: &result, reaching: path,
        fromSuperlayer: fromSuperlayer,
        among: chosen, &cancellation)
    }
    states.apply(at: localTime, around: around, to: &result, &cancellation)
  }

  /// Applies the layer's animations, except the animations of the scene's states.
  func applyOwnAnimations(
    at localTime: LocalTime, around: LocalTime, copy: [Int], to result: inout LayerValues,
    reaching path: PropertyPath? = nil, fromSuperlayer: [LayerAnimation]? = nil,
    among chosen: [LayerAnimation]? = nil, _ cancellation: inout Cancellation
  ) {
    let fromSuperlayer = fromSuperlayer ?? animationsFromSuperlayer
    // A property that is not animatable, such as the frame, depends on several animatable properties.
    var only: PropertyPath?
    if let path, path.cell == nil, path.sublayer == nil, kind.properties[path.index].isAnimatable {
      only = path
    }
    forEachValue(ofCopy: copy) { result.set($0.value, at: $0.path, kind) }
    var turn = 0.0
    if let chosen {
      for animation in chosen {
        applyOwn(animation, at: localTime, only, to: &result, &turn, &cancellation)
      }
    } else {
      forEachAnimation(ofCopy: copy) {
        applyOwn($0, at: localTime, only, to: &result, &turn, &cancellation)
      }
    }
    for animation in fromSuperlayer where !animation.isGone(at: around) {
      animation.apply(
        at: around.time, to: &result, turn: &turn, closedEnd: false, kind: kind, &cancellation)
    }
    result.turn(by: turn)
    let own = ownAnimatedAspects
    if own.contains(.speed) || fromSuperlayer.contains(where: { $0.setsSpeed }) {
      result.timing.speed = speed(at: around, copy: copy)
    }
  }

  /// Applies one of the layer's animations, unless the animation was removed or does not affect `only`. `applyOwn` is a method,
  /// because a local function would allocate its context in each evaluation.
  private func applyOwn(
    _ animation: LayerAnimation, at localTime: LocalTime, _ only: PropertyPath?,
    to result: inout LayerValues, _ turn: inout Double, _ cancellation: inout Cancellation
  ) {
    if animation.isGone(at: localTime) { return }
    if let only, animation.isApart(from: only) { return }
    animation.apply(
      at: localTime.time, to: &result, turn: &turn, closedEnd: false, kind: kind, &cancellation)
  }

  /// The value at a key path, in one copy at a local time of this layer.
  package func presentationValue(
    at path: PropertyPath, _ localTime: LocalTime, around: LocalTime, copy: [Int]
  ) -> Value {
    var (result, never) = (values, Cancellation.never)
    if kind == .emitter { result.emitter.presentOnly(cells(of: path)) }
    applyAnimations(
      at: localTime, around: around, copy: copy, to: &result, reaching: path, &never)
    return result.value(at: path, kind)
  }

  /// The emitter cells that a key path names; empty for other paths.
  func cells(of path: PropertyPath) -> [EmitterCell] {
    guard kind == .emitter, let name = path.cellNames.first else { return [] }
    return values.emitter.cells.first { $0.values.name == name }.map { [$0] } ?? []
  }
}

extension LayerValues {
  /// The value at a key path, in these layer values or in the values of an emitter cell.
  func value(at path: PropertyPath, _ kind: LayerKind) -> Value {
    guard let name = path.cell else { return path.value(in: self, kind.properties) }
    switch path.list {
    case .emitterCells:
      let outermost = emitter.cellValues.first { $0.name == path.cellNames.first }
      let cell = outermost?.cell(at: path.cellNames.dropFirst())
      return cell.map { path.value(in: $0, CellProperties.table) } ?? .none
    case .emitterBehaviors:
      let behavior = emitter.behaviorValues.first { $0.name == name }
      return behavior.map { path.value(in: $0, BehaviorProperties.table) } ?? .none
    case .filters, .backgroundFilters:
      let filter = self[path.list].first { $0.name == name }
      return filter.map { path.value(in: $0, FilterProperties.table) } ?? .none
    }
  }
}

extension LayerAnimation {
  /// True if this animation affects neither the property at a path nor a component of the property.
  func isApart(from other: PropertyPath) -> Bool {
    // An animation with a rotation mode along a path changes the layer's transform as well.
    guard let path, values.rotationMode == nil else {
      return path == nil && children.allSatisfy { $0.isApart(from: other) }
    }
    return path.sublayer != nil || path.cell != other.cell || path.list != other.list
      || path.index != other.index
  }

  /// True if this animation changes only emitter cells whose name is not `name`.
  func isOfOtherCells(than name: String) -> Bool {
    if !children.isEmpty { return children.allSatisfy { $0.isOfOtherCells(than: name) } }
    guard let path, path.sublayer == nil, let outermost = path.cellNames.first else { return false }
    return outermost != name
  }

  /// The speeds at the start and the end of an iteration of this animation, which has no keyframes.
  func speedEnds(model: Double) -> (Double, Double) {
    func end(_ progress: Double) -> Double {
      let value = value(progress: progress, iteration: 0, current: .number(model))
      guard case .number(let speed)? = value else { return model }
      return speed.isFinite ? speed : 0
    }
    return (end(0), end(1))
  }

  /// The value after this animation is applied to `current`; nil if the animation is not in effect. An animation group has no
  /// value of its own.
  func value(at time: Double, current: Value) -> Value? {
    let sample = values.timing.sample(atParentTime: time)
    guard sample.isInEffect else { return nil }
    let progress = progress(of: sample)
    if isPlain, values.kind.isBasic {
      return values.fromValue.interpolated(to: values.toValue, progress)
    }
    return value(progress: progress, iteration: sample.iteration, current: current)
  }

  /// The progress of the animation after the timing function, or the progress of the spring.
  func progress(of sample: TimingSample) -> Double {
    values.progress(at: sample.progress, seconds: sample.iterationTime)
  }
}

extension LayerValues {
  /// Rotates the layer before the layer's own transform is applied.
  fileprivate mutating func turn(by angle: Double) {
    if angle != 0 { transform = LayerTransform(.rotation(angle, 0, 0, 1) * transform.matrix) }
  }

  /// Sets the value at a key path, in these layer values or in the emitter cells that the path names.
  mutating func set(_ value: Value, at path: PropertyPath, _ kind: LayerKind) {
    guard let cell = path.cell else { return path.set(value, in: &self, kind.properties) }
    switch path.list {
    case .emitterCells: changeCells(path) { path.set(value, in: &$0, CellProperties.table) }
    case .emitterBehaviors:
      changeBehaviors(named: cell) { path.set(value, in: &$0, BehaviorProperties.table) }
    case .filters, .backgroundFilters:
      changeFilters(path) { path.set(value, in: &$0, FilterProperties.table) }
    }
  }

  fileprivate mutating func changeBehaviors(
    named name: String, _ change: (inout BehaviorValues) -> Void
  ) {
    var emitter = self.emitter
    // The stored emitter values are emptied, so that the local copy of the emitter values has a unique owner and is changed in
    // place.
    self.emitter = EmitterValues()
    emitter.change(behaviorsNamed: name, change)
    self.emitter = emitter
  }

  fileprivate mutating func changeFilters(
    _ path: PropertyPath, _ change: (inout FilterValues) -> Void
  ) {
    for index in self[path.list].indices where self[path.list][index].name == path.cell {
      change(&self[path.list][index])
    }
  }

  fileprivate mutating func changeCells(_ path: PropertyPath, _ change: (inout CellValues) -> Void)
  {
    guard let name = path.cellNames.first else { return }
    var emitter = self.emitter
    // The stored emitter values are emptied, so that the local copy of the emitter values has a unique owner and is changed in
    // place.
    self.emitter = EmitterValues()
    let inner = path.cellNames.dropFirst()
    emitter.change(cellsNamed: name) { $0.changeCells(at: inner, change) }
    self.emitter = emitter
  }
}

extension LayerAnimation {
  /// True if the animation has been removed on completion. The undelayed time decides when an animation is removed, so an
  /// animation is removed from all copies at once.
  func isGone(at localTime: LocalTime) -> Bool {
    values.isRemovedOnCompletion && values.timing.isRemoved(atParentTime: localTime.undelayed)
  }

  /// Applies an animation that is in no group.
  func apply(at time: Double, to layer: inout LayerValues, closedEnd: Bool, kind: LayerKind) {
    var (turn, never) = (0.0, Cancellation.never)
    apply(at: time, to: &layer, turn: &turn, closedEnd: closedEnd, kind: kind, &never)
    layer.turn(by: turn)
  }

  /// Changes `values` by this animation at a time of the animation's layer or group. Returns false if the animation is not in
  /// effect, or if the work is cancelled.
  ///
  /// - Parameter turn: The sum of the rotations along paths, in radians.
  @discardableResult
  func apply(
    at time: Double, to layer: inout LayerValues, turn: inout Double, closedEnd: Bool,
    kind: LayerKind, _ cancellation: inout Cancellation
  ) -> Bool {
    let sample = values.timing.sample(atParentTime: time, closedEnd: closedEnd)
    guard sample.isInEffect, values.kind != .transition else { return false }
    // An animation of an emitter cell changes all cells that have the cell's name.
    let cells = path?.list == .emitterCells ? layer.emitter.cells.count : 0
    guard cancellation.shouldContinue(work: 1 + cells) else { return false }
    let progress = progress(of: sample)
    guard let path else {
      let groupTime = groupTime(sample, progress)
      for child in children {
        child.apply(
          at: groupTime, to: &layer, turn: &turn, closedEnd: sample.isAtIterationEnd, kind: kind,
          &cancellation)
      }
      return true
    }
    return change(&layer, &turn, path, progress, sample, kind)
  }

  /// Changes the layer property that this animation animates. Returns false if the animation is not in effect. The function that
  /// changes a layer property is not inlined, because the recursive function for groups would otherwise need larger stack frames.
  @inline(never)
  private func change(
    _ layer: inout LayerValues, _ turn: inout Double, _ path: PropertyPath, _ progress: Double,
    _ sample: TimingSample, _ kind: LayerKind
  ) -> Bool {
    // A sublayer itself applies the superlayer's animations that name the sublayer. An animation of the layer's speed affects the
    // layer's time, and not the layer's presentation values.
    if path.sublayer != nil || path.affectedAspects.contains(.speed) { return false }
    if let mode = values.rotationMode,
      let position = pacing?.motionPath?.position(at: progress)
    {
      turn = mode == .auto ? position.angle : position.angle + .pi
    }
    guard let name = path.cell else {
      change(&layer, path, progress, sample, kind.properties)
      return true
    }
    switch path.list {
    case .emitterCells:
      layer.changeCells(path) { change(&$0, path, progress, sample, CellProperties.table) }
    case .emitterBehaviors:
      layer.changeBehaviors(named: name) {
        change(&$0, path, progress, sample, BehaviorProperties.table)
      }
    case .filters, .backgroundFilters:
      layer.changeFilters(path) { change(&$0, path, progress, sample, FilterProperties.table) }
    }
    return true
  }

  /// True if the animation's value does not depend on the previous value.
  var isPlain: Bool {
    guard !values.isAdditive, values.valueFunction == nil, path != nil else { return false }
    if values.kind == .keyframe { return !values.keyValues.isEmpty }
    if case .none = values.fromValue { return false }
    if case .none = values.toValue { return false }
    return values.kind.isBasic && !values.isCumulative
  }

  /// The local time of the members of this animation group.
  func groupTime(_ sample: TimingSample, _ progress: Double) -> Double {
    let duration = values.timing.duration
    return values.timingFunction == nil || duration == .infinity
      ? sample.iterationTime : progress * duration
  }

  private func change<Owner>(
    _ owner: inout Owner, _ path: PropertyPath, _ progress: Double, _ sample: TimingSample,
    _ table: [Property<Owner>]
  ) {
    if isPlain, values.kind.isBasic {
      path.set(values.fromValue.interpolated(to: values.toValue, progress), in: &owner, table)
      return
    }
    let current = isPlain ? Value.none : path.value(in: owner, table)
    if let value = value(progress: progress, iteration: sample.iteration, current: current) {
      path.set(value, in: &owner, table)
    }
  }

  /// The value of the animation at a progress; nil if the animation has no values.
  private func value(progress: Double, iteration: Double, current: Value) -> Value? {
    if let function = values.valueFunction {
      return transformValue(function, progress, iteration, current)
    }
    let underlying = values.isAdditive ? current.neutral : current
    guard let value = blendedValue(progress, iteration, underlying: underlying) else { return nil }
    return values.isAdditive ? value.added(to: current) : value
  }

  /// The transform that the animation's value function makes of interpolated numbers.
  private func transformValue(
    _ function: ValueFunction, _ progress: Double, _ iteration: Double, _ current: Value
  ) -> Value? {
    guard case .transform(let below) = current else { return nil }
    let underlying = values.isAdditive ? function.neutral : function.numbers(of: below)
    guard let numbers = blendedValue(progress, iteration, underlying: underlying) else {
      return nil
    }
    let made = function.transform(numbers)
    return .transform(LayerTransform(values.isAdditive ? made * below.matrix : made))
  }

  /// The value of an animation in one iteration. If the animation is cumulative, the changes of earlier iterations are added to
  /// the value.
  private func blendedValue(_ progress: Double, _ iteration: Double, underlying: Value) -> Value? {
    let ends =
      values.kind.isBasic ? basicValue(progress, current: underlying) : keyframeValue(progress)
    guard var (end, value) = ends else { return nil }
    if values.isCumulative, iteration >= 1 {
      end = end.multiplied(by: iteration)
      value = value.added(to: end)
    }
    return value
  }

  /// True if each iteration of this cumulative animation adds whole turns, so that all iterations look alike.
  package func addsUpToWholeTurns(of layer: Layer) -> Bool {
    guard let path, path.cell == nil, path.sublayer == nil,
      path.component?.isTurn ?? values.valueFunction?.isTurn ?? false
    else { return false }
    // Other animations of the property may change the start value of this animation.
    let isAlone = layer.animations.allSatisfy { $0 === self || $0.path?.index != path.index }
    var underlying = Value.none
    if values.isAdditive {
      underlying = .number(0)
    } else if isAlone, values.valueFunction == nil {
      underlying = path.value(in: layer.values, layer.kind.properties)
    }
    let ends = values.kind.isBasic ? basicValue(0, current: underlying) : keyframeValue(0)
    guard case .number(let turn)? = ends?.0 else { return false }
    return turn.remainder(dividingBy: 2 * .pi).magnitude <= 1e-9 * max(1, turn.magnitude)
  }

  /// The value of a basic animation at the end of an iteration, and the value of the animation at the current progress.
  private func basicValue(_ progress: Double, current: Value) -> (Value, Value)? {
    guard let (from, to) = values.ends(over: current) else { return nil }
    return (values.timing.autoreverses ? from : to, from.interpolated(to: to, progress))
  }

  private func keyframeValue(_ progress: Double) -> (Value, Value)? {
    if let motionPath = pacing?.motionPath {
      guard let now = motionPath.position(at: progress),
        let end = motionPath.position(at: values.timing.autoreverses ? 0 : 1)
      else { return nil }
      return (.point(end.point), .point(now.point))
    }
    let all = values.keyValues
    guard let first = all.first, let pacing else { return nil }
    let now = values.keyframeValue(at: progress, pacing.keyTimes)
    return (values.timing.autoreverses ? first : all[pacing.valueCount - 1], now)
  }
}

extension AnimationValues {
  /// Both end values of a basic animation. The result is nil if the animation has no end values, or if a missing end value
  /// depends on an unknown current value.
  func ends(over current: Value?) -> (Value, Value)? {
    switch (fromValue, toValue, byValue) {
    case (.none, .none, .none): nil
    case (.none, let to, .none): current.map { ($0, to) }
    case (.none, .none, let by): current.map { ($0, by.added(to: $0)) }
    case (.none, let to, let by): (by.negated.added(to: to), to)
    case (let from, .none, .none): current.map { (from, $0) }
    case (let from, .none, let by): (from, by.added(to: from))
    case (let from, let to, _): (from, to)
    }
  }
}

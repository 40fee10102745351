import StrettoGeometry
import StrettoLayers
import StrettoTiming

extension Layer {
  /// Everything that this layer says of itself at a moment of its own time: what was set, then every
  /// animation in the order of application, each on what the ones before it made (semantics section 3), then what the
  /// superlayer's animations make of it.
  ///
  /// `around` is the moment around the layer, `moment` itself if it is left out: as it is for a layer without a
  /// timing of its own. `copy` names the copy by the indices of the replicators around the layer, outermost first.
  /// `cells` are those of an emitter's cells that are wanted, of which there may be very many; nil for all.
  @export(interface)
  public func presentationValues(
    at moment: LocalTime, around: LocalTime? = nil, copy: [Int] = [], cells: [EmitterCell]? = nil
  ) -> LayerValues {
    var (result, never) = (values, Cancellation.never)
    if let cells, kind == .emitter { result.emitter.presentOnly(cells) }
    applyAnimations(at: moment, around: around ?? moment, copy: copy, to: &result, &never)
    return result
  }

  /// An emitter and one of its cells at a moment, without a look at what is animated of the other cells.
  ///
  /// - Parameter animations: those of `animations(ofCell:copy:)`; nil if they are still to be found.
  func emitterValues(
    ofCell cell: EmitterCell, at moment: LocalTime, copy: [Int],
    among animations: [LayerAnimation]? = nil
  ) -> (EmitterValues, CellValues) {
    var (result, never) = (values, Cancellation.never)
    result.emitter.presentOnly([cell])
    applyAnimations(
      at: moment, around: moment, copy: copy, to: &result, among: animations, &never)
    return (result.emitter, result.emitter.cellValues[0])
  }

  /// Animations of a copy of this emitter, in the order of application, without those of other cells alone.
  func animations(ofCell cell: EmitterCell, copy: [Int]) -> [LayerAnimation] {
    var found: [LayerAnimation] = []
    forEachAnimation(ofCopy: copy) { animation in
      if !animation.isOfOtherCells(than: cell.values.name) { found.append(animation) }
    }
    return found
  }

  /// Changes the model's values to those of a copy at a moment. Values of work that is given up are of no use.
  ///
  /// - Parameters:
  ///   - path: where one property alone is wanted: the animations that leave it alone are left out.
  ///   - lent: the superlayer's animations that name this layer; nil if they are still to be found.
  ///   - chosen: the copy's animations that matter, if the scene's states do not concern the layer; nil for all.
  func applyAnimations(
    at moment: LocalTime, around: LocalTime, copy: [Int], to result: inout LayerValues,
    reaching path: PropertyPath? = nil, lent: [LayerAnimation]? = nil,
    among chosen: [LayerAnimation]? = nil, _ cancellation: inout Cancellation
  ) {
    guard var states = StateMoments(self, copy: copy) else {
      return applyOwnAnimations(
        at: moment, around: around, copy: copy, to: &result, reaching: path, lent: lent,
        among: chosen, &cancellation)
    }
    states.apply(at: moment, around: around, to: &result, &cancellation)
  }

  /// Applies the layer's animations without those of the scene's states.
  func applyOwnAnimations(
    at moment: LocalTime, around: LocalTime, copy: [Int], to result: inout LayerValues,
    reaching path: PropertyPath? = nil, lent: [LayerAnimation]? = nil,
    among chosen: [LayerAnimation]? = nil, _ cancellation: inout Cancellation
  ) {
    let lent = lent ?? lentAnimations
    // What is not animatable itself, such as the frame, follows from several properties.
    var only: PropertyPath?
    if let path, path.cell == nil, path.sublayer == nil, kind.properties[path.index].isAnimatable {
      only = path
    }
    forEachValue(ofCopy: copy) { result.set($0.value, at: $0.path, kind) }
    var turn = 0.0
    func apply(_ animation: LayerAnimation) {
      if animation.isGone(at: moment) { return }
      if let only, animation.isApart(from: only) { return }
      animation.apply(
        at: moment.time, to: &result, turn: &turn, closedEnd: false, kind: kind, &cancellation)
    }
    if let chosen { chosen.forEach(apply) } else { forEachAnimation(ofCopy: copy, apply) }
    for animation in lent where !animation.isGone(at: around) {
      animation.apply(
        at: around.time, to: &result, turn: &turn, closedEnd: false, kind: kind, &cancellation)
    }
    result.turn(by: turn)
    let own = ownInfluence
    if own.contains(.speed) || lent.contains(where: { $0.setsSpeed }) {
      result.timing.speed = speed(at: around, copy: copy)
    }
  }

  /// The value that a key path leads to, at a moment of this layer's own time, in one copy.
  package func presentationValue(
    at path: PropertyPath, _ moment: LocalTime, around: LocalTime, copy: [Int]
  ) -> Value {
    var (result, never) = (values, Cancellation.never)
    if kind == .emitter { result.emitter.presentOnly(cells(of: path)) }
    applyAnimations(
      at: moment, around: around, copy: copy, to: &result, reaching: path, &never)
    return result.value(at: path, kind)
  }

  /// The emitter cell that a key path leads into; none for other paths.
  func cells(of path: PropertyPath) -> [EmitterCell] {
    guard kind == .emitter, let name = path.cellNames.first else { return [] }
    return values.emitter.cells.first { $0.values.name == name }.map { [$0] } ?? []
  }
}

extension LayerValues {
  /// The value that a key path leads to, in these values or in those of an emitter cell.
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
  /// Whether this animation leaves the property that a path leads to, or leads into, alone.
  func isApart(from other: PropertyPath) -> Bool {
    // A layer that turns with its path has its transform written as well.
    guard let path, values.rotationMode == nil else {
      return path == nil && children.allSatisfy { $0.isApart(from: other) }
    }
    return path.sublayer != nil || path.cell != other.cell || path.list != other.list
      || path.index != other.index
  }

  /// Whether this animation changes no more than cells of an emitter that have other names.
  func isOfOtherCells(than name: String) -> Bool {
    if !children.isEmpty { return children.allSatisfy { $0.isOfOtherCells(than: name) } }
    guard let path, path.sublayer == nil, let outermost = path.cellNames.first else { return false }
    return outermost != name
  }

  /// The speeds at the start and the end of a play of this animation, which has no keyframes.
  func speedEnds(still: Double) -> (Double, Double) {
    func end(_ progress: Double) -> Double {
      let value = value(progress: progress, cycle: 0, current: .number(still))
      guard case .number(let speed)? = value else { return still }
      return speed.isFinite ? speed : 0
    }
    return (end(0), end(1))
  }

  /// The value after this animation, which is not a group, is applied to `current`; nil if it has no effect.
  func value(at time: Double, current: Value) -> Value? {
    let sample = values.timing.sample(atParentTime: time)
    guard sample.isInEffect else { return nil }
    let progress = progress(of: sample)
    if isPlain, values.kind.isBasic {
      return values.fromValue.interpolated(to: values.toValue, progress)
    }
    return value(progress: progress, cycle: sample.cycle, current: current)
  }

  /// How far the way has come: by the timing function, of a spring by its own law.
  func progress(of sample: TimingSample) -> Double {
    values.progress(at: sample.progress, seconds: sample.cycleTime)
  }
}

extension LayerValues {
  /// Turns the layer before its own transform.
  fileprivate mutating func turn(by angle: Double) {
    if angle != 0 { transform = LayerTransform(.rotation(angle, 0, 0, 1) * transform.matrix) }
  }

  /// Writes what a key path leads to, in this layer or in the cells of that name.
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
    // Held here alone, so that it is changed where it lies.
    self.emitter = EmitterValues()
    emitter.change(behaviorsNamed: name, change)
    self.emitter = emitter
  }

  fileprivate mutating func changeFilters(
    _ path: PropertyPath, _ change: (inout FilterValues) -> Void
  ) {
    for place in self[path.list].indices where self[path.list][place].name == path.cell {
      change(&self[path.list][place])
    }
  }

  fileprivate mutating func changeCells(_ path: PropertyPath, _ change: (inout CellValues) -> Void)
  {
    guard let name = path.cellNames.first else { return }
    var emitter = self.emitter
    // Held here alone, so that it is changed where it lies.
    self.emitter = EmitterValues()
    let inner = path.cellNames.dropFirst()
    emitter.change(cellsNamed: name) { $0.changeCells(at: inner, change) }
    self.emitter = emitter
  }
}

extension LayerAnimation {
  /// Whether the layer has let go of this animation: for all copies at once, by the base timeline.
  func isGone(at moment: LocalTime) -> Bool {
    values.isRemovedOnCompletion && values.timing.isRemoved(atParentTime: moment.base)
  }

  /// Applies an animation that stands alone.
  func apply(at time: Double, to layer: inout LayerValues, closedEnd: Bool, kind: LayerKind) {
    var (turn, never) = (0.0, Cancellation.never)
    apply(at: time, to: &layer, turn: &turn, closedEnd: closedEnd, kind: kind, &never)
    layer.turn(by: turn)
  }

  /// Changes `values` as this animation does at a time of its layer, or of the group that it is in; false where it has no
  /// effect, or where the work is cancelled. `turn` is by how much the layer turns with the paths that it goes along.
  @discardableResult
  func apply(
    at time: Double, to layer: inout LayerValues, turn: inout Double, closedEnd: Bool,
    kind: LayerKind, _ cancellation: inout Cancellation
  ) -> Bool {
    let sample = values.timing.sample(atParentTime: time, closedEnd: closedEnd)
    guard sample.isInEffect, values.kind != .transition else { return false }
    // An animation of cells changes all cells of that name.
    let cells = path?.list == .emitterCells ? layer.emitter.cells.count : 0
    guard cancellation.goesOn(steps: 1 + cells) else { return false }
    let progress = progress(of: sample)
    guard let path else {
      let groupTime = groupTime(sample, progress)
      for child in children {
        child.apply(
          at: groupTime, to: &layer, turn: &turn, closedEnd: sample.isAtPlayEnd, kind: kind,
          &cancellation)
      }
      return true
    }
    return change(&layer, &turn, path, progress, sample, kind)
  }

  /// Changes the property that this animation is of; false where it has no effect. It stays out of the function that leads
  /// down groups within groups, of which the stack holds many.
  @inline(never)
  private func change(
    _ layer: inout LayerValues, _ turn: inout Double, _ path: PropertyPath, _ progress: Double,
    _ sample: TimingSample, _ kind: LayerKind
  ) -> Bool {
    // Sublayers have them themselves, and a speed makes time, not a value.
    if path.sublayer != nil || path.influence.contains(.speed) { return false }
    if let mode = values.rotationMode, let place = pacing?.way?.place(at: progress, values) {
      turn = mode == .auto ? place.angle : place.angle + .pi
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

  /// Whether its value depends on none that is there before.
  var isPlain: Bool {
    guard !values.isAdditive, values.valueFunction == nil, path != nil else { return false }
    if values.kind == .keyframe { return !values.keyValues.isEmpty }
    if case .none = values.fromValue { return false }
    if case .none = values.toValue { return false }
    return values.kind.isBasic && !values.isCumulative
  }

  /// The time that the animations of this group see.
  func groupTime(_ sample: TimingSample, _ progress: Double) -> Double {
    let duration = values.timing.duration
    return values.timingFunction == nil || duration == .infinity
      ? sample.cycleTime : progress * duration
  }

  private func change<Owner>(
    _ owner: inout Owner, _ path: PropertyPath, _ progress: Double, _ sample: TimingSample,
    _ table: [Property<Owner>]
  ) {
    if isPlain, values.kind.isBasic {
      path.set(values.fromValue.interpolated(to: values.toValue, progress), in: &owner, table)
      return
    }
    let current = path.value(in: owner, table)
    if let value = value(progress: progress, cycle: sample.cycle, current: current) {
      path.set(value, in: &owner, table)
    }
  }

  /// The animated value; nil if the animation says nothing.
  private func value(progress: Double, cycle: Double, current: Value) -> Value? {
    if let function = values.valueFunction {
      return transformValue(function, progress, cycle, current)
    }
    let base = values.isAdditive ? current.neutral : current
    guard let value = blendedValue(progress, cycle, base: base) else { return nil }
    return values.isAdditive ? value.added(to: current) : value
  }

  /// A transform made from numbers that are blended.
  private func transformValue(
    _ function: ValueFunction, _ progress: Double, _ cycle: Double, _ current: Value
  ) -> Value? {
    guard case .transform(let below) = current else { return nil }
    let base = values.isAdditive ? function.neutral : function.numbers(of: below)
    guard let numbers = blendedValue(progress, cycle, base: base) else { return nil }
    let made = function.transform(numbers)
    return .transform(LayerTransform(values.isAdditive ? made * below.matrix : made))
  }

  /// The value of a cycle, on top of those before it if they add up.
  private func blendedValue(_ progress: Double, _ cycle: Double, base: Value) -> Value? {
    let ends = values.kind.isBasic ? basicValue(progress, current: base) : keyframeValue(progress)
    guard var (end, value) = ends else { return nil }
    if values.isCumulative, cycle >= 1 {
      end = end.multiplied(by: cycle)
      value = value.added(to: end)
    }
    return value
  }

  /// Whether each cycle of this cumulative animation turns on by whole turns, so that all look alike.
  package func addsUpToWholeTurns(of layer: Layer) -> Bool {
    guard let path, path.cell == nil, path.sublayer == nil,
      path.component?.isTurn ?? values.valueFunction?.isTurn ?? false
    else { return false }
    // Other animations may change the value that it begins with.
    let isAlone = layer.animations.allSatisfy { $0 === self || $0.path?.index != path.index }
    var base = Value.none
    if values.isAdditive {
      base = .number(0)
    } else if isAlone, values.valueFunction == nil {
      base = path.value(in: layer.values, layer.kind.properties)
    }
    let ends = values.kind.isBasic ? basicValue(0, current: base) : keyframeValue(0)
    guard case .number(let turn)? = ends?.0 else { return false }
    return turn.remainder(dividingBy: 2 * .pi).magnitude <= 1e-9 * max(1, turn.magnitude)
  }

  /// The value at the end of a cycle, and now.
  private func basicValue(_ progress: Double, current: Value) -> (Value, Value)? {
    guard let (from, to) = values.ends(over: current) else { return nil }
    return (values.timing.autoreverses ? from : to, from.interpolated(to: to, progress))
  }

  private func keyframeValue(_ progress: Double) -> (Value, Value)? {
    if let way = pacing?.way {
      guard let now = way.place(at: progress, values),
        let end = way.place(at: values.timing.autoreverses ? 0 : 1, values)
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
  /// Both ends of a basic animation; nil if it names none, or takes one from a current value that is not known.
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

import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The forces on the particles of one cell, as a copy of the emitter sees them: what is known of them, and how more is found.
struct ForceField {
  let key: ForceTableKey
  private(set) var table: ForceTable
  private let source: Source
  private let constant: Forces?

  /// What forces are read from.
  private struct Source {
    let layer: Layer
    let cell: CellLineage
    let copy: [Int]
    let now: LocalTime
    let attracts: Bool
    /// Values of the cell and the behaviors where none of them are animated; nil where some are.
    let still: (cell: CellValues, behaviors: [BehaviorValues])?

    /// - Parameter time: of the emitter, in seconds.
    func forces(at time: Double) -> Forces {
      if let still { return Forces(still.cell, still.behaviors, attracts: attracts, at: time) }
      let moment = LocalTime(time: time, base: now.base - (now.time - time))
      let (emitter, own) = layer.emitterValues(ofCell: cell.outermost, at: moment, copy: copy)
      return Forces(
        cell.values(in: own), emitter.behaviorValues, attracts: attracts, at: time)
    }
  }

  /// Nil for a cell on which nothing acts but accelerations that do not change: its particles fly in closed form.
  init?(
    _ layer: Layer, _ emitter: EmitterValues, _ cell: CellLineage, _ values: CellValues,
    key: ForceTableKey, copy: [Int], now: LocalTime, known: ForceTable?
  ) {
    let behaviors = emitter.behaviorValues
    let isAnimated = layer.animatesForces(on: cell.names)
    guard isAnimated || behaviors.contains(where: { $0.isEnabled && $0.type.isForce }) else {
      return nil
    }
    self.key = key
    let attracts = behaviors.contains { $0.type.attracts && ($0.isEnabled || isAnimated) }
    // The mass as it was set: a table that is known must be the one that would be made now.
    let mass = cell.values(in: cell.outermost.values).mass
    table = known ?? ForceTable(key.clock, mass: mass, attracts: attracts)
    source = Source(
      layer: layer, cell: cell, copy: copy, now: now, attracts: attracts,
      still: isAnimated ? nil : (values, behaviors))
    let waves = behaviors.contains { $0.isEnabled && $0.type == .wave }
    constant = isAnimated || waves ? nil : source.forces(at: 0)
  }

  /// Steps that a cancellation counts for a look at the forces.
  private var stepsOfSample: Int { source.still == nil ? 1 + source.layer.animations.count : 1 }

  /// Makes the table know a span of its time.
  mutating func cover(
    _ parts: Range<Int>, _ cancellation: inout Cancellation
  ) throws(PresentationError) {
    if table.knows(parts) { return }
    let (source, clock, steps) = (source, table.clock, stepsOfSample)
    try table.cover(parts, constant: constant, &cancellation) {
      time, cancellation throws(PresentationError) in
      guard cancellation.shouldContinue(steps: steps) else { throw .cancelled }
      return source.forces(at: clock.outerTime(time))
    }
  }
}

extension BehaviorType {
  fileprivate var attracts: Bool { self == .attractor || self == .simpleAttractor }
}

extension Layer {
  /// Whether an animation, or a state of the scene, may change forces on the particles of a cell.
  fileprivate func animatesForces(on cell: [String]) -> Bool {
    guard animatedInfluence.contains(.forces) else { return false }
    if stateTrack?.influence.contains(.forces) ?? false { return true }
    return (animations + animationsFromSuperlayer).contains { $0.changesForces(on: cell) }
  }
}

extension LayerAnimation {
  fileprivate func changesForces(on cell: [String]) -> Bool {
    guard let path else { return children.contains { $0.changesForces(on: cell) } }
    return influence.contains(.forces) && (path.list != .emitterCells || path.cellNames == cell)
  }
}

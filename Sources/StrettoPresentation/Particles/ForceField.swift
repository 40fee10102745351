import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The forces on the particles of one cell in one copy of the emitter. A force field has a cached table of forces, and the values
/// from which the table can be extended.
struct ForceField {
  let key: ForceTableKey
  private(set) var table: ForceTable
  private let source: Source
  private let constant: Forces?

  /// The layer, the cell and the copy from which forces are evaluated.
  private struct Source {
    let layer: Layer
    let cell: CellLineage
    let copy: [Int]
    let now: LocalTime
    let attracts: Bool
    /// The values of the cell and of the emitter's behaviors; nil if some of these values are animated.
    let constant: (cell: CellValues, behaviors: [BehaviorValues])?

    /// - Parameter time: The time of the emitter in seconds.
    func forces(at time: Double) -> Forces {
      if let constant {
        return Forces(constant.cell, constant.behaviors, attracts: attracts, at: time)
      }
      let localTime = LocalTime(time: time, undelayed: now.undelayed - (now.time - time))
      let (emitter, own) = layer.emitterValues(ofCell: cell.outermost, at: localTime, copy: copy)
      return Forces(
        cell.values(in: own), emitter.behaviorValues, attracts: attracts, at: time)
    }
  }

  /// Creates the force field of a cell; nil if only constant accelerations act on the cell's particles, because the motion under
  /// constant accelerations has a closed form.
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
    // The mass is the model value and not an animated value, so that a cached force table equals a newly computed table.
    let mass = cell.values(in: cell.outermost.values).mass
    table = known ?? ForceTable(key.clock, mass: mass, attracts: attracts)
    source = Source(
      layer: layer, cell: cell, copy: copy, now: now, attracts: attracts,
      constant: isAnimated ? nil : (values, behaviors))
    let waves = behaviors.contains { $0.isEnabled && $0.type == .wave }
    constant = isAnimated || waves ? nil : source.forces(at: 0)
  }

  /// The number of cancellation steps that one evaluation of the forces counts.
  private var workOfSample: Int { source.constant == nil ? 1 + source.layer.animations.count : 1 }

  /// Extends the table of forces so that the table covers the given parts of its time.
  mutating func cover(
    _ parts: Range<Int>, _ cancellation: inout Cancellation
  ) throws(PresentationError) {
    if table.knows(parts) { return }
    let (source, clock, steps) = (source, table.clock, workOfSample)
    try table.cover(parts, constant: constant, &cancellation) {
      time, cancellation throws(PresentationError) in
      guard cancellation.shouldContinue(work: steps) else { throw .cancelled }
      return source.forces(at: clock.outerTime(time))
    }
  }
}

extension BehaviorType {
  fileprivate var attracts: Bool { self == .attractor || self == .simpleAttractor }
}

extension Layer {
  /// True if an animation or a state of the scene may change the forces on the particles of a cell.
  fileprivate func animatesForces(on cell: [String]) -> Bool {
    guard animatedAspects.contains(.forces) else { return false }
    if stateTrack?.affectedAspects.contains(.forces) ?? false { return true }
    return (animations + animationsFromSuperlayer).contains { $0.changesForces(on: cell) }
  }
}

extension LayerAnimation {
  fileprivate func changesForces(on cell: [String]) -> Bool {
    guard let path else { return children.contains { $0.changesForces(on: cell) } }
    return affectedAspects.contains(.forces)
      && (path.list != .emitterCells || path.cellNames == cell)
  }
}

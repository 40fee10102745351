import StrettoGeometry
import StrettoLayers

/// The effects of emitter behaviors on particles, except forces: values over a particle's life, and alignment to the direction of
/// motion.
struct LifeEffects {
  private var values: [(property: LifeProperty, curve: LifeCurve, isAdditive: Bool)] = []
  private(set) var alignment: (turns: Double, preservesDepth: Bool)?

  /// Creates the effects of behaviors; nil if no behavior changes values over a particle's life or aligns particles.
  init?(_ behaviors: [BehaviorValues]) {
    for behavior in behaviors where behavior.isEnabled {
      switch behavior.type {
      case .alignToMotion: alignment = (behavior.rotation, behavior.preservesDepth)
      case .valueOverLife:
        add(behavior.property, behavior.values, behavior, isAdditive: behavior.isAdditive)
      case .colorOverLife:
        add(.red, behavior.colors.map { $0.red }, behavior)
        add(.green, behavior.colors.map { $0.green }, behavior)
        add(.blue, behavior.colors.map { $0.blue }, behavior)
        add(.alpha, behavior.colors.map { $0.alpha }, behavior)
      case .drag, .wave, .attractor, .simpleAttractor, .light: break
      }
    }
    if values.isEmpty, alignment == nil { return nil }
  }

  private mutating func add(
    _ property: LifeProperty?, _ values: [Double], _ behavior: BehaviorValues,
    isAdditive: Bool = false
  ) {
    guard let property, let curve = LifeCurve(values, at: behavior.locations) else { return }
    self.values.append((property, curve, isAdditive))
  }

  /// The value of a particle's property after all behaviors that change the property.
  ///
  /// - Parameter part: The age of the particle as a fraction of its lifetime, 0...1.
  func value(_ property: LifeProperty, _ own: Double, at part: Double) -> Double {
    values.reduce(own) { value, given in
      guard given.property == property else { return value }
      return given.isAdditive ? value + given.curve.value(at: part) : given.curve.value(at: part)
    }
  }

  /// The integral of a speed since the particle's birth, after all behaviors that change the speed.
  ///
  /// - Parameters:
  ///   - own: The integral of the particle's own speed.
  ///   - length: The particle's lifetime in seconds.
  func sum(_ speed: LifeProperty, _ own: Double, at part: Double, length: Double) -> Double {
    values.reduce(own) { sum, given in
      guard given.property == speed else { return sum }
      let added = given.curve.integral(to: part) * length
      return given.isAdditive ? sum + added : added
    }
  }

  /// True if a behavior changes the mass of particles over their life.
  var changesMass: Bool { values.contains { $0.property == .mass } }

  /// The motion of a particle after behaviors that set positions and velocities. A behavior that sets positions moves a particle
  /// independently of forces, and forces ignore the position that the behavior sets.
  func motion(_ motion: Motion, from start: Vector, at part: Double, length: Double) -> Motion {
    var moved = motion
    let axes: [(LifeProperty, LifeProperty)] = [
      (.positionX, .velocityX), (.positionY, .velocityY), (.positionZ, .velocityZ),
    ]
    for (axis, (position, velocity)) in axes.enumerated() {
      let distance = sum(velocity, motion.position[axis] - start[axis], at: part, length: length)
      moved.position[axis] = value(position, start[axis] + distance, at: part)
      moved.velocity[axis] = value(velocity, motion.velocity[axis], at: part)
    }
    return moved
  }
}

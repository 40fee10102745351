import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// All forces that act on the particles of a cell at one time.
struct Forces: Equatable {
  /// The acceleration of a particle in points per second squared, independent of the particle's mass.
  var acceleration: Vector = .zero
  /// The acceleration of a particle of mass 1, in points per second squared.
  var force: Vector = .zero
  /// The fraction of the velocity that a particle of mass 1 loses per second.
  var drag: Double = 0
  var attractors: [Attractor<Double>] = []

  /// - Parameters:
  ///   - attracts: True if attractors are included. Disabled attractors are included too, so that the number of attractors is the
  ///     same at all times.
  ///   - time: The time of the emitter in seconds.
  init(_ cell: CellValues, _ behaviors: [BehaviorValues], attracts: Bool, at time: Double) {
    acceleration = Vector(cell.xAcceleration, cell.yAcceleration, cell.zAcceleration)
    for behavior in behaviors {
      switch behavior.type {
      case .drag: if behavior.isEnabled { drag += max(0, behavior.drag) }
      case .wave:
        guard behavior.isEnabled else { continue }
        let push = Vector(behavior.force.x, behavior.force.y, behavior.force.z)
        force += push * Forces.wave(behavior.frequency, at: time)
      case .attractor, .simpleAttractor: if attracts { attractors.append(Attractor(behavior)) }
      case .alignToMotion, .valueOverLife, .colorOverLife, .light: break
      }
    }
  }

  /// The highest frequency in hertz at which the force of a wave behavior is evaluated. A wave of a higher frequency moves no
  /// particle visibly.
  private static let highestFrequency: Double = 120

  /// A triangle wave between -1 and 1 with corners that are rounded by parabolas. The triangle wave of a wave behavior rises
  /// through 0 at time 0.
  static func wave(_ frequency: Double, at time: Double) -> Double {
    guard frequency > 0, frequency <= highestFrequency else { return 0 }
    let turns = time * frequency
    let phase = turns - turns.rounded(.down)
    let y = phase < 0.25 ? 4 * phase : phase < 0.75 ? 2 - 4 * phase : 4 * phase - 4
    return y * (2 - y.magnitude)
  }
}

/// Values of a layer in one state of its scene.
public final class StateValues: Sendable {
  static let none = StateValues([], of: [])

  /// Indices into the values of the layer's state track. No two values of one state belong to the same property path.
  let indices: [Int32]
  /// Speed of the layer in the state; nil if the state does not set the speed. `autoreverses` is nil if the state does not set
  /// the autoreverse.
  public let speed: Double?
  public let autoreverses: Bool?

  /// Creates the values of a state from indices into the values of a state track.
  ///
  /// - Parameters:
  ///   - indices: Indices of the values in the order in which the values were set. If two values have the same path, the last
  ///     value wins.
  ///   - all: All values of the state track.
  init(_ indices: [Int32], of all: [(path: PropertyPath, value: Value)]) {
    var known: Set<PropertyPath> = []
    var last: [Int32] = []
    for index in indices.reversed() where known.insert(all[Int(index)].path).inserted {
      last.append(index)
    }
    last.reverse()
    self.indices = last
    // The layer has two timing properties that states can set.
    var clock: (speed: Double?, autoreverses: Bool?)
    for index in last where all[Int(index)].path.traits.contains(.clockInStates) {
      switch all[Int(index)].value {
      case .number(let speed): clock.speed = speed
      case .boolean(let autoreverses): clock.autoreverses = autoreverses
      default: break
      }
    }
    (speed, autoreverses) = clock
  }
}

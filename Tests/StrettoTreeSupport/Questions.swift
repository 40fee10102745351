import StrettoGeometry
import StrettoLayers
import StrettoQuestions
import Testing

extension Scene {
  /// Mistakes in this scene; nobody cancels the search.
  public func diagnostics(clip: Double = .infinity) -> [Diagnostic] {
    uncancelled { (cancellation: inout Cancellation) throws(Cancelled) in
      try diagnostics(clip: clip, &cancellation)
    }
  }

  /// Repetition of this scene; nobody cancels the search.
  public var loopReport: LoopReport {
    uncancelled { (cancellation: inout Cancellation) throws(Cancelled) in
      try loopReport(&cancellation)
    }
  }

  /// Phases of all animations; nobody cancels the search.
  public var phases: [ScenePhases] {
    uncancelled { (cancellation: inout Cancellation) throws(Cancelled) in
      try phases(&cancellation)
    }
  }
}

extension Layer {
  /// Presented value of a key path at a time, in one copy.
  public func presented(_ keyPath: String, at time: Double, _ instance: [Int] = []) -> Value? {
    do {
      let path = try PropertyPath(keyPath, kind: kind)
      return try presentationValue(at: path, time: time, copy: instance)
    } catch {
      Issue.record("cannot read \(keyPath): \(error)")
      return nil
    }
  }

  /// The number that a key path reads at a time, in one copy; NaN if it reads no number.
  public func number(_ keyPath: String, at time: Double, _ instance: [Int] = []) -> Double {
    switch presented(keyPath, at: time, instance) {
    case .number(let x), .integer(let x): x
    default: .nan
    }
  }
}

extension Layer {
  /// The number that a key path of a layer below this one reads. A layer does not keep those around it
  /// alive; whoever asks for a copy asks the top.
  public func number(of layer: Layer, _ keyPath: String, at time: Double, _ instance: [Int] = [])
    -> Double
  {
    withExtendedLifetime(self) { layer.number(keyPath, at: time, instance) }
  }
}

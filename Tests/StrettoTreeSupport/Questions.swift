import StrettoGeometry
import StrettoLayers
import StrettoQuestions
import Testing

extension Scene {
  /// Diagnostics of the scene, computed without cancellation.
  public func diagnostics(clip: Double = .infinity) -> [Diagnostic] {
    uncancelled { (cancellation: inout Cancellation) throws(Cancelled) in
      try diagnostics(clip: clip, &cancellation)
    }
  }

  /// The loop report of the scene, computed without cancellation.
  public var loopReport: LoopReport {
    uncancelled { (cancellation: inout Cancellation) throws(Cancelled) in
      try loopReport(&cancellation)
    }
  }

  /// The phases of all animations of the scene, computed without cancellation.
  public var phases: [ScenePhases] {
    uncancelled { (cancellation: inout Cancellation) throws(Cancelled) in
      try phases(&cancellation)
    }
  }
}

extension Layer {
  /// The presentation value of `keyPath` at `time` in the copy `instance`, or nil if the layer has no such key path.
  public func presented(_ keyPath: String, at time: Double, _ instance: [Int] = []) -> Value? {
    do {
      let path = try PropertyPath(keyPath, kind: kind)
      return try presentationValue(at: path, time: time, copy: instance)
    } catch {
      Issue.record("cannot read \(keyPath): \(error)")
      return nil
    }
  }

  /// The presentation value of `keyPath` at `time` in the copy `instance` as a number, or NaN if the value is not a number.
  public func number(_ keyPath: String, at time: Double, _ instance: [Int] = []) -> Double {
    switch presented(keyPath, at: time, instance) {
    case .number(let x), .integer(let x): x
    default: .nan
    }
  }
}

extension Layer {
  /// The number at `keyPath` of `layer`, a descendant of the receiver. A layer does not keep its superlayers alive, so the
  /// receiver stays alive during the call.
  public func number(of layer: Layer, _ keyPath: String, at time: Double, _ instance: [Int] = [])
    -> Double
  {
    withExtendedLifetime(self) { layer.number(keyPath, at: time, instance) }
  }
}

import StrettoGeometry
import StrettoLayers
import StrettoQuestions

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

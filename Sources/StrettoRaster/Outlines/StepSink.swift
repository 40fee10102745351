/// Receives the steps of edges through pixels.
protocol StepSink {
  /// True if the sink needs the steps of horizontal edges, which change no area.
  static var takesLevelEdges: Bool { get }
  /// True if the sink needs the steps of vertical edges.
  static var takesUprightEdges: Bool { get }
  /// Called once for eight edges, before the steps of the eight edges are passed to `take`.
  func begin(_ edges: EdgeSteps)
  func take(_ step: EdgeSteps.Step, _ edges: EdgeSteps)
}

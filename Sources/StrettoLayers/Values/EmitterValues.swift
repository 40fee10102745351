import StrettoGeometry

/// `CAEmitterLayer`: a source of particles. The emitter's `birthRate`, `lifetime`, `velocity`, `scale` and `spin` multiply the
/// values of every cell.
public struct EmitterValues: Sendable {
  public var cells: [EmitterCell] = []
  /// Presentation values of the emitter's cells while a cell is animated; nil if all cells have their model values.
  public private(set) var presentedCells: [CellValues]?
  /// Forces and other effects on the particles of all cells.
  public var behaviors: [EmitterBehavior] = []
  /// Presentation values of the emitter's behaviors while a behavior is animated; nil if all behaviors have their model values.
  private var presentedBehaviors: [BehaviorValues]?
  /// Indices of the presented cells by name, if the emitter has many cells.
  private var presentedIndices: [String: [Int]] = [:]
  public var birthRate: Double = 1
  public var lifetime: Double = 1
  public var velocity: Double = 1
  public var scale: Double = 1
  public var spin: Double = 1
  /// Centre of the source of particles, in the coordinates of the bounds.
  public var emitterPosition: Point = .zero
  /// Height of the centre of the particle source above the plane of the emitter, in points towards the eye.
  public var emitterZPosition: Double = 0
  public var emitterSize: Size = .zero
  /// Depth of a cuboid source of particles, in points.
  public var emitterDepth: Double = 0
  public var emitterShape: EmitterShape = .point
  public var emitterMode: EmitterMode = .volume
  public var renderMode: EmitterRenderMode = .unordered
  /// True if the particles share one 3-D space with the layers around the emitter and are sorted by depth, and false if the
  /// particles are flattened into the emitter's plane.
  public var preservesDepth: Bool = false
  /// Seed of the emitter's random numbers, a whole number in 0...2^32-1. Two emitters with equal values and equal seeds emit
  /// equal particles.
  public var seed: Double = 0
  /// Period after which the particles repeat, in seconds of the emitter's local time; 0 for particles that never repeat.
  public var loop: Double = 0
  /// True if the emitter looks as if it has always been running, and false if the emitter starts at local time 0.
  public var isWarm: Bool = false

  public init() {}

  /// Presentation values of all cells of the emitter.
  public var cellValues: [CellValues] { presentedCells ?? cells.map { $0.values } }

  /// Presentation values of all behaviors of the emitter.
  public var behaviorValues: [BehaviorValues] {
    presentedBehaviors ?? behaviors.map { $0.values }
  }

  public mutating func change(
    behaviorsNamed name: String, _ change: (inout BehaviorValues) -> Void
  ) {
    var presented = behaviorValues
    presentedBehaviors = nil
    for index in presented.indices where presented[index].name == name { change(&presented[index]) }
    presentedBehaviors = presented
  }

  /// Presents only the given cells, as if the emitter had no further cells.
  public mutating func presentOnly(_ cells: [EmitterCell]) {
    presentedCells = cells.map { $0.values }
  }

  public mutating func change(cellsNamed name: String, _ change: (inout CellValues) -> Void) {
    var presented = cellValues
    if presentedCells == nil, presented.count > 8 {
      presentedIndices = Dictionary(grouping: presented.indices) { presented[$0].name }
    }
    presentedCells = nil
    if presentedIndices.isEmpty {
      for index in presented.indices where presented[index].name == name {
        change(&presented[index])
      }
    } else {
      for index in presentedIndices[name] ?? [] { change(&presented[index]) }
    }
    presentedCells = presented
  }
}

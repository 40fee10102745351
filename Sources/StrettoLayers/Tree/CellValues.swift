import StrettoGeometry
import StrettoTiming

/// Values of an emitter cell. If a value has the mean m and the range r, particles get values that are evenly distributed over m
/// ± r/2.
public struct CellValues: Sendable {
  /// Name of the cell in key paths such as "emitterCells.NAME.PROPERTY".
  public var name: String = ""
  public var isEnabled: Bool = true
  /// Timing of the emission, in the local time of the emitter or, for inner cells, since the birth of the emitting particle. The
  /// age of a particle is measured in the local time of the particle's cell.
  public var timing: MediaTiming = MediaTiming()
  /// Cells that each particle of this cell emits. The function `EmitterCell.setCells` sets these inner cells.
  public internal(set) var cells: [EmitterCell] = []
  /// Number of particles that are born per second.
  public var birthRate: Double = 0
  /// Lifetime of a particle in seconds.
  public var lifetime: Double = 0
  public var lifetimeRange: Double = 0
  /// Angle between the direction of emission and the plane of the emitter, in radians. With a latitude of 0, particles are
  /// emitted in the plane of the emitter.
  public var emissionLatitude: Double = 0
  /// Direction of emission in the plane of the emitter, in radians from +x towards +y.
  public var emissionLongitude: Double = 0
  /// Full opening angle of the emission cone, in radians.
  public var emissionRange: Double = 0
  /// Speed of a particle at its birth, in points per second.
  public var velocity: Double = 0
  public var velocityRange: Double = 0
  /// Acceleration of particles, in points per second squared.
  public var xAcceleration: Double = 0
  public var yAcceleration: Double = 0
  public var zAcceleration: Double = 0
  public var scale: Double = 1
  public var scaleRange: Double = 0
  /// Change of a particle's scale per second.
  public var scaleSpeed: Double = 0
  /// Rotation of a particle at its birth, in radians; a positive angle rotates x towards y.
  public var rotation: Double = 0
  public var rotationRange: Double = 0
  /// Angular speed of a particle, in radians per second; a positive speed rotates x towards y.
  public var spin: Double = 0
  public var spinRange: Double = 0
  public var particleType: ParticleType = .sprite
  /// Full opening angle of the cone of the particles' normals at birth, in radians.
  public var orientationRange: Double = 0
  /// Angle between the axis of the normals' cone and the direction to the eye, in radians.
  public var orientationLatitude: Double = 0
  /// Direction in which the axis of the normals' cone is tilted, in radians from +x towards +y.
  public var orientationLongitude: Double = 0
  /// Mass of a particle, by which the forces of behaviors are divided.
  public var mass: Double = 1
  public var massRange: Double = 0
  public var color: Color? = .white
  public var redRange: Double = 0
  public var greenRange: Double = 0
  public var blueRange: Double = 0
  public var alphaRange: Double = 0
  public var redSpeed: Double = 0
  public var greenSpeed: Double = 0
  public var blueSpeed: Double = 0
  public var alphaSpeed: Double = 0
  /// Image of a particle. An emitter cell without an image draws nothing.
  public var contents: Contents = .none
  public var contentsRect: Rect = Rect(0, 0, 1, 1)
  /// Pixels of the particle's image per point, above 0.
  public var contentsScale: Double = 1
  public var magnificationFilter: ContentsFilter = .linear
  public var minificationFilter: ContentsFilter = .linear
  public var minificationFilterBias: Double = 0

  public init() {}
}

extension CellValues {
  /// Values of the nested cell to which a list of names leads from this cell; nil if no nested cell has these names.
  public func cell(at names: ArraySlice<String>) -> CellValues? {
    guard let name = names.first else { return self }
    return cells.first { $0.values.name == name }?.values.cell(at: names.dropFirst())
  }

  /// Changes the nested cells to which a list of names leads. An inner cell is copied before it is changed, because emitters may
  /// share cells.
  public mutating func changeCells(
    at names: ArraySlice<String>, _ change: (inout CellValues) -> Void
  ) {
    guard let name = names.first else { return change(&self) }
    for index in cells.indices where cells[index].values.name == name {
      let changed = EmitterCell()
      changed.values = cells[index].values
      changed.values.changeCells(at: names.dropFirst(), change)
      cells[index] = changed
    }
  }
}

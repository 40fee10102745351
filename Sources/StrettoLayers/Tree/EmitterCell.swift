import StrettoGeometry
import StrettoTiming

/// Description of one kind of particle (`CAEmitterCell`). Several emitters may share a cell, and a change of the cell affects all
/// these emitters.
public final class EmitterCell: @unchecked Sendable {
  public var values = CellValues() { didSet { changes &+= 1 } }
  /// Number of changes of the cell, which only increases.
  public private(set) var changes: UInt64 = 0
  /// Unknown markup in the cell's element of a document.
  public var unknownMarkup: UnknownMarkup?
  public init() {}

  /// Limit of the depth of nested cells. For example, a rocket with a burst of sparks needs cells of depth three.
  public static let depthLimit = 8

  /// Sets the cells that each particle of this cell emits.
  ///
  /// - Returns: False, without a change of this cell, if a cell would contain itself, or if cells would be nested more than
  ///   `depthLimit` deep.
  public func setCells(_ cells: [EmitterCell]) -> Bool {
    var known: [ObjectIdentifier: Int] = [:]
    for cell in cells {
      guard let height = cell.height(&known, without: self), height < EmitterCell.depthLimit else {
        return false
      }
    }
    values.cells = cells
    return true
  }

  /// Number of levels of nested cells including this cell; nil if a level contains `other` or if the limit on nested cells is
  /// exceeded.
  private func height(_ known: inout [ObjectIdentifier: Int], without other: EmitterCell) -> Int? {
    if self === other { return nil }
    if let height = known[ObjectIdentifier(self)] { return height }
    var height = 1
    for cell in values.cells {
      guard let inner = cell.height(&known, without: other) else { return nil }
      height = max(height, inner + 1)
    }
    known[ObjectIdentifier(self)] = height
    return height
  }
}

extension [EmitterCell] {
  /// All cells of this list, and all cells inside the cells of the list. Each cell occurs once in the result, even if several
  /// cells contain the cell.
  ///
  /// - Parameter counts: Returns true for cells to be included. If a cell is excluded, the cells inside are left out too.
  public func withInnerCells(where counts: (EmitterCell) -> Bool = { _ in true }) -> [EmitterCell] {
    var (walk, found) = (TreeWalk(self), [EmitterCell]())
    var known: Set<ObjectIdentifier> = []
    while let cell = walk.next() {
      guard counts(cell), known.insert(ObjectIdentifier(cell)).inserted else { continue }
      found.append(cell)
      walk.push(cell.values.cells)
    }
    return found
  }
}

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

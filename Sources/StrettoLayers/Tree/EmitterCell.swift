import StrettoGeometry
import StrettoTiming

/// The recipe of one kind of particle (`CAEmitterCell`). Emitters share cells; a change shows in all of them.
public final class EmitterCell: @unchecked Sendable {
  public var values = CellValues() { didSet { changes &+= 1 } }
  /// Count of changes, which only grows.
  public private(set) var changes: UInt64 = 0
  /// Unknown parts of the cell's element in a document.
  public var unknownMarkup: UnknownMarkup?
  public init() {}

  /// Limit of cells inside cells: a rocket, its burst and the burst's sparks are three.
  public static let depthLimit = 8

  /// Gives each particle of this cell cells of its own.
  ///
  /// - Returns: false, and nothing is changed, if this cell would lie in itself or cells more than
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

  /// Count of levels of cells from this one down; nil if `other` is one of them, or if there are more than allowed.
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
  /// These cells and all inside them, each once, however many cells hold it.
  ///
  /// - Parameter counts: whether a cell counts; one that does not is left out with those inside it.
  public func withInnerCells(where counts: (EmitterCell) -> Bool = { _ in true }) -> [EmitterCell] {
    var (walk, found) = (TreeWalk(self), [EmitterCell]())
    var known: Set<ObjectIdentifier> = []
    while let cell = walk.next() {
      guard counts(cell), known.insert(ObjectIdentifier(cell)).inserted else { continue }
      found.append(cell)
      walk.enter(cell.values.cells)
    }
    return found
  }
}

/// Values of an emitter cell. A mean and a range give a uniform spread of mean ± range/2.
public struct CellValues: Sendable {
  /// Reached as "emitterCells.NAME.PROPERTY" from the emitter layer.
  public var name: String = ""
  public var isEnabled: Bool = true
  /// Timing of emission, in the time of the emitter or since the birth of the emitting particle. Particles age in their
  /// cell's time.
  public var timing: MediaTiming = MediaTiming()
  /// Cells that each of its particles emits. Set with `EmitterCell.setCells`.
  public internal(set) var cells: [EmitterCell] = []
  /// Particles a second.
  public var birthRate: Double = 0
  /// Seconds.
  public var lifetime: Double = 0
  public var lifetimeRange: Double = 0
  /// Angle out of the plane, in radians; 0 stays in it.
  public var emissionLatitude: Double = 0
  /// Angle in the plane, in radians, from +x towards +y.
  public var emissionLongitude: Double = 0
  /// The full angle of the cone.
  public var emissionRange: Double = 0
  /// Points a second.
  public var velocity: Double = 0
  public var velocityRange: Double = 0
  /// Points a second, squared.
  public var xAcceleration: Double = 0
  public var yAcceleration: Double = 0
  public var zAcceleration: Double = 0
  public var scale: Double = 1
  public var scaleRange: Double = 0
  /// Change of the scale in a second.
  public var scaleSpeed: Double = 0
  /// Radians that a particle is turned by at its birth; positive turns x towards y.
  public var rotation: Double = 0
  public var rotationRange: Double = 0
  /// Radians a second; positive turns x towards y.
  public var spin: Double = 0
  public var spinRange: Double = 0
  public var particleType: ParticleType = .sprite
  /// Full angle of the cone of a plane's normals at birth.
  public var orientationRange: Double = 0
  /// Angle of the middle of that cone from the eye, in radians.
  public var orientationLatitude: Double = 0
  /// Where it is tilted to, in radians from +x towards +y.
  public var orientationLongitude: Double = 0
  /// Divides the forces of behaviors.
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
  /// A cell without an image draws nothing.
  public var contents: Contents = .none
  public var contentsRect: Rect = Rect(0, 0, 1, 1)
  /// Pixels of the image for each point; above 0.
  public var contentsScale: Double = 1
  public var magnificationFilter: ContentsFilter = .linear
  public var minificationFilter: ContentsFilter = .linear
  public var minificationFilterBias: Double = 0

  public init() {}
}

extension CellValues {
  /// Values of the cell that a way of names leads to from this one; nil for none.
  public func cell(at names: ArraySlice<String>) -> CellValues? {
    guard let name = names.first else { return self }
    return cells.first { $0.values.name == name }?.values.cell(at: names.dropFirst())
  }

  /// Changes the cells that a way of names leads to. Those in others are replaced by new ones, since they are shared.
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

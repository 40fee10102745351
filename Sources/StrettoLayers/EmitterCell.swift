import StrettoGeometry

/// The recipe of one kind of particle (`CAEmitterCell`). Emitters share cells; a change shows in all of them.
public final class EmitterCell: @unchecked Sendable {
  public var values = CellValues() { didSet { changes &+= 1 } }
  /// How often it has changed; a count that only grows.
  public private(set) var changes: UInt64 = 0
  /// What a document said of it and the engine does not know.
  public var kept: KeptMarkup?
  public init() {}
}

/// What an emitter cell says of its particles. A mean and a range give a uniform spread of mean ± range/2.
public struct CellValues: Sendable {
  /// Reached as "emitterCells.NAME.PROPERTY" from the emitter layer.
  public var name: String = ""
  public var isEnabled: Bool = true
  /// Particles a second.
  public var birthRate: Double = 0
  /// Seconds.
  public var lifetime: Double = 0
  public var lifetimeRange: Double = 0
  /// Out of the plane; 0 stays in it.
  public var emissionLatitude: Double = 0
  /// In the plane, from +x towards +y.
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
  /// A second.
  public var scaleSpeed: Double = 0
  /// Radians a second; positive turns x towards y.
  public var spin: Double = 0
  public var spinRange: Double = 0
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

  public init() {}
}

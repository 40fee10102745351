import StrettoGeometry

public struct BehaviorValues: Equatable, Sendable {
  public let type: BehaviorType
  /// Name of the behavior in key paths such as "emitterBehaviors.NAME.INPUT"; "" for none.
  public var name: String = ""
  public var isEnabled: Bool = true
  /// Fraction of a particle's velocity that is lost per second, for a mass of 1.
  public var drag: Double = 0
  /// Amplitude of the force of a wave behavior, in points per second squared for a mass of 1.
  public var force: Vector3 = Vector3(0, 0, 0)
  /// Frequency of a wave behavior in oscillations per second.
  public var frequency: Double = 0
  public var attractorType: AttractorType = .radial
  /// Acceleration per point of distance, in points per second squared for a mass of 1.
  public var stiffness: Double = 0
  public var radius: Double = 0
  public var position: Point = .zero
  public var zPosition: Double = 0
  public var orientationLatitude: Double = 0
  public var orientationLongitude: Double = 0
  public var falloff: Double = 0
  public var falloffDistance: Double = 0
  /// Additional rotation of a particle's picture relative to the direction of motion, in turns.
  public var rotation: Double = 0
  public var preservesDepth: Bool = false
  public var property: LifeProperty?
  public var values: [Double] = []
  public var colors: [Color] = []
  public var locations: [Double] = []
  public var isAdditive: Bool = false

  public init(_ type: BehaviorType) { self.type = type }
}

extension PropertyPath {
  /// Throws an error if this path into `BehaviorProperties` leads to an input that behaviors of the type `type` lack.
  public func check(_ type: BehaviorType) throws(KeyPathError) {
    let name = BehaviorProperties.table[index].name
    guard BehaviorProperties.common.contains(name) || type.inputs.contains(name) else {
      throw .unknownInput(name, of: type.name, inputs: type.inputs)
    }
  }
}

import StrettoGeometry

/// Types of emitter behaviors, with Core Animation's names (the header `CAEmitterBehavior.h` of macOS 10.9 to 10.13).
public enum BehaviorType: String, NamedOption {
  case drag, wave, attractor, simpleAttractor, alignToMotion, valueOverLife, colorOverLife, light

  /// Inputs of a behavior of this type.
  public var inputs: [String] {
    switch self {
    case .drag: ["drag"]
    case .wave: ["force", "frequency"]
    case .attractor:
      [
        "attractorType", "stiffness", "radius", "position", "zPosition", "orientationLatitude",
        "orientationLongitude", "falloff", "falloffDistance",
      ]
    case .simpleAttractor: ["stiffness", "radius", "position", "falloff"]
    case .alignToMotion: ["rotation", "preservesDepth"]
    case .valueOverLife: ["keyPath", "values", "locations", "additive"]
    case .colorOverLife: ["colors", "locations"]
    case .light: []
    }
  }

  /// Index of the type among all types.
  public var index: Int { BehaviorType.allCases.firstIndex(of: self) ?? 0 }

  /// True if a behavior of this type applies a force to each particle.
  public var isForce: Bool {
    switch self {
    case .drag, .wave, .attractor, .simpleAttractor: true
    case .alignToMotion, .valueOverLife, .colorOverLife, .light: false
    }
  }
}

public enum AttractorType: String, NamedOption {
  case radial, axial, planar
}

/// Property of a particle that a behavior animates over the particle's lifetime.
public enum LifeProperty: String, NamedOption {
  case positionX = "position.x"
  case positionY = "position.y"
  case positionZ = "position.z"
  case velocityX = "velocity.x"
  case velocityY = "velocity.y"
  case velocityZ = "velocity.z"
  case mass, rotation, spin, scale, scaleSpeed
  case red = "color.red"
  case green = "color.green"
  case blue = "color.blue"
  case alpha = "color.alpha"
}

public struct BehaviorValues: Equatable, Sendable {
  public let type: BehaviorType
  /// Name of the behavior in key paths such as "emitterBehaviors.NAME.INPUT"; "" for none.
  public var name: String = ""
  public var isEnabled: Bool = true
  /// Fraction of a particle's velocity that is lost per second, for a mass of 1.
  public var drag: Double = 0
  /// Amplitude of the wave's force, in points per second squared for a mass of 1.
  public var force: Vector3 = Vector3(0, 0, 0)
  /// Frequency of the wave in oscillations per second.
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
  /// Additional rotation of the picture relative to the direction of motion, in turns.
  public var rotation: Double = 0
  public var preservesDepth: Bool = false
  public var property: LifeProperty?
  public var values: [Double] = []
  public var colors: [Color] = []
  public var locations: [Double] = []
  public var isAdditive: Bool = false

  public init(_ type: BehaviorType) { self.type = type }
}

/// Table of the properties of behaviors: `name`, `enabled`, and the inputs of all types. Each type has only some of the inputs.
public enum BehaviorProperties {
  typealias P = Property<BehaviorValues>

  /// Properties of behaviors of every type.
  public static let common: Set<String> = ["name", "enabled"]

  public static let table: [Property<BehaviorValues>] = [
    P(
      Form.string, "name", [], "The name in key paths such as \"emitterBehaviors.drag.drag\".",
      { $0.name }, { $0.name = $1 }),
    P(
      Form.boolean, "enabled", .forces, "Whether the behavior has an effect.",
      { $0.isEnabled }, { $0.isEnabled = $1 }),
    P(
      Form.number, "drag", .forces,
      "Of drag: the force is -drag times the velocity; 1 slows to a third in a second.",
      in: notNegative, { $0.drag }, { $0.drag = $1 }),
    P(
      Form.numbers, "force", .forces,
      "Of a wave: its largest force (x, y, z), in points per second squared for a mass of 1.",
      count: 3, { [$0.force.x, $0.force.y, $0.force.z] },
      { if $1.count == 3 { $0.force = Vector3($1[0], $1[1], $1[2]) } }),
    P(
      Form.number, "frequency", .forces,
      """
      Of a wave: swings a second of the emitter's time, from 0 towards the force; above 120 the force averages to \
      nothing and is left out.
      """, in: notNegative, { $0.frequency }, { $0.frequency = $1 }),
    P(
      Form.name(), "attractorType", .forces,
      "Of an attractor: whether it pulls towards a point, an axis or a plane.",
      { $0.attractorType }, { $0.attractorType = $1 }),
    P(
      Form.number, "stiffness", .forces,
      """
      Of an attractor: force for each point beyond the radius, in points per second squared for a mass of 1; below 0 \
      pushes away; a magnitude above 14400 counts as 14400.
      """, { $0.stiffness }, { $0.stiffness = $1 }),
    P(
      Form.number, "radius", .forces,
      "Of an attractor: distance in points from which on it has an effect, unless the falloff is below 0.",
      in: notNegative, { $0.radius }, { $0.radius = $1 }),
    P(
      Form.point, "position", .forces,
      "Of an attractor: (x, y) of its centre in the emitter layer.",
      { $0.position }, { $0.position = $1 }),
    P(
      Form.number, "zPosition", .forces,
      "Of an attractor: depth of its centre in points; larger is nearer to the viewer.",
      { $0.zPosition }, { $0.zPosition = $1 }),
    P(
      Form.number, "orientationLatitude", .forces,
      "Of an attractor: angle out of the layer's plane of its axis, or of the normal of its plane, in radians.",
      { $0.orientationLatitude }, { $0.orientationLatitude = $1 }),
    P(
      Form.number, "orientationLongitude", .forces,
      "Of an attractor: angle in the layer's plane of that direction, in radians; 0 is to the right.",
      { $0.orientationLongitude }, { $0.orientationLongitude = $1 }),
    P(
      Form.number, "falloff", .forces,
      """
      Of an attractor: exponent by which the force weakens beyond the radius; below 0 it pushes outwards instead, what \
      is within the radius in a shell of that depth in points.
      """, { $0.falloff }, { $0.falloff = $1 }),
    P(
      Form.number, "falloffDistance", .forces,
      """
      Of an attractor: points beyond the radius at which a falloff of 1 halves the force; 0 takes the radius, or 1.
      """, in: notNegative, { $0.falloffDistance }, { $0.falloffDistance = $1 }),
    P(
      Form.number, "rotation", .forces,
      "Of alignToMotion: turns by which the picture is rotated besides; its y axis follows the velocity.",
      { $0.rotation }, { $0.rotation = $1 }),
    P(
      Form.boolean, "preservesDepth", .forces,
      "Of alignToMotion: whether planes follow the velocity in space as well.",
      { $0.preservesDepth }, { $0.preservesDepth = $1 }),
    P(
      Form.optionalName(), "keyPath", .forces,
      "Of valueOverLife: property of the particle that it gives.",
      { $0.property }, { $0.property = $1 }),
    P(
      Form.numbers, "values", .forces,
      "Of valueOverLife: values from birth to end, blended in between.",
      { $0.values }, { $0.values = $1 }),
    P(
      Form.colors, "colors", .forces,
      "Of colorOverLife: colours from birth to end; they replace the cell's colour.",
      { $0.colors }, { $0.colors = $1 }),
    P(
      Form.numbers, "locations", .forces,
      """
      Of valueOverLife and colorOverLife: age of each value as a part of the lifetime, 0...1 and not decreasing; none, \
      or another count: evenly spread.
      """, in: 0...1, ascending: true, { $0.locations }, { $0.locations = $1 }),
    P(
      Form.boolean, "additive", .forces,
      "Of valueOverLife: whether the value is added to the particle's own rather than taking its place.",
      { $0.isAdditive }, { $0.isAdditive = $1 }),
  ].inSection("12.6")

  private static let tables: [[Property<BehaviorValues>]] = BehaviorType.allCases.map { type in
    table.filter { common.contains($0.name) || type.inputs.contains($0.name) }
  }

  /// Rows of the table for one type of behavior.
  public static func rows(of type: BehaviorType) -> [Property<BehaviorValues>] {
    tables[type.index]
  }
}

extension PropertyPath {
  /// Throws if a path into `BehaviorProperties` leads to an input that a type of behavior lacks.
  public func check(_ type: BehaviorType) throws(KeyPathError) {
    let name = BehaviorProperties.table[index].name
    guard BehaviorProperties.common.contains(name) || type.inputs.contains(name) else {
      throw .unknownInput(name, of: type.name, inputs: type.inputs)
    }
  }
}

import StrettoGeometry

/// Table of the properties of emitter behaviors: `name`, `enabled`, and the inputs of all types. Each type of behavior has only
/// some of the inputs.
public enum BehaviorProperties {
  typealias P = Property<BehaviorValues>

  /// Properties of behaviors of every type.
  public static let common: Set<String> = ["name", "enabled"]

  public static let table: [Property<BehaviorValues>] = [
    P(
      Form.string, "name", [],
      "Name of the behavior in key paths such as \"emitterBehaviors.drag.drag\".",
      { $0.name }, { $0.name = $1 }),
    P(
      Form.boolean, PropertyName.enabled, .forces, "Whether the behavior has an effect.",
      { $0.isEnabled }, { $0.isEnabled = $1 }),
    P(
      Form.number, "drag", .forces,
      """
      For "drag": factor of the force, which is -drag times the velocity. A factor of 1 slows a particle to about a \
      third per second.
      """,
      in: notNegative, { $0.drag }, { $0.drag = $1 }),
    P(
      Form.numbers, "force", .forces,
      "For \"wave\": largest force (x, y, z) of the wave, in points per second squared for a mass of 1.",
      count: 3, { [$0.force.x, $0.force.y, $0.force.z] },
      { if $1.count == 3 { $0.force = Vector3($1[0], $1[1], $1[2]) } }),
    P(
      Form.number, "frequency", .forces,
      """
      For "wave": oscillations per second of the emitter's time, which start at 0 towards the force. Above 120 the force \
      averages to nothing and is ignored.
      """, in: notNegative, { $0.frequency }, { $0.frequency = $1 }),
    P(
      Form.name(), "attractorType", .forces,
      "For attractors: whether particles are pulled towards a point, an axis or a plane.",
      { $0.attractorType }, { $0.attractorType = $1 }),
    P(
      Form.number, "stiffness", .forces,
      """
      For attractors: force per point of distance beyond the radius, in points per second squared for a mass of 1. A \
      negative stiffness pushes particles away. Magnitudes above 14400 count as 14400.
      """, { $0.stiffness }, { $0.stiffness = $1 }),
    P(
      Form.number, "radius", .forces,
      """
      For attractors: distance in points beyond which the attractor has an effect, unless the falloff is negative.
      """,
      in: notNegative, { $0.radius }, { $0.radius = $1 }),
    P(
      Form.point, PropertyName.position, .forces,
      "For attractors: centre (x, y) of the attractor in the emitter layer.",
      { $0.position }, { $0.position = $1 }),
    P(
      Form.number, "zPosition", .forces,
      "For attractors: depth of the attractor's centre in points. A larger depth is nearer to the viewer.",
      { $0.zPosition }, { $0.zPosition = $1 }),
    P(
      Form.number, "orientationLatitude", .forces,
      """
      For attractors: angle between the layer's plane and the attractor's axis, or the normal of the attractor's plane, \
      in radians.
      """,
      { $0.orientationLatitude }, { $0.orientationLatitude = $1 }),
    P(
      Form.number, "orientationLongitude", .forces,
      """
      For attractors: direction of the axis or normal within the layer's plane, in radians; 0 is to the right.
      """,
      { $0.orientationLongitude }, { $0.orientationLongitude = $1 }),
    P(
      Form.number, "falloff", .forces,
      """
      For attractors: exponent by which the force decreases beyond the radius. A negative falloff pushes particles \
      outwards instead, in a shell inside the radius that is -falloff points thick.
      """, { $0.falloff }, { $0.falloff = $1 }),
    P(
      Form.number, "falloffDistance", .forces,
      """
      For attractors: distance beyond the radius in points at which a falloff of 1 halves the force. 0 selects the \
      radius, or 1 if the radius is 0.
      """, in: notNegative, { $0.falloffDistance }, { $0.falloffDistance = $1 }),
    P(
      Form.number, "rotation", .forces,
      """
      For "alignToMotion": additional rotation of the picture in turns. The y axis of the picture follows the velocity.
      """,
      { $0.rotation }, { $0.rotation = $1 }),
    P(
      Form.boolean, "preservesDepth", .forces,
      "For \"alignToMotion\": whether particles of the type \"plane\" follow the velocity in space.",
      { $0.preservesDepth }, { $0.preservesDepth = $1 }),
    P(
      Form.optionalName(), "keyPath", .forces,
      "For \"valueOverLife\": particle property that the behavior sets.",
      { $0.property }, { $0.property = $1 }),
    P(
      Form.numbers, PropertyName.values, .forces,
      "For \"valueOverLife\": values from birth to death, interpolated between them.",
      { $0.values }, { $0.values = $1 }),
    P(
      Form.colors, PropertyName.colors, .forces,
      "For \"colorOverLife\": colours from birth to death, which replace the colour of the cell.",
      { $0.colors }, { $0.colors = $1 }),
    P(
      Form.numbers, "locations", .forces,
      """
      For "valueOverLife" and "colorOverLife": age of each value as a fraction of the lifetime, 0...1 in ascending \
      order. If the number of ages differs from the number of values, the values are evenly spaced.
      """, in: 0...1, ascending: true, { $0.locations }, { $0.locations = $1 }),
    P(
      Form.boolean, "additive", .forces,
      """
      For "valueOverLife": whether the value is added to the particle's own value. Otherwise the value replaces the \
      particle's own value.
      """,
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

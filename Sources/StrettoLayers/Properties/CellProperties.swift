import StrettoTiming

/// Table of the properties of emitter cells.
public enum CellProperties {
  typealias P = Property<CellValues>

  public static let table: [Property<CellValues>] = own + timing

  private static let timing: [Property<CellValues>] = MediaTiming.properties(
    { $0.timing }, { $0.timing = $1 }, duration: "Duration of the emission in seconds.")

  /// Table row of a number that a particle receives at its birth.
  private static func number(
    _ name: String, _ summary: String, _ get: @escaping @Sendable (CellValues) -> Double,
    _ set: @escaping @Sendable (inout CellValues, Double) -> Void
  ) -> P {
    P(Form.number, name, .births, summary, get, set)
  }

  private static let own: [Property<CellValues>] = [
    P(
      Form.string, "name", [],
      "Name of the cell in key paths such as \"emitterCells.red.birthRate\".",
      { $0.name }, { $0.name = $1 }),
    P(
      Form.boolean, PropertyName.enabled, [.births, .birthRate],
      "Whether the cell emits particles.",
      { $0.isEnabled }, { $0.isEnabled = $1 }),
    P(
      Form.number, PropertyName.birthRate, [.births, .birthRate],
      "Number of particles that are born per second.",
      in: notNegative, { $0.birthRate }, { $0.birthRate = $1 }),
    P(
      Form.number, PropertyName.lifetime, [.births, .lifetime],
      "Lifetime of a particle in seconds.",
      in: notNegative, { $0.lifetime }, { $0.lifetime = $1 }),
    P(
      Form.number, PropertyName.lifetimeRange, [.births, .lifetime],
      "Spread of the lifetime in seconds.",
      { $0.lifetimeRange }, { $0.lifetimeRange = $1 }),
    number(
      PropertyName.emissionLatitude,
      "Angle between the direction of emission and the plane, in radians.",
      { $0.emissionLatitude }, { $0.emissionLatitude = $1 }),
    number(
      PropertyName.emissionLongitude,
      """
      Direction of emission in the plane in radians: 0 is to the right, and pi / 2 is down. For the shape "line", 0 is \
      up and pi is down.
      """, { $0.emissionLongitude }, { $0.emissionLongitude = $1 }),
    number(
      PropertyName.emissionRange, "Full opening angle of the emission cone, in radians.",
      { $0.emissionRange }, { $0.emissionRange = $1 }),
    number(
      "velocity", "Speed of a particle at its birth, in points per second.", { $0.velocity },
      { $0.velocity = $1 }),
    number(
      "velocityRange", "Spread of the velocity in points per second.",
      { $0.velocityRange }, { $0.velocityRange = $1 }),
    P(
      Form.number, "xAcceleration", .forces,
      "Acceleration to the right, in points per second squared.",
      { $0.xAcceleration }, { $0.xAcceleration = $1 }),
    P(
      Form.number, "yAcceleration", .forces,
      "Acceleration downwards, in points per second squared.",
      { $0.yAcceleration }, { $0.yAcceleration = $1 }),
    P(
      Form.number, "zAcceleration", .forces,
      "Acceleration towards the viewer, in points per second squared.",
      { $0.zAcceleration }, { $0.zAcceleration = $1 }),
    number("scale", "Scale of a particle's picture.", { $0.scale }, { $0.scale = $1 }),
    number("scaleRange", "Spread of the scale.", { $0.scaleRange }, { $0.scaleRange = $1 }),
    number(
      "scaleSpeed", "Change of the scale per second.", { $0.scaleSpeed }, { $0.scaleSpeed = $1 }),
    P(
      Form.number, "rotation", .births, traits: .unpublished, section: "24",
      "Rotation of a particle at its birth, in radians.", { $0.rotation }, { $0.rotation = $1 }),
    P(
      Form.number, "rotationRange", .births, traits: .unpublished, section: "24",
      "Spread of the rotation in radians.", { $0.rotationRange }, { $0.rotationRange = $1 }),
    number(
      "spin", "Angular speed of a particle, in radians per second.", { $0.spin }, { $0.spin = $1 }),
    number("spinRange", "Spread of the angular speed.", { $0.spinRange }, { $0.spinRange = $1 }),
    P(
      Form.name(), "particleType", .births, traits: .unpublished,
      "Whether a particle lies in the emitter's plane, or rotates in space and spins about its own x axis.",
      { $0.particleType }, { $0.particleType = $1 }),
    P(
      Form.number, "orientationRange", .births, traits: .unpublished,
      """
      For particles of the type "plane": full opening angle of the cone of their normals at birth, in radians.
      """,
      { $0.orientationRange }, { $0.orientationRange = $1 }),
    P(
      Form.number, "orientationLatitude", .births, traits: .unpublished,
      """
      For particles of the type "plane": angle between the axis of the normals' cone and the viewer, in radians; 0 faces \
      the viewer.
      """,
      { $0.orientationLatitude }, { $0.orientationLatitude = $1 }),
    P(
      Form.number, "orientationLongitude", .births, traits: .unpublished,
      """
      For particles of the type "plane": direction in which the normals' cone is tilted, in radians; 0 is to the right, \
      and pi / 2 is down.
      """,
      { $0.orientationLongitude }, { $0.orientationLongitude = $1 }),
    P(
      Form.constant, "mass", [], traits: .unpublished,
      """
      Mass of a particle, by which the forces of behaviors are divided. Accelerations do not depend on the mass. A mass \
      below 0.001 counts as 0.001.
      """,
      { $0.mass }, { $0.mass = $1 }),
    P(
      Form.constant, "massRange", [], traits: .unpublished, "Spread of the mass.",
      { $0.massRange }, { $0.massRange = $1 }),
    P(
      Form.color, "color", .births, "Colour that multiplies the particle's picture.",
      { $0.color }, { $0.color = $1 }),
    number("redRange", "Spread of the red component.", { $0.redRange }, { $0.redRange = $1 }),
    number(
      "greenRange", "Spread of the green component.", { $0.greenRange }, { $0.greenRange = $1 }),
    number("blueRange", "Spread of the blue component.", { $0.blueRange }, { $0.blueRange = $1 }),
    number("alphaRange", "Spread of the alpha.", { $0.alphaRange }, { $0.alphaRange = $1 }),
    number(
      "redSpeed", "Change of the red component per second.", { $0.redSpeed }, { $0.redSpeed = $1 }),
    number(
      "greenSpeed", "Change of the green component per second.", { $0.greenSpeed },
      { $0.greenSpeed = $1 }),
    number(
      "blueSpeed", "Change of the blue component per second.", { $0.blueSpeed },
      { $0.blueSpeed = $1 }),
    number(
      "alphaSpeed", "Change of the alpha per second.", { $0.alphaSpeed }, { $0.alphaSpeed = $1 }),
    P(
      Form.contents, PropertyName.contents, .births,
      "Picture of the particle. A particle without a picture is invisible, whatever its color.",
      { $0.contents }, { $0.contents = $1 }),
    P(
      Form.rect, "contentsRect", .births,
      "Visible part (x, y, width, height) of the picture, in fractions of the picture's size.",
      { $0.contentsRect }, { $0.contentsRect = $1 }),
    P(
      Form.number, "contentsScale", .births, "Pixels of the picture per point.",
      in: positive, { $0.contentsScale }, { $0.contentsScale = $1 }),
    P(
      Form.name(), "magnificationFilter", .births, "Filter for enlarging the picture.",
      { $0.magnificationFilter }, { $0.magnificationFilter = $1 }),
    P(
      Form.name(), "minificationFilter", .births,
      """
      Filter for shrinking the picture: the mean over each pixel's area, or trilinear interpolation between two smaller \
      pictures.
      """,
      { $0.minificationFilter }, { $0.minificationFilter = $1 }),
    P(
      Form.constant, "minificationFilterBias", .births,
      """
      Bias of the trilinear filter in mipmap levels. 1 uses pictures of half the size, which look softer, and a negative \
      bias looks sharper.
      """,
      in: -16...16, { $0.minificationFilterBias }, { $0.minificationFilterBias = $1 }),
  ].inSection("12.2")
}

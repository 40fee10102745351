import StrettoTiming

/// Table of the properties of emitter cells.
public enum CellProperties {
  typealias P = Property<CellValues>

  public static let table: [Property<CellValues>] = own + timing

  private static let timing: [Property<CellValues>] = MediaTiming.properties(
    { $0.timing }, { $0.timing = $1 }, duration: "Seconds for which particles are emitted.")

  /// Row of a number that a particle receives at its birth.
  private static func number(
    _ name: String, _ summary: String, _ get: @escaping @Sendable (CellValues) -> Double,
    _ set: @escaping @Sendable (inout CellValues, Double) -> Void
  ) -> P {
    P(Form.number, name, .births, summary, get, set)
  }

  private static let own: [Property<CellValues>] = [
    P(
      Form.string, "name", [], "The name in key paths such as \"emitterCells.red.birthRate\".",
      { $0.name }, { $0.name = $1 }),
    P(
      Form.boolean, "enabled", [.births, .birthRate], "Whether particles of this kind are emitted.",
      { $0.isEnabled }, { $0.isEnabled = $1 }),
    P(
      Form.number, "birthRate", [.births, .birthRate], "Particles a second.",
      in: notNegative, { $0.birthRate }, { $0.birthRate = $1 }),
    P(
      Form.number, "lifetime", [.births, .lifetime], "Seconds that a particle lives.",
      in: notNegative, { $0.lifetime }, { $0.lifetime = $1 }),
    P(
      Form.number, "lifetimeRange", [.births, .lifetime], "The spread of the lifetime.",
      { $0.lifetimeRange }, { $0.lifetimeRange = $1 }),
    number(
      "emissionLatitude", "Angle of the direction out of the plane, in radians.",
      { $0.emissionLatitude }, { $0.emissionLatitude = $1 }),
    number(
      "emissionLongitude",
      """
      The direction's angle in the plane, in radians: 0 is to the right, pi / 2 down; from the shape "line", 0 is up \
      and pi down.
      """, { $0.emissionLongitude }, { $0.emissionLongitude = $1 }),
    number(
      "emissionRange", "Full angle of the cone of directions, in radians.",
      { $0.emissionRange }, { $0.emissionRange = $1 }),
    number(
      "velocity", "Speed at birth, in points per second.", { $0.velocity }, { $0.velocity = $1 }),
    number(
      "velocityRange", "The spread of the velocity.",
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
    number("scale", "Scale of the particle's picture.", { $0.scale }, { $0.scale = $1 }),
    number("scaleRange", "The spread of the scale.", { $0.scaleRange }, { $0.scaleRange = $1 }),
    number(
      "scaleSpeed", "The change of the scale a second.", { $0.scaleSpeed }, { $0.scaleSpeed = $1 }),
    P(
      Form.number, "rotation", .births, traits: .unpublished, section: "24",
      "Angle of a particle at its birth, in radians.", { $0.rotation }, { $0.rotation = $1 }),
    P(
      Form.number, "rotationRange", .births, traits: .unpublished, section: "24",
      "The spread of the rotation.", { $0.rotationRange }, { $0.rotationRange = $1 }),
    number("spin", "Speed of rotation, in radians per second.", { $0.spin }, { $0.spin = $1 }),
    number("spinRange", "The spread of the spin.", { $0.spinRange }, { $0.spinRange = $1 }),
    P(
      Form.name(), "particleType", .births, traits: .unpublished,
      "Whether a particle lies in the emitter's plane, or turns in space and spins about its own x axis.",
      { $0.particleType }, { $0.particleType = $1 }),
    P(
      Form.number, "orientationRange", .births, traits: .unpublished,
      "Of a plane: full angle of the cone that its normal lies in at birth, in radians.",
      { $0.orientationRange }, { $0.orientationRange = $1 }),
    P(
      Form.number, "orientationLatitude", .births, traits: .unpublished,
      "Of a plane: angle of the middle of that cone from the viewer, in radians; 0 faces the viewer.",
      { $0.orientationLatitude }, { $0.orientationLatitude = $1 }),
    P(
      Form.number, "orientationLongitude", .births, traits: .unpublished,
      "Of a plane: where the middle of that cone is tilted to, in radians; 0 is to the right, pi / 2 down.",
      { $0.orientationLongitude }, { $0.orientationLongitude = $1 }),
    P(
      Form.constant, "mass", [], traits: .unpublished,
      "Divides the forces of behaviors, but no acceleration; below 0.001 it counts as 0.001.",
      { $0.mass }, { $0.mass = $1 }),
    P(
      Form.constant, "massRange", [], traits: .unpublished, "The spread of the mass.",
      { $0.massRange }, { $0.massRange = $1 }),
    P(
      Form.color, "color", .births, "Multiplies the picture's colours.",
      { $0.color }, { $0.color = $1 }),
    number("redRange", "The spread of red.", { $0.redRange }, { $0.redRange = $1 }),
    number("greenRange", "The spread of green.", { $0.greenRange }, { $0.greenRange = $1 }),
    number("blueRange", "The spread of blue.", { $0.blueRange }, { $0.blueRange = $1 }),
    number("alphaRange", "The spread of alpha.", { $0.alphaRange }, { $0.alphaRange = $1 }),
    number("redSpeed", "The change of red a second.", { $0.redSpeed }, { $0.redSpeed = $1 }),
    number(
      "greenSpeed", "The change of green a second.", { $0.greenSpeed }, { $0.greenSpeed = $1 }),
    number("blueSpeed", "The change of blue a second.", { $0.blueSpeed }, { $0.blueSpeed = $1 }),
    number(
      "alphaSpeed", "The change of alpha a second.", { $0.alphaSpeed }, { $0.alphaSpeed = $1 }),
    P(
      Form.contents, "contents", .births,
      "The particle's picture: without one it is not seen, whatever its color.",
      { $0.contents }, { $0.contents = $1 }),
    P(
      Form.rect, "contentsRect", .births,
      "The part of the picture that is shown: (x, y, width, height) in parts of its size.",
      { $0.contentsRect }, { $0.contentsRect = $1 }),
    P(
      Form.number, "contentsScale", .births, "Pixels of the picture for each point.",
      in: positive, { $0.contentsScale }, { $0.contentsScale = $1 }),
    P(
      Form.name(), "magnificationFilter", .births, "How the picture is enlarged.",
      { $0.magnificationFilter }, { $0.magnificationFilter = $1 }),
    P(
      Form.name(), "minificationFilter", .births,
      "How the picture is made smaller: by the mean of each pixel's area, or between two smaller pictures.",
      { $0.minificationFilter }, { $0.minificationFilter = $1 }),
    P(
      Form.constant, "minificationFilterBias", .births,
      "Levels by which the trilinear filter takes smaller pictures: 1 is half the size, softer; below 0 is sharper.",
      in: -16...16, { $0.minificationFilterBias }, { $0.minificationFilterBias = $1 }),
  ].inSection("12.2")
}

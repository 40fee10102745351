/// Table of the inputs of all types of filters. Each type of filter has only some of the inputs.
public enum FilterProperties {
  typealias P = Property<FilterValues>

  public static let table: [Property<FilterValues>] = [
    P(
      Form.number, "inputRadius", .content, "Standard deviation of the Gaussian, in points.",
      { $0.radius }, { $0.radius = $1 }),
    P(
      Form.boolean, "inputNormalizeEdges", .content,
      "Whether the edge colour is repeated outside the layer's bounds, which then clip the result.",
      { $0.normalizesEdges }, { $0.normalizesEdges = $1 }),
    P(
      Form.numbers, "inputColorMatrix", .content,
      "Matrix of 20 numbers, each of whose four rows is multiplied by (r, g, b, a, 1).",
      count: 20, { $0.colorMatrix }, { if $1.count == 20 { $0.colorMatrix = $1 } }),
    P(
      Form.number, "inputAmount", .content, "Amount of the effect.", { $0.amount },
      { $0.amount = $1 }),
    P(
      Form.number, "inputAngle", .content, "Rotation of the hue in radians.",
      { $0.angle }, { $0.angle = $1 }),
    P(
      Form.color, "inputColor", .content, "Colour of the filter; None is white.",
      { $0.color }, { $0.color = $1 }),
    P(
      Form.number, "inputBias", .content, "Number that is added to the brightness.",
      { $0.bias }, { $0.bias = $1 }),
  ].inSection("21")
}

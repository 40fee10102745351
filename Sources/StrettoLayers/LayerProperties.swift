import StrettoGeometry
import StrettoTiming

/// The tables of layer properties; `LayerKind.properties` reads them.
enum LayerProperties {
  typealias P = Property<LayerValues>

  /// One table for each kind, in the order of the raw values: what all layers have, then the kind's own.
  static let tables: [[P]] = [
    timing + base, timing + base + replicator, timing + base + shape, timing + base + gradient,
    timing + base + emitter, timing + base + portal, timing + base + viewReplicator,
    timing + base + proxy, timing + base, timing + base + text, timing + ofPlacedLayer + glyph,
  ]

  static let timing: [P] = MediaTiming.properties(
    { $0.timing }, { $0.timing = $1 }, animatesSpeed: true)

  static let base: [P] = common + light

  private static let common: [P] = [
    .string(
      "name", [], section: "6.3",
      "Any text.",
      { $0.name }, { $0.name = $1 }),
    .rect(
      "bounds", [.geometry, .content], section: "6.1",
      """
      (x, y, width, height) in the layer's own coordinates; another origin moves the \
      sublayers.
      """,
      { $0.bounds }, { $0.bounds = $1.standardized }),
    .point(
      "position", .geometry, section: "6.1",
      "(x, y) of the anchor point in the superlayer.",
      { $0.position }, { $0.position = $1 }),
    .rect(
      "frame", [.geometry, .content], section: "6.1",
      "(x, y, width, height) around the transformed bounds, in the superlayer; derived.",
      animatable: false, { $0.frame }, { $0.frame = $1 }),
    .number(
      "zPosition", [.geometry, .depth], section: "6.1",
      "Depth; sublayers with a greater one are drawn over the others.",
      { $0.zPosition }, { $0.zPosition = $1 }),
    .point(
      "anchorPoint", .geometry, section: "6.1",
      "The pivot, as a part of the bounds: (0, 0) is their least corner, (1, 1) the other.",
      { $0.anchorPoint }, { $0.anchorPoint = $1 }),
    .number(
      "anchorPointZ", [.geometry, .depth], section: "6.1",
      "The pivot's depth in points.",
      { $0.anchorPointZ }, { $0.anchorPointZ = $1 }),
    .transform(
      "transform", .geometry, section: "6.1",
      "A transform about the anchor point.",
      { $0.transform }, { $0.transform = $1 }),
    .transform(
      "sublayerTransform", .geometry, section: "6.1",
      "A transform of the sublayers about the anchor point, such as a perspective.",
      { $0.sublayerTransform }, { $0.sublayerTransform = $1 }),
    .boolean(
      "geometryFlipped", .geometry, section: "6.1",
      "Whether the sublayers are mirrored, top to bottom.",
      animatable: false, { $0.isGeometryFlipped }, { $0.isGeometryFlipped = $1 }),
    .boolean(
      "doubleSided", [.visibility, .facing], section: "6.1",
      "Whether the layer shows when its back is turned to the viewer.",
      { $0.isDoubleSided }, { $0.isDoubleSided = $1 }),
    .boolean(
      "hidden", .visibility, section: "6.2",
      "Whether the layer and everything in it is left out.",
      { $0.isHidden }, { $0.isHidden = $1 }),
    .number(
      "opacity", .visibility, section: "6.2",
      "0 (not drawn) to 1, applied to the layer and its sublayers as one picture; beyond, the nearer end counts.",
      { $0.opacity }, { $0.opacity = $1 }),
    .boolean(
      "masksToBounds", .content, section: "6.2",
      "Whether contents and sublayers are cut off at the rounded bounds.",
      { $0.masksToBounds }, { $0.masksToBounds = $1 }),
    .color(
      "backgroundColor", .content, section: "6.3",
      "Fills the rounded bounds.",
      { $0.backgroundColor }, { $0.backgroundColor = $1 }),
    .number(
      "cornerRadius", .content, section: "6.3",
      "The radius of the corners in points, at most half the shorter side; below 0 counts as 0.",
      { $0.cornerRadius }, { $0.cornerRadius = $1 }),
    .corners(
      "maskedCorners", .content, section: "6.3",
      "Which corners are round.",
      { $0.maskedCorners }, { $0.maskedCorners = $1 }),
    .number(
      "borderWidth", .content, section: "6.3",
      "The width in points of a line inside the bounds, over everything in the layer.",
      { $0.borderWidth }, { $0.borderWidth = $1 }),
    .color(
      "borderColor", .content, section: "6.3",
      "The colour of the border.",
      { $0.borderColor }, { $0.borderColor = $1 }),
    .contents(
      "contents", .content, section: "6.3",
      "A picture in the bounds.",
      { $0.contents }, { $0.contents = $1 }),
    .name(
      "contentsGravity", .content, section: "6.3",
      "Where the picture lies in the bounds, and whether it is stretched.",
      { $0.contentsGravity }, { $0.contentsGravity = $1 }),
    .rect(
      "contentsRect", .content, section: "6.3",
      """
      The part of the picture that is shown: (x, y, width, height) in parts of its size; beyond the picture its edge \
      goes on.
      """,
      { $0.contentsRect }, { $0.contentsRect = $1 }),
    .number(
      "contentsScale", .content, section: "6.3",
      "The picture's pixels a point, where it is not stretched.",
      in: positive, { $0.contentsScale }, { $0.contentsScale = $1 }),
    .name(
      "magnificationFilter", .content, section: "6.3",
      "How the picture is enlarged.",
      { $0.magnificationFilter }, { $0.magnificationFilter = $1 }),
    .name(
      "minificationFilter", .content, section: "6.3",
      "How the picture is reduced: by the mean of what a pixel covers, or from two smaller pictures.",
      { $0.minificationFilter }, { $0.minificationFilter = $1 }),
    .number(
      "minificationFilterBias", .content, section: "6.3",
      "By how many halvings the pictures of the trilinear filter are smaller, and so softer; below 0 sharper.",
      in: -16...16, { $0.minificationFilterBias }, { $0.minificationFilterBias = $1 }),
  ]
}

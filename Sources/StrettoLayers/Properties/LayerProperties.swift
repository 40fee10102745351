import StrettoGeometry
import StrettoTiming

/// Tables of the properties of layers, which `LayerKind.properties` reads.
enum LayerProperties {
  typealias P = Property<LayerValues>

  /// Table of each kind of layer, in the order of the raw values: the rows of all layers, then the rows of the kind.
  static let tables: [[P]] = [
    timing + base, timing + base + replicator, timing + base + shape, timing + base + gradient,
    timing + base + emitter, timing + base + portal, timing + base + viewReplicator,
    timing + base + proxy, timing + base, timing + base + text, timing + ofPlacedLayer + glyph,
  ]

  static let timing: [P] = MediaTiming.properties(
    { $0.timing }, { $0.timing = $1 },
    begin: """
      When it begins, in seconds of its parent's time: the layer is hidden before, unless this is 0 or fillMode \
      fills backwards.
      """, animatesSpeed: true)

  static let base: [P] = common + effectValues

  private static let common: [P] = [
    P(
      Form.string, "name", [], traits: .unusedByProxies, "Any text.",
      { $0.name }, { $0.name = $1 }),
    P(
      Form.rect, "bounds", [.geometry, .content],
      traits: [.sizes, .keepsColors, .laidOut, .paintsWithin], channels: Channel.ofBounds,
      section: "6.1",
      "(x, y, width, height) in the layer's own coordinates; another origin moves the sublayers.",
      { $0.bounds }, { $0.bounds = $1.standardized }),
    P(
      Form.point, "position", .geometry, traits: [.keepsColors, .home, .laidOut],
      channels: Channel.ofPosition, section: "6.1",
      "(x, y) of the anchor point in the superlayer.", { $0.position }, { $0.position = $1 }),
    P(
      Form.rect, "frame", [.geometry, .content], traits: [.derived, .unread, .laidOut],
      section: "6.1",
      "(x, y, width, height) around the transformed bounds, in the superlayer; derived.",
      animatable: false, { $0.frame }, { $0.frame = $1 }),
    P(
      Form.number, "zPosition", [.geometry, .depth], traits: .home, section: "6.1",
      "Depth; sublayers with a greater one are drawn over the others.",
      { $0.zPosition }, { $0.zPosition = $1 }),
    P(
      Form.point, "anchorPoint", .geometry, section: "6.1",
      "The pivot, as a part of the bounds: (0, 0) is the top left corner, (1, 1) the bottom right.",
      { $0.anchorPoint }, { $0.anchorPoint = $1 }),
    P(
      Form.number, "anchorPointZ", [.geometry, .depth], section: "6.1",
      "The pivot's depth in points.", { $0.anchorPointZ }, { $0.anchorPointZ = $1 }),
    P(
      Form.transform, "transform", .geometry, traits: [.keepsColors, .home],
      channels: Channel.ofTransform, section: "6.1",
      "A transform about the anchor point.", { $0.transform }, { $0.transform = $1 }),
    P(
      Form.transform, "sublayerTransform", .geometry, traits: .unusedByProxies, section: "6.1",
      "A transform of the sublayers about the anchor point, such as a perspective.",
      { $0.sublayerTransform }, { $0.sublayerTransform = $1 }),
    P(
      Form.flag, "geometryFlipped", .geometry, section: "6.1",
      "Whether the sublayers are mirrored, top to bottom.",
      { $0.isGeometryFlipped }, { $0.isGeometryFlipped = $1 }),
    P(
      Form.boolean, "doubleSided", [.visibility, .facing], section: "6.1",
      "Whether the layer shows when its back is turned to the viewer.",
      { $0.isDoubleSided }, { $0.isDoubleSided = $1 }),
    P(
      Form.boolean, "hidden", .visibility, traits: [.staysInside, .keepsColors], section: "6.2",
      "Whether the layer and everything in it is left out.", { $0.isHidden }, { $0.isHidden = $1 }),
    P(
      Form.number, "opacity", .visibility, traits: [.staysInside, .keepsColors, .home],
      channels: Channel.ofOpacity, section: "6.2",
      "0 (not drawn) to 1, applied to the layer and its sublayers as one picture; values outside are clamped.",
      { $0.opacity }, { $0.opacity = $1 }),
    P(
      Form.boolean, "masksToBounds", .content, traits: .sizes, section: "6.2",
      "Whether contents and sublayers are cut off at the rounded bounds.",
      { $0.masksToBounds }, { $0.masksToBounds = $1 }),
    P(
      Form.color, "backgroundColor", .content, traits: [.paints, .staysInside],
      "Fills the rounded bounds.", { $0.backgroundColor }, { $0.backgroundColor = $1 }),
    P(
      Form.number, "cornerRadius", .content, traits: .staysInside,
      "The radius of the corners in points, at most half the shorter side; below 0 counts as 0.",
      { $0.cornerRadius }, { $0.cornerRadius = $1 }),
    P(
      Form.corners, "maskedCorners", .content, traits: .staysInside, "Which corners are round.",
      { $0.maskedCorners }, { $0.maskedCorners = $1 }),
    P(
      Form.number, "borderWidth", .content, traits: [.paints, .staysInside],
      "The width in points of a line inside the bounds, over everything in the layer.",
      { $0.borderWidth }, { $0.borderWidth = $1 }),
    P(
      Form.color, "borderColor", .content, traits: [.paints, .staysInside],
      "The colour of the border.", { $0.borderColor }, { $0.borderColor = $1 }),
    P(
      Form.contents, "contents", .content, traits: [.paints, .repaints], "A picture in the bounds.",
      { $0.contents }, { $0.contents = $1 }),
    P(
      Form.name(), "contentsGravity", .content, traits: .sizes,
      "Where the picture lies in the bounds, and whether it is stretched.",
      { $0.contentsGravity }, { $0.contentsGravity = $1 }),
    P(
      Form.rect, "contentsRect", .content, traits: .repaints,
      """
      The part of the picture that is shown: (x, y, width, height) in parts of its size; beyond the picture its edge \
      goes on.
      """, { $0.contentsRect }, { $0.contentsRect = $1 }),
    P(
      Form.number, "contentsScale", .content,
      "Pixels of the picture for each point, where it is not stretched.",
      in: positive, { $0.contentsScale }, { $0.contentsScale = $1 }),
    P(
      Form.name(), "magnificationFilter", .content, "How the picture is enlarged.",
      { $0.magnificationFilter }, { $0.magnificationFilter = $1 }),
    P(
      Form.name(), "minificationFilter", .content,
      "How the picture is made smaller: by the mean of each pixel's area, or between two smaller pictures.",
      { $0.minificationFilter }, { $0.minificationFilter = $1 }),
    P(
      Form.number, "minificationFilterBias", .content,
      "Levels by which the trilinear filter takes smaller pictures: 1 is half the size, softer; below 0 is sharper.",
      in: -16...16, { $0.minificationFilterBias }, { $0.minificationFilterBias = $1 }),
  ].inSection("6.3")
}

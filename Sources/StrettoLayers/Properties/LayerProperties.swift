import StrettoGeometry
import StrettoTiming

/// Tables of the properties of layers, which `LayerKind.properties` reads.
enum LayerProperties {
  typealias P = Property<LayerValues>

  /// Property table of each kind of layer, in the order of the kinds' raw values. In each table, the rows that all layers have
  /// come before the rows of the kind.
  static let tables: [[P]] = [
    timing + base, timing + base + replicator, timing + base + shape, timing + base + gradient,
    timing + base + emitter, timing + base + portal, timing + base + viewReplicator,
    timing + base + proxy, timing + base, timing + base + text, timing + ofPlacedLayer + glyph,
  ]

  static let timing: [P] = MediaTiming.properties(
    { $0.timing }, { $0.timing = $1 },
    begin: """
      Begin time in seconds of the superlayer's local time. The layer is hidden before its begin time, unless the begin \
      time is 0 or fillMode fills backwards.
      """, animatesSpeed: true)

  static let base: [P] = common + effectValues

  private static let common: [P] = [
    P(
      Form.string, "name", [], traits: .unusedByProxies, "Any text.",
      { $0.name }, { $0.name = $1 }),
    P(
      Form.rect, PropertyName.bounds, [.geometry, .content],
      traits: [.sizes, .keepsColors, .laidOut, .paintsWithin], channels: Channel.ofBounds,
      section: "6.1",
      """
      Rectangle (x, y, width, height) of the layer in its own coordinates. Changing the origin moves the sublayers.
      """,
      { $0.bounds }, { $0.bounds = $1.standardized }),
    P(
      Form.point, PropertyName.position, .geometry,
      traits: [.keepsColors, .modelTreeOnly, .laidOut],
      channels: Channel.ofPosition, section: "6.1",
      "Position (x, y) of the anchor point in the superlayer's coordinates.", { $0.position },
      { $0.position = $1 }),
    P(
      Form.rect, PropertyName.frame, [.geometry, .content], traits: [.derived, .unread, .laidOut],
      section: "6.1",
      """
      Bounding box (x, y, width, height) of the transformed bounds in the superlayer's coordinates, computed from the \
      other properties.
      """,
      animatable: false, { $0.frame }, { $0.frame = $1 }),
    P(
      Form.number, "zPosition", [.geometry, .depth], traits: .modelTreeOnly, section: "6.1",
      "Depth in points. Sublayers with a greater depth are drawn over the other sublayers.",
      { $0.zPosition }, { $0.zPosition = $1 }),
    P(
      Form.point, PropertyName.anchorPoint, .geometry, section: "6.1",
      """
      Centre of the transform in fractions of the bounds: (0, 0) is the top left corner, (1, 1) the bottom right corner.
      """,
      { $0.anchorPoint }, { $0.anchorPoint = $1 }),
    P(
      Form.number, "anchorPointZ", [.geometry, .depth], section: "6.1",
      "Depth of the transform's centre in points.", { $0.anchorPointZ }, { $0.anchorPointZ = $1 }),
    P(
      Form.transform, PropertyName.transform, .geometry, traits: [.keepsColors, .modelTreeOnly],
      channels: Channel.ofTransform, section: "6.1",
      "Transform of the layer about its anchor point.", { $0.transform }, { $0.transform = $1 }),
    P(
      Form.transform, PropertyName.sublayerTransform, .geometry, traits: .unusedByProxies,
      section: "6.1",
      "Transform of the sublayers about the anchor point, such as a perspective.",
      { $0.sublayerTransform }, { $0.sublayerTransform = $1 }),
    P(
      Form.flag, "geometryFlipped", .geometry, section: "6.1",
      "Whether the sublayers are mirrored vertically.",
      { $0.isGeometryFlipped }, { $0.isGeometryFlipped = $1 }),
    P(
      Form.boolean, "doubleSided", [.visibility, .backfaceSign], section: "6.1",
      "Whether the layer is visible from behind.",
      { $0.isDoubleSided }, { $0.isDoubleSided = $1 }),
    P(
      Form.boolean, PropertyName.hidden, .visibility, traits: [.staysInside, .keepsColors],
      section: "6.2",
      "Whether the layer and its sublayers are invisible.", { $0.isHidden }, { $0.isHidden = $1 }),
    P(
      Form.number, PropertyName.opacity, .visibility,
      traits: [.staysInside, .keepsColors, .modelTreeOnly, .fraction],
      channels: Channel.ofOpacity, section: "6.2",
      """
      Opacity of the layer with its sublayers as one picture, from 0 (invisible) to 1. Other values are clamped.
      """,
      { $0.opacity }, { $0.opacity = $1 }),
    P(
      Form.boolean, "masksToBounds", .content, traits: [.sizes, .ownPicture], section: "6.2",
      "Whether contents and sublayers are clipped to the rounded bounds.",
      { $0.masksToBounds }, { $0.masksToBounds = $1 }),
    P(
      Form.color, PropertyName.backgroundColor, .content,
      traits: [.paints, .staysInside, .ownPicture],
      "Colour that fills the rounded bounds.", { $0.backgroundColor }, { $0.backgroundColor = $1 }),
    P(
      Form.number, "cornerRadius", .content, traits: .staysInside,
      "Radius of the corners in points, at most half of the shorter side. A negative radius counts as 0.",
      { $0.cornerRadius }, { $0.cornerRadius = $1 }),
    P(
      Form.corners, "maskedCorners", .content, traits: .staysInside, "Corners that are rounded.",
      { $0.maskedCorners }, { $0.maskedCorners = $1 }),
    P(
      Form.number, "borderWidth", .content, traits: [.paints, .staysInside, .ownPicture],
      "Width in points of a border inside the bounds, over everything in the layer.",
      { $0.borderWidth }, { $0.borderWidth = $1 }),
    P(
      Form.color, "borderColor", .content, traits: [.paints, .staysInside],
      "Colour of the border.", { $0.borderColor }, { $0.borderColor = $1 }),
    P(
      Form.contents, PropertyName.contents, .content, traits: [.paints, .repaints, .ownPicture],
      "Picture in the bounds.",
      { $0.contents }, { $0.contents = $1 }),
    P(
      Form.name(), "contentsGravity", .content, traits: .sizes,
      "Alignment or scaling of the picture in the bounds.",
      { $0.contentsGravity }, { $0.contentsGravity = $1 }),
    P(
      Form.rect, "contentsRect", .content, traits: [.repaints, .fraction],
      """
      Visible part (x, y, width, height) of the picture, in fractions of the picture's size. Outside the picture its \
      edge pixels are repeated.
      """, { $0.contentsRect }, { $0.contentsRect = $1 }),
    P(
      Form.number, "contentsScale", .content,
      "Pixels of the picture per point, for gravities that do not scale the picture.",
      in: positive, { $0.contentsScale }, { $0.contentsScale = $1 }),
    P(
      Form.name(), "magnificationFilter", .content, "Filter for enlarging the picture.",
      { $0.magnificationFilter }, { $0.magnificationFilter = $1 }),
    P(
      Form.name(), "minificationFilter", .content,
      """
      Filter for shrinking the picture: the mean over each pixel's area, or trilinear interpolation between two smaller \
      pictures.
      """,
      { $0.minificationFilter }, { $0.minificationFilter = $1 }),
    P(
      Form.number, "minificationFilterBias", .content,
      """
      Bias of the trilinear filter in mipmap levels. 1 uses pictures of half the size, which look softer, and a negative \
      bias looks sharper.
      """,
      in: -16...16, { $0.minificationFilterBias }, { $0.minificationFilterBias = $1 }),
  ].inSection("6.3")
}

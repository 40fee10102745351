import StrettoGeometry

extension LayerProperties {
  static let replicator: [P] = [
    P(
      Form.integer, "instanceCount", [.visibility, .copies], traits: .copyColors,
      "How many copies there are, the original included; 0 or less draws none.",
      { $0.replicator.instanceCount }, { $0.replicator.instanceCount = $1 }),
    P(
      Form.number, "instanceDelay", .time, traits: [.staysInside, .keepsColors], section: "7.4",
      "Copy k sees the time k * delay seconds ago; negative looks ahead.",
      { $0.replicator.instanceDelay }, { $0.replicator.instanceDelay = $1 }),
    P(
      Form.flag, "preservesDepth", .depth, section: "7.5",
      """
      Whether copies keep their depth; the replicator then paints nothing itself, as a transform layer, and copies \
      that let light through show those behind them.
      """, { $0.replicator.preservesDepth }, { $0.replicator.preservesDepth = $1 }),
    P(
      Form.transform, "instanceTransform", .geometry, traits: .keepsColors, section: "7.2",
      """
      Copy k is moved by this transform k times over, about the middle of the bounds; in a text, about the anchor \
      point of the glyph.
      """, { $0.replicator.instanceTransform }, { $0.replicator.instanceTransform = $1 }),
    P(
      Form.color, "instanceColor", .visibility, traits: .copyColors, section: "7.3",
      "Multiplies the colours of copy 0; not premultiplied.",
      { $0.replicator.instanceColor }, { $0.replicator.instanceColor = $1 }),
    P(
      Form.number, "instanceRedOffset", .content, traits: .copyColors, section: "7.3",
      "Added to the red of the colour from copy to copy, clamped to 0...1: from white only offsets below 0 show.",
      { $0.replicator.redOffset }, { $0.replicator.redOffset = $1 }),
    P(
      Form.number, "instanceGreenOffset", .content, traits: .copyColors, section: "7.3",
      "Added to the green of the colour from copy to copy, clamped to 0...1: from white only offsets below 0 show.",
      { $0.replicator.greenOffset }, { $0.replicator.greenOffset = $1 }),
    P(
      Form.number, "instanceBlueOffset", .content, traits: .copyColors, section: "7.3",
      "Added to the blue of the colour from copy to copy, clamped to 0...1: from white only offsets below 0 show.",
      { $0.replicator.blueOffset }, { $0.replicator.blueOffset = $1 }),
    P(
      Form.number, "instanceAlphaOffset", .visibility, traits: .copyColors, section: "7.3",
      "Added to the alpha of the colour from copy to copy, clamped to 0...1: from white only offsets below 0 show.",
      { $0.replicator.alphaOffset }, { $0.replicator.alphaOffset = $1 }),
    P(
      Form.numbers, "instanceDelays", .time, traits: [.strettoOnly, .keepsColors],
      "A delay in seconds for each copy; copies beyond it follow the rule.",
      { $0.replicator.instanceDelays }, { $0.replicator.instanceDelays = $1 }),
    P(
      Form.transforms, "instanceTransforms", .geometry, traits: [.strettoOnly, .keepsColors],
      "A transform for each copy about the same point; copies beyond it follow the rule.",
      { $0.replicator.instanceTransforms }, { $0.replicator.instanceTransforms = $1 }),
    P(
      Form.colors, "instanceColors", .visibility, traits: [.strettoOnly, .copyColors],
      "A colour for each copy, not premultiplied; copies beyond it follow the rule.",
      { $0.replicator.instanceColors }, { $0.replicator.instanceColors = $1 }),
    P(
      Form.numbers, "instanceOpacities", .visibility, traits: .strettoOnly,
      "0...1 for each copy, on top of its colour's alpha; copies beyond it keep that.",
      { $0.replicator.instanceOpacities }, { $0.replicator.instanceOpacities = $1 }),
  ].inSection("7")

  static let portal: [P] = [
    P(
      Form.flag, "hidesSourceLayer", .visibility,
      "Whether the source is left out at home while this portal is there and not hidden.",
      { $0.portal.hidesSourceLayer }, { $0.portal.hidesSourceLayer = $1 }),
    P(
      Form.flag, "matchesOpacity", .visibility,
      "Whether the source's own opacity counts here as well.",
      { $0.portal.matchesOpacity }, { $0.portal.matchesOpacity = $1 }),
    P(
      Form.flag, "matchesPosition", .geometry,
      "Whether the source appears where it really is, as through a window.",
      { $0.portal.matchesPosition }, { $0.portal.matchesPosition = $1 }),
    P(
      Form.flag, "matchesTransform", .geometry,
      "Whether the source's own transform counts here as well.",
      { $0.portal.matchesTransform }, { $0.portal.matchesTransform = $1 }),
    P(
      Form.flag, "inheritsTime", .time, traits: .strettoOnly,
      "Whether the delays of the replicators around the portal count here.",
      { $0.portal.inheritsTime }, { $0.portal.inheritsTime = $1 }),
  ].inSection("10")

  static let viewReplicator: [P] = [
    P(
      Form.name(), "technique", [], traits: .strettoOnly,
      "How an app may build it; the picture is the same, and is drawn directly. `construction` builds the second.",
      { $0.viewReplicator.technique }, { $0.viewReplicator.technique = $1 })
  ].inSection("8")

  static let proxy: [P] = [
    P(
      Form.rect, "sourceRect", [.geometry, .content], traits: .strettoOnly,
      """
      The part of the source that is shown, in its own coordinates, stretched to the \
      bounds and cut off there; none: all of it, not cut off.
      """, { $0.proxy.sourceRect }, { $0.proxy.sourceRect = $1.standardized })
  ].inSection("8")

  static let shape: [P] = [
    P(
      Form.path, "path", .content, traits: [.paints, .repaints],
      "The outline, in the layer's coordinates; not cut off at the bounds.",
      { $0.shape.path }, { $0.shape.path = $1 }),
    P(
      Form.color, "fillColor", .content, traits: [.paints, .staysInside],
      "Colour of the inside of the path.", { $0.shape.fillColor }, { $0.shape.fillColor = $1 }),
    P(
      Form.name(), "fillRule", .content, traits: .paintsWithin,
      "Rule that says what is inside where the path crosses itself.",
      { $0.shape.fillRule }, { $0.shape.fillRule = $1 }),
    P(
      Form.color, "strokeColor", .content, traits: [.paints, .paintsWithin],
      "Colour of the line along the path, over the fill.",
      { $0.shape.strokeColor }, { $0.shape.strokeColor = $1 }),
    P(
      Form.number, "strokeStart", .content, traits: .staysInside,
      "Where the line begins, as a part of the path's length, 0...1.",
      { $0.shape.strokeStart }, { $0.shape.strokeStart = $1 }),
    P(
      Form.number, "strokeEnd", .content, traits: .staysInside,
      "Where the line ends, as a part of the path's length, 0...1.",
      { $0.shape.strokeEnd }, { $0.shape.strokeEnd = $1 }),
    P(
      Form.number, "lineWidth", .content, traits: [.paints, .repaints],
      "The line's width in points, centred on the path; 0 draws none.",
      { $0.shape.lineWidth }, { $0.shape.lineWidth = $1 }),
    P(
      Form.number, "miterLimit", .content, traits: .repaints,
      "The longest pointed join, in line widths; longer ones become bevels.",
      { $0.shape.miterLimit }, { $0.shape.miterLimit = $1 }),
    P(
      Form.name(), "lineCap", .content, "How the ends of the line look.",
      { $0.shape.lineCap }, { $0.shape.lineCap = $1 }),
    P(
      Form.name(), "lineJoin", .content, "How the corners of the line look.",
      { $0.shape.lineJoin }, { $0.shape.lineJoin = $1 }),
    P(
      Form.number, "lineDashPhase", .content, traits: .paintsWithin,
      "How far into the pattern the line begins, in points.",
      { $0.shape.lineDashPhase }, { $0.shape.lineDashPhase = $1 }),
    P(
      Form.numbers, "lineDashPattern", .content, traits: .paintsWithin,
      "Lengths of dashes and gaps in turn, in points; with one below 0 the line is whole.",
      { $0.shape.lineDashPattern }, { $0.shape.lineDashPattern = $1 }),
  ].inSection("13")

  static let gradient: [P] = [
    P(
      Form.name(), "type", .content, "Along a line, or around a centre.",
      { $0.gradient.type }, { $0.gradient.type = $1 }),
    P(
      Form.colors, "colors", .content, traits: [.paints, .staysInside], "The colours, in order.",
      { $0.gradient.colors }, { $0.gradient.colors = $1 }),
    P(
      Form.numbers, "locations", .content, traits: .staysInside,
      "Where each colour lies, not decreasing: 0 at the start, 1 at the end, others beyond; none, or another count: evenly spread.",
      ascending: true, { $0.gradient.locations }, { $0.gradient.locations = $1 }),
    P(
      Form.point, "startPoint", .content, traits: .staysInside,
      "Where the first colour lies, in parts of the bounds; the centre of a radial gradient.",
      { $0.gradient.startPoint }, { $0.gradient.startPoint = $1 }),
    P(
      Form.point, "endPoint", .content, traits: .staysInside,
      "Where the last colour lies, in parts of the bounds; a corner around a radial gradient. Lines of one colour of an "
        + "axial one are across the way there in a square, and stretched with it to the bounds.",
      { $0.gradient.endPoint }, { $0.gradient.endPoint = $1 }),
  ].inSection("13")

  static let emitter: [P] = [
    P(
      Form.number, "birthRate", [.births, .birthRate], "Multiplies the cells' birth rates.",
      in: notNegative, { $0.emitter.birthRate }, { $0.emitter.birthRate = $1 }),
    P(
      Form.number, "lifetime", [.births, .lifetime], "Multiplies the cells' lifetimes.",
      in: notNegative, { $0.emitter.lifetime }, { $0.emitter.lifetime = $1 }),
    P(
      Form.number, "velocity", .births, "Multiplies the cells' velocities.",
      { $0.emitter.velocity }, { $0.emitter.velocity = $1 }),
    P(
      Form.number, "scale", .births, "Multiplies the cells' scales.",
      { $0.emitter.scale }, { $0.emitter.scale = $1 }),
    P(
      Form.number, "spin", .births, "Multiplies the cells' spins.",
      { $0.emitter.spin }, { $0.emitter.spin = $1 }),
    P(
      Form.point, "emitterPosition", .births, "(x, y) of the shape's centre.",
      { $0.emitter.emitterPosition }, { $0.emitter.emitterPosition = $1 }),
    P(
      Form.number, "emitterZPosition", .births,
      "Depth of the shape's centre in points; larger is nearer to the viewer.",
      { $0.emitter.emitterZPosition }, { $0.emitter.emitterZPosition = $1 }),
    P(
      Form.size, "emitterSize", .births,
      "(width, height) of the shape; the radius of a circle or sphere is the width.",
      { $0.emitter.emitterSize }, { $0.emitter.emitterSize = $1 }),
    P(
      Form.number, "emitterDepth", .births, "The third side of a cuboid.",
      { $0.emitter.emitterDepth }, { $0.emitter.emitterDepth = $1 }),
    P(
      Form.name(), "emitterShape", .births, "Where particles begin.",
      { $0.emitter.emitterShape }, { $0.emitter.emitterShape = $1 }),
    P(
      Form.name(), "emitterMode", .births, "From which part of the shape they begin.",
      { $0.emitter.emitterMode }, { $0.emitter.emitterMode = $1 }),
    P(
      Form.name(), "renderMode", .content,
      "In which order they are drawn; additive adds their light.",
      { $0.emitter.renderMode }, { $0.emitter.renderMode = $1 }),
    P(
      Form.flag, "preservesDepth", [.births, .depth],
      """
      Whether particles stand in the 3-D space of the superlayer, sorted by depth among its sublayers; masks, clips, \
      filters and shadows of the emitter do not reach them there.
      """, { $0.emitter.preservesDepth }, { $0.emitter.preservesDepth = $1 }),
    P(
      Form.integer, "seed", .births,
      "Chooses the random sequence; equal seeds give equal particles.",
      animatable: false, in: 0...4_294_967_295, { $0.emitter.seed }, { $0.emitter.seed = $1 }),
    P(
      Form.constant, "loopDuration", [.births, .birthRate], traits: .strettoOnly, section: "12.5",
      "Seconds after which the same particles are born again, so that a clip repeats; 0 for never.",
      in: notNegative, { $0.emitter.loop }, { $0.emitter.loop = $1 }),
    P(
      Form.flag, "warm", .births, traits: .strettoOnly,
      "Whether particles are in the air at time 0 as if emission had begun long before.",
      { $0.emitter.isWarm }, { $0.emitter.isWarm = $1 }),
  ].inSection("12.1")
}

import StrettoGeometry

extension LayerProperties {
  static let replicator: [P] = [
    P(
      Form.integer, PropertyName.instanceCount, [.visibility, .copies],
      traits: [.ofCopies, .copyColors],
      "Number of copies including the original. 0 or less draws nothing.",
      { $0.replicator.instanceCount }, { $0.replicator.instanceCount = $1 }),
    P(
      Form.number, PropertyName.instanceDelay, .time,
      traits: [.ofCopies, .staysInside, .keepsColors],
      section: "7.4",
      """
      Delay between neighbouring copies in seconds: copy k shows the time k * delay seconds ago. A negative delay looks \
      ahead.
      """,
      { $0.replicator.instanceDelay }, { $0.replicator.instanceDelay = $1 }),
    P(
      Form.flag, "preservesDepth", .depth, section: "7.5",
      """
      Whether copies keep their depth. The replicator then paints nothing itself, like a transform layer, and \
      translucent copies show the copies behind them.
      """, { $0.replicator.preservesDepth }, { $0.replicator.preservesDepth = $1 }),
    P(
      Form.transform, PropertyName.instanceTransform, .geometry, traits: [.ofCopies, .keepsColors],
      section: "7.2",
      """
      Transform from each copy to the next, which copy k applies k times. The centre is the middle of the bounds, or in \
      a text the anchor point of the glyph.
      """, { $0.replicator.instanceTransform }, { $0.replicator.instanceTransform = $1 }),
    P(
      Form.color, "instanceColor", .visibility, traits: [.ofCopies, .copyColors], section: "7.3",
      "Colour that multiplies copy 0, with straight alpha.",
      { $0.replicator.instanceColor }, { $0.replicator.instanceColor = $1 }),
    P(
      Form.number, PropertyName.instanceRedOffset, .content, traits: [.ofCopies, .copyColors],
      section: "7.3",
      """
      Change of the red component from copy to copy. Components are clamped to 0...1, so that from white only negative \
      offsets are visible.
      """,
      { $0.replicator.redOffset }, { $0.replicator.redOffset = $1 }),
    P(
      Form.number, PropertyName.instanceGreenOffset, .content, traits: [.ofCopies, .copyColors],
      section: "7.3",
      """
      Change of the green component from copy to copy. Components are clamped to 0...1, so that from white only negative \
      offsets are visible.
      """,
      { $0.replicator.greenOffset }, { $0.replicator.greenOffset = $1 }),
    P(
      Form.number, PropertyName.instanceBlueOffset, .content, traits: [.ofCopies, .copyColors],
      section: "7.3",
      """
      Change of the blue component from copy to copy. Components are clamped to 0...1, so that from white only negative \
      offsets are visible.
      """,
      { $0.replicator.blueOffset }, { $0.replicator.blueOffset = $1 }),
    P(
      Form.number, PropertyName.instanceAlphaOffset, .visibility, traits: [.ofCopies, .copyColors],
      section: "7.3",
      """
      Change of the alpha from copy to copy. The alpha is clamped to 0...1, so that from white only negative offsets are \
      visible.
      """,
      { $0.replicator.alphaOffset }, { $0.replicator.alphaOffset = $1 }),
    P(
      Form.numbers, PropertyName.instanceDelays, .time,
      traits: [.ofCopies, .strettoOnly, .keepsColors],
      "Delay of each copy in seconds. Copies past the end of the list use instanceDelay.",
      { $0.replicator.instanceDelays }, { $0.replicator.instanceDelays = $1 }),
    P(
      Form.transforms, PropertyName.instanceTransforms, .geometry,
      traits: [.ofCopies, .strettoOnly, .keepsColors],
      """
      Transform of each copy about the centre of instanceTransform. Copies past the end of the list use \
      instanceTransform.
      """,
      { $0.replicator.instanceTransforms }, { $0.replicator.instanceTransforms = $1 }),
    P(
      Form.colors, PropertyName.instanceColors, .visibility,
      traits: [.ofCopies, .strettoOnly, .copyColors],
      """
      Colour of each copy, with straight alpha. Copies past the end of the list use instanceColor and the offsets.
      """,
      { $0.replicator.instanceColors }, { $0.replicator.instanceColors = $1 }),
    P(
      Form.numbers, PropertyName.instanceOpacities, .visibility, traits: [.ofCopies, .strettoOnly],
      """
      Opacity of each copy, 0...1, which multiplies the alpha of the copy's colour. Copies past the end of the list have \
      the opacity 1.
      """,
      { $0.replicator.instanceOpacities }, { $0.replicator.instanceOpacities = $1 }),
  ].inSection("7")

  static let portal: [P] = [
    P(
      Form.flag, "hidesSourceLayer", .visibility,
      "Whether the source is invisible in its own tree position while the portal is visible.",
      { $0.portal.hidesSourceLayer }, { $0.portal.hidesSourceLayer = $1 }),
    P(
      Form.flag, "matchesOpacity", .visibility,
      "Whether the portal shows the source with the source's own opacity.",
      { $0.portal.matchesOpacity }, { $0.portal.matchesOpacity = $1 }),
    P(
      Form.flag, "matchesPosition", .geometry,
      "Whether the portal shows the source at the source's own position in the scene, like a window.",
      { $0.portal.matchesPosition }, { $0.portal.matchesPosition = $1 }),
    P(
      Form.flag, "matchesTransform", .geometry,
      "Whether the portal shows the source with the source's own transform.",
      { $0.portal.matchesTransform }, { $0.portal.matchesTransform = $1 }),
    P(
      Form.flag, "inheritsTime", .time, traits: .strettoOnly,
      "Whether the delays of the replicators around the portal apply to the source.",
      { $0.portal.inheritsTime }, { $0.portal.inheritsTime = $1 }),
  ].inSection("10")

  static let viewReplicator: [P] = [
    P(
      Form.name(), "technique", [], traits: .strettoOnly,
      """
      Technique by which an app would build the view replicator. Stretto draws the same picture with each technique; \
      `construction` builds the second one.
      """,
      { $0.viewReplicator.technique }, { $0.viewReplicator.technique = $1 })
  ].inSection("8")

  static let proxy: [P] = [
    P(
      Form.rect, "sourceRect", [.geometry, .content], traits: .strettoOnly,
      """
      Visible part of the source in the source's coordinates, which is stretched to the bounds and clipped. None shows \
      the whole source without clipping.
      """, { $0.proxy.sourceRect }, { $0.proxy.sourceRect = $1.standardized })
  ].inSection("8")

  static let shape: [P] = [
    P(
      Form.path, PropertyName.path, .content, traits: [.paints, .repaints],
      "Path in the layer's coordinates, which the bounds do not clip.",
      { $0.shape.path }, { $0.shape.path = $1 }),
    P(
      Form.color, PropertyName.fillColor, .content, traits: [.paints, .staysInside],
      "Fill colour of the path.", { $0.shape.fillColor }, { $0.shape.fillColor = $1 }),
    P(
      Form.name(), "fillRule", .content, traits: .paintsWithin,
      "Rule for the inside of a path that crosses itself.",
      { $0.shape.fillRule }, { $0.shape.fillRule = $1 }),
    P(
      Form.color, PropertyName.strokeColor, .content, traits: [.paints, .paintsWithin],
      "Colour of the stroke, which is drawn over the fill.",
      { $0.shape.strokeColor }, { $0.shape.strokeColor = $1 }),
    P(
      Form.number, PropertyName.strokeStart, .content, traits: [.staysInside, .fraction],
      "Start of the stroke as a fraction of the path's length, 0...1.",
      { $0.shape.strokeStart }, { $0.shape.strokeStart = $1 }),
    P(
      Form.number, PropertyName.strokeEnd, .content, traits: [.staysInside, .fraction],
      "End of the stroke as a fraction of the path's length, 0...1.",
      { $0.shape.strokeEnd }, { $0.shape.strokeEnd = $1 }),
    P(
      Form.number, PropertyName.lineWidth, .content, traits: [.paints, .repaints],
      "Width of the stroke in points, centred on the path; 0 draws no stroke.",
      { $0.shape.lineWidth }, { $0.shape.lineWidth = $1 }),
    P(
      Form.number, "miterLimit", .content, traits: .repaints,
      "Limit of the length of a miter join, in line widths. Longer joins become bevels.",
      { $0.shape.miterLimit }, { $0.shape.miterLimit = $1 }),
    P(
      Form.name(), "lineCap", .content, "Shape of the stroke's ends.",
      { $0.shape.lineCap }, { $0.shape.lineCap = $1 }),
    P(
      Form.name(), "lineJoin", .content, "Shape of the stroke's corners.",
      { $0.shape.lineJoin }, { $0.shape.lineJoin = $1 }),
    P(
      Form.number, "lineDashPhase", .content, traits: .paintsWithin,
      "Offset in points at which the stroke starts in the dash pattern.",
      { $0.shape.lineDashPhase }, { $0.shape.lineDashPhase = $1 }),
    P(
      Form.numbers, "lineDashPattern", .content, traits: .paintsWithin,
      "Alternating lengths of dashes and gaps in points. A negative length turns dashes off.",
      { $0.shape.lineDashPattern }, { $0.shape.lineDashPattern = $1 }),
  ].inSection("13")

  static let gradient: [P] = [
    P(
      Form.name(), "type", .content, "Type of gradient: along a line, or around a centre.",
      { $0.gradient.type }, { $0.gradient.type = $1 }),
    P(
      Form.colors, PropertyName.colors, .content, traits: [.paints, .staysInside],
      "Colours of the gradient, in order.",
      { $0.gradient.colors }, { $0.gradient.colors = $1 }),
    P(
      Form.numbers, "locations", .content, traits: [.staysInside, .fraction],
      """
      Location of each colour in ascending order, where 0 is the start and 1 the end. Other numbers lie beyond them. If \
      the number of locations differs from the number of colours, the colours are evenly spaced.
      """,
      ascending: true, { $0.gradient.locations }, { $0.gradient.locations = $1 }),
    P(
      Form.point, "startPoint", .content, traits: [.staysInside, .fraction],
      "Location of the first colour in fractions of the bounds; the centre of a radial gradient.",
      { $0.gradient.startPoint }, { $0.gradient.startPoint = $1 }),
    P(
      Form.point, "endPoint", .content, traits: [.staysInside, .fraction],
      """
      Location of the last colour in fractions of the bounds; a corner of the box around a radial gradient. An axial \
      gradient is computed in a unit square and then stretched to the bounds, so that its lines of equal colour may not \
      be perpendicular to its axis.
      """,
      { $0.gradient.endPoint }, { $0.gradient.endPoint = $1 }),
  ].inSection("13")

  static let emitter: [P] = [
    P(
      Form.number, PropertyName.birthRate, [.births, .birthRate],
      "Factor of the birth rates of all cells.",
      in: notNegative, { $0.emitter.birthRate }, { $0.emitter.birthRate = $1 }),
    P(
      Form.number, PropertyName.lifetime, [.births, .lifetime],
      "Factor of the lifetimes of all cells.",
      in: notNegative, { $0.emitter.lifetime }, { $0.emitter.lifetime = $1 }),
    P(
      Form.number, "velocity", .births, "Factor of the velocities of all cells.",
      { $0.emitter.velocity }, { $0.emitter.velocity = $1 }),
    P(
      Form.number, "scale", .births, "Factor of the scales of all cells.",
      { $0.emitter.scale }, { $0.emitter.scale = $1 }),
    P(
      Form.number, "spin", .births, "Factor of the spins of all cells.",
      { $0.emitter.spin }, { $0.emitter.spin = $1 }),
    P(
      Form.point, "emitterPosition", .births, "Centre (x, y) of the emitter's shape.",
      { $0.emitter.emitterPosition }, { $0.emitter.emitterPosition = $1 }),
    P(
      Form.number, "emitterZPosition", .births,
      "Depth of the emitter shape's centre in points. A larger depth is nearer to the viewer.",
      { $0.emitter.emitterZPosition }, { $0.emitter.emitterZPosition = $1 }),
    P(
      Form.size, "emitterSize", .births,
      "Size (width, height) of the emitter's shape. The radius of a circle or sphere is the width.",
      { $0.emitter.emitterSize }, { $0.emitter.emitterSize = $1 }),
    P(
      Form.number, "emitterDepth", .births, "Depth of a cuboid shape in points.",
      { $0.emitter.emitterDepth }, { $0.emitter.emitterDepth = $1 }),
    P(
      Form.name(), "emitterShape", .births, "Shape in which particles are born.",
      { $0.emitter.emitterShape }, { $0.emitter.emitterShape = $1 }),
    P(
      Form.name(), "emitterMode", .births, "Part of the shape in which particles are born.",
      { $0.emitter.emitterMode }, { $0.emitter.emitterMode = $1 }),
    P(
      Form.name(), "renderMode", .content,
      "Drawing order of the particles. The mode \"additive\" adds their colours to the backdrop.",
      { $0.emitter.renderMode }, { $0.emitter.renderMode = $1 }),
    P(
      Form.flag, "preservesDepth", [.births, .depth],
      """
      Whether particles share the 3-D space of the superlayer and are sorted by depth among its sublayers. Masks, clips, \
      filters and shadows of the emitter then do not affect the particles.
      """, { $0.emitter.preservesDepth }, { $0.emitter.preservesDepth = $1 }),
    P(
      Form.integer, "seed", .births,
      "Seed of the random numbers. Equal seeds give equal particles.",
      animatable: false, in: 0...4_294_967_295, { $0.emitter.seed }, { $0.emitter.seed = $1 }),
    P(
      Form.constant, "loopDuration", [.births, .birthRate], traits: .strettoOnly, section: "12.5",
      """
      Period in seconds after which the same particles are born again, so that a clip loops; 0 never repeats.
      """,
      in: notNegative, { $0.emitter.loop }, { $0.emitter.loop = $1 }),
    P(
      Form.flag, "warm", .births, traits: .strettoOnly,
      "Whether particles exist at time 0, as if emission had begun long before.",
      { $0.emitter.isWarm }, { $0.emitter.isWarm = $1 }),
  ].inSection("12.1")
}

import StrettoDisplayList
import StrettoGeometry
import StrettoImaging

/// Resolves a primitive for the device: the area of the primitive in pixels, and its paint.
struct Placer: ~Copyable {
  private var stroker: Stroker
  private var crossings = CrossingRemoval()
  private(set) var cache: OutlineCache
  private var stops = Arena<PremultipliedStop>()
  /// Indices in `stops` at which the stops of each gradient begin, followed by the end of the last gradient's stops.
  private var stopStarts = Arena<Int>()
  /// Index in `CommandList.colors` of the first colour of each gradient's table, for each size of table; -1 for a table that was
  /// not made yet.
  private var tableStarts = Arena<Int>()
  private static let tableSizes: Int = 6
  /// Outlines of glyphs in this frame, by the index of the path.
  var glyphs = Arena<GlyphOutline>()
  /// Number of glyph runs that were placed in this frame.
  var runCount = 0

  init(_ cache: OutlineCache, _ budget: FrameBudget) {
    self.cache = cache
    stroker = Stroker(budget)
  }

  /// Prepares the placer for a frame that draws `list`. Returns false if there is no memory.
  mutating func prepare(for list: DisplayList) -> Bool {
    cache.begin()
    stops.removeAll()
    let count = list.gradients.count
    guard tableStarts.hold(count * Placer.tableSizes, of: -1) != nil,
      let starts = stopStarts.hold(count + 1), prepareGlyphs(of: list)
    else { return false }
    for i in 0..<count {
      starts[i] = stops.count
      list.gradients[i].forEachStraightStop { stops.append($0) }
    }
    starts[count] = stops.count
    return true
  }

  /// Appends the command that draws a primitive once, unless the primitive is invisible.
  mutating func draw(
    _ item: Int, _ draw: Draw, _ m: PlaneTransform, _ state: Expansion.State,
    _ context: inout Expansion, _ out: CommandList
  ) {
    guard m.isFinite else { return }
    let bounds = PixelRect(touching: extent(item, draw, m, state, context))
      .intersection(state.scissor)
    if bounds.isEmpty { return }
    if case .backdrop(let effects) = draw.paint, state.covering < 0 {
      return drawBackdrop(item, draw, effects, m, bounds, &context, out)
    }
    guard let paint = paint(of: draw, m, state, bounds, context.list, out) else { return }
    var command = Command(bounds: bounds, kind: .draw, additive: state.additive, paint: paint)
    if state.clip >= 0, context.fillsClip(draw.shape, m, state, out) {
      return out.append(command)
    }
    if mayShare(bounds, state, context, out), draw.shape.mayHaveHole, paint.source == .color,
      let hole = hole(in: draw.shape, item, m, context, out)
    {
      return context.join(JoinedPaint(paint: paint, hole: hole), bounds, out)
    }
    guard let area = area(of: draw.shape, item: item, m, context, out) else { return }
    append(&command, area, state, &context, out)
  }

  /// True if, judged by the bounds, a command may have the same area as the previous command.
  @inline(__always)
  private func mayShare(
    _ bounds: PixelRect, _ state: Expansion.State, _ context: borrowing Expansion,
    _ out: CommandList
  ) -> Bool {
    !state.additive && context.mayShareEdges(bounds, state.scissor, out)
  }

  /// Appends a command that paints an area, or adds its paint to the previous command if their areas are equal.
  @inline(__always)
  func append(
    _ command: inout Command, _ area: Area, _ state: Expansion.State, _ context: inout Expansion,
    _ out: CommandList
  ) {
    let paint = command.paint
    if mayShare(command.bounds, state, context, out),
      out.isSame(area, out.area(ofJoint: context.joint.last))
    {
      return context.join(JoinedPaint(paint: paint), command.bounds, out)
    }
    command.area = area
    if case .outline(let index, let affine) = area, paint.source == .color, !command.additive,
      out.outlines[Int(index)].fitsTile(affine)
    {
      command.area = .small(outline: index, transform: affine)
    }
    context.joint = Expansion.Joint(last: out.commands.count, scissor: state.scissor)
    out.append(command)
  }

  /// Area of the hole of a shape with two contours. The result is nil if the shape has no hole, or if the shape's outer contour
  /// is not the area with which the command would share edges.
  private mutating func hole(
    in shape: Shape, _ item: Int, _ m: PlaneTransform, _ context: borrowing Expansion,
    _ out: CommandList
  ) -> Area? {
    let own = context.summaries[item].content
    if own.isEmpty { return nil }
    let ring = place(outline(of: shape, own, m, context, out), own, m, context, out)
    guard case .outline(let index, let affine)? = ring,
      out.bounds(index, affine, out.area(ofJoint: context.joint.last))
    else { return nil }
    return .outline(outline: out.hole(of: index), transform: affine)
  }

  private mutating func drawBackdrop(
    _ item: Int, _ draw: Draw, _ effects: Int, _ m: PlaneTransform, _ bounds: PixelRect,
    _ context: inout Expansion, _ out: CommandList
  ) {
    let own = context.summaries[item].content
    let center = Point((own.minX + own.maxX) / 2, (own.minY + own.maxY) / 2)
    guard let area = area(of: draw.shape, item: item, m, context, out) else { return }
    let pass = context.backdrop(effects, m, bounds, center, out)
    if pass >= 0 { context.show(pass, bounds, area, out) }
  }

  /// Extent of a primitive on the device.
  @inline(__always)
  private func extent(
    _ item: Int, _ draw: Draw, _ m: PlaneTransform, _ state: Expansion.State,
    _ context: borrowing Expansion
  ) -> Extent {
    if case .rect(let rect) = draw.shape { return Extent(rect).transformed(by: m) }
    return context.summaries[item].bounds.transformed(by: state.transform)
  }

  // MARK: Areas

  /// The area of `shape` after transform `m`; nil if the area is empty.
  ///
  /// - Parameter item: Index of the item that shows the shape; nil for clips.
  mutating func area(
    of shape: Shape, item: Int?, _ m: PlaneTransform, _ context: borrowing Expansion,
    _ out: CommandList
  ) -> Area? {
    guard m.isFinite else { return nil }
    if case .rect(let rect) = shape, m.keepsRectangles {
      return .rect(Extent(rect).transformed(by: m))
    }
    let own = extent(of: shape, item: item, context)
    if own.isEmpty { return nil }
    return place(outline(of: shape, own, m, context, out), own, m, context, out)
  }

  /// The area of an outline after transform `m`. The outline lies within the extent `own`, which is in the shape's own space.
  @inline(__always)
  mutating func place(
    _ index: Int32, _ own: Extent, _ m: PlaneTransform, _ context: borrowing Expansion,
    _ out: CommandList
  ) -> Area? {
    let outline = out.outlines[Int(index)]
    if outline.contourCount == 0 { return nil }
    let extent = own.transformed(by: m)
    let limit = Subpixel.farthestPixel
    let isNear =
      m.isAffine && extent.minX > -limit && extent.minY > -limit
      && extent.maxX < limit && extent.maxY < limit
    if isNear { return .outline(outline: index, transform: Affine(m)) }
    let projected = out.store.project(outline, m, context.frame)
    if projected.contourCount == 0 { return nil }
    return .outline(outline: out.add(projected, to: &out.outlines), transform: Affine(.identity))
  }

  /// Extent of a shape in the shape's own space. The extent of a path is taken from the item's summary, if there is an item.
  @inline(__always)
  private func extent(of shape: Shape, item: Int?, _ context: borrowing Expansion) -> Extent {
    switch shape {
    case .rect(let rect), .roundedRect(let rect, _, _), .border(let rect, _, _, _): Extent(rect)
    case .fill, .stroke:
      item.map { context.summaries[$0].content } ?? context.list.extent(of: shape)
    }
  }

  /// Index of the outline of `shape`. This outline is flattened finely enough for the scale of the transform `m`.
  mutating func outline(
    of shape: Shape, _ own: Extent, _ m: PlaneTransform, _ context: borrowing Expansion,
    _ out: CommandList
  ) -> Int32 {
    let key = scaleKey(m, own)
    let entry = cache.entry(of: shape, key)
    if let entry, let index = cache.index(entry) { return index }
    let outline: Outline
    if let entry, let known = cache.restore(entry, of: context.list, into: &out.store) {
      outline = known
    } else {
      outline = flattenOutline(shape, key, context.list, out)
      // If the frame has ended, the outline may be incomplete, so it must not be cached.
      if let entry, out.budget.shouldContinueNow() {
        cache.keep(outline, entry, of: context.list, from: out.store)
      }
    }
    let index = out.add(outline, to: &out.outlines)
    if let entry { cache.note(index, entry) }
    return index
  }

  private mutating func flattenOutline(
    _ shape: Shape, _ key: Int32, _ list: DisplayList, _ out: CommandList
  ) -> Outline {
    // The scale is the square root of 2 to the power of the key. Half of the key, rounded down by a right shift, is the exponent
    // of 2.
    let scale = Double(
      sign: .plus, exponent: Int(key >> 1), significand: key & 1 == 0 ? 1 : 2.0.squareRoot())
    var outline = flatten(
      shape, in: list, tolerance: flatteningTolerance / scale, into: out)
    if outline.evenOdd { out.store.opposeContours(of: outline) }
    outline.isSimple =
      shape.isConvex || out.store.isSimple(outline)
      || crossings.remove(from: &outline, bits: (key + 1) >> 1, in: &out.store)
    if !outline.isSimple { (outline.across, outline.down) = out.store.lengths(of: outline) }
    if outline.pointCount <= Tiles.mostCorners { out.store.measure(&outline) }
    return outline
  }

  /// Flattens `shape`. The path and style indices of the shape are known to be valid.
  private mutating func flatten(
    _ shape: Shape, in list: DisplayList, tolerance: Double, into out: CommandList
  ) -> Outline {
    let (firstPoint, firstContour) = (out.store.points.count, out.store.contourEnds.count)
    out.store.add(shape, of: list, tolerance: tolerance, with: &stroker)
    let isEvenOdd = if case .fill(_, .evenOdd) = shape { true } else { false }
    return out.store.outline(from: firstPoint, firstContour, evenOdd: isEvenOdd)
  }

  /// The scale of `m` as the exponent of a power of the square root of 2, rounded up.
  private func scaleKey(_ m: PlaneTransform, _ extent: Extent) -> Int32 {
    var squared = m.squaredGain
    if !m.isAffine {
      // Square of the factor by which perspective enlarges the part of the extent that is nearest to the eye.
      let w = extent.leastDepth(m).clamped(to: 0.05...1e6)
      squared *= 4 / (w * w)
    }
    // A rotation leaves rounding errors in the scale, and rounding errors must not ask for a finer outline.
    squared = (squared * (1 - 1e-9)).clamped(to: 1e-12...1e12)
    // The result is the binary exponent of the squared scale, plus one unless the squared scale is a power of two. The bits of
    // the squared scale are read directly, because the standard properties of floating-point numbers are slow calls.
    let bits = squared.bitPattern
    return Int32(truncatingIfNeeded: bits >> 52) - 1023 + (bits << 12 != 0 ? 1 : 0)
  }

  // MARK: Paints

  /// Paint of a primitive, which paints within the bounds `seen`; nil if the paint is invisible.
  private mutating func paint(
    of draw: Draw, _ m: PlaneTransform, _ state: Expansion.State, _ seen: PixelRect,
    _ list: DisplayList, _ out: CommandList
  ) -> DevicePaint? {
    if case .color(let own) = draw.paint {
      // If only coverage is drawn, any visible paint becomes black.
      if state.covering >= 0 { return own.alpha > 0 ? DevicePaint(color: packed(.black)) : nil }
      let color = packed(own.multiplied(by: state.color))
      return color == 0 ? nil : DevicePaint(color: color)
    }
    if state.covering >= 0 { return DevicePaint(color: packed(.black)) }
    let color = packed(state.color)
    if color == 0 { return nil }
    switch draw.paint {
    case .gradient(let i):
      guard list.gradients.indices.contains(i), let paint = gradient(i, m, list, out) else {
        return nil
      }
      return DevicePaint(
        color: color, index: out.add(paint, to: &out.gradients), source: .gradient)
    case .image(let i):
      guard list.imagePaints.indices.contains(i),
        list.images.indices.contains(list.imagePaints[i].image), let inverse = m.inverted,
        let sampler = ImageSampler(
          list.imagePaints[i], list.images[list.imagePaints[i].image], toShape: inverse,
          seen: seen, out.budget)
      else { return nil }
      return DevicePaint(color: color, index: out.add(sampler, to: &out.images), source: .image)
    case .color, .backdrop: return nil
    }
  }

  private mutating func gradient(
    _ i: Int, _ m: PlaneTransform, _ list: DisplayList, _ out: CommandList
  ) -> GradientPaint? {
    let (start, end) = (stopStarts[i], stopStarts[i + 1])
    guard start < end, let unit = list.gradients[i].unitTransform, let inverse = m.inverted else {
      return nil
    }
    let toUnit = inverse * unit
    guard toUnit.isFinite else { return nil }
    let ramp = GradientRamp(stops: stops.part(start, end - start))
    var paint = GradientPaint(
      toUnit: toUnit, kind: list.gradients[i].kind.paint, ramp: ramp,
      spread: list.gradients[i].spread)
    switch paint.kind {
    case .axial, .twoCircles: return paint
    // The table of a conic gradient has 8192 steps for the whole turn. At a distance of a thousand pixels from the centre of the
    // gradient, a step of 1/8192 turn is less than one pixel wide.
    case .conic: paint.tableBits = 13
    case .radial:
      let stepsPerPixel = max(
        Point(toUnit.a, toUnit.b).length, Point(toUnit.c, toUnit.d).length)
      paint.tableBits = GradientPaint.tableBits(radiusInPixels: 1 / max(stepsPerPixel, 1e-9))
    }
    let slot = i * Placer.tableSizes + paint.tableBits - 8
    if tableStarts[slot] < 0 {
      let steps = 1 << paint.tableBits
      let start = out.colors.count
      guard out.budget.allows(start + steps + 1, of: .colors),
        let colors = out.colors.extend(by: steps + 1)
      else { return nil }
      paint.fillTable(steps, into: colors)
      tableStarts[slot] = start
    }
    paint.tableStart = tableStarts[slot]
    return paint
  }
}

extension OutlineStore {
  /// Flattens a shape whose indices are known to be valid.
  mutating func add(
    _ shape: Shape, of list: DisplayList, tolerance: Double, with stroker: inout Stroker
  ) {
    switch shape {
    case .rect(let rect): addRect(rect)
    case .roundedRect(let rect, let radius, let corners):
      addRoundedRect(rect, radius: radius, corners: corners, tolerance: tolerance)
    case .border(let rect, let radius, let corners, let width):
      addBorder(rect, radius: radius, corners: corners, width: width, tolerance: tolerance)
    case .fill(let path, _): addFill(list.paths[path], tolerance: tolerance)
    case .stroke(let path, let style):
      stroker.addStroke(list.paths[path], list.strokes[style], tolerance: tolerance, to: &self)
    }
  }
}

extension Shape {
  /// True if the outline of the shape is convex whatever the numbers of the shape are, so that no corner need be tested.
  fileprivate var isConvex: Bool {
    switch self {
    case .rect, .roundedRect: true
    case .border, .fill, .stroke: false
    }
  }
}

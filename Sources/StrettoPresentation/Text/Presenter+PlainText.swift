import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoText
import StrettoTiming

// Letters that only move, turn, scale and fade in their plane, each in its own time: by far the commonest of texts.
// No appearance is made of them: a letter is a matrix and a colour, to the same bits.

extension Presenter {
  /// Draws the copies of a text whose glyph layer paints glyphs alone; false if it may be more than that.
  func drawPlainCopies(
    _ text: LaidOutText, _ presented: PresentedLayer, _ node: PlanNode.Reference
  ) throws(PresentationError) -> Bool {
    let letters = idleSequences.popLast() ?? InstanceSequence()
    defer { idleSequences.append(letters) }
    guard node.pointee.isPlainGlyph, !presented.values.text.clipsInstances,
      presented.node?.pointee.copyMasks.isEmpty ?? false,
      presented.sublayerStep?.ignoresDepth ?? true, presented.opacityForEach >= 1,
      var copies = PlainCopies(text, presented, node, letters)
    else { return false }
    // A copy may be a whole text, which takes the memory of its glyphs.
    try countAppearances(Double(max(text.layout.copies.count, text.layout.glyphs.count)))
    let first = list.items.count
    for k in text.layout.copies.indices {
      guard cancellation.goesOn() else { throw .cancelled }
      guard let shown = copies.copy(k) else { continue }
      let start = list.items.count
      let painter = painter(presented, node.pointee.layer, copy: k, plane: shown.plane)
      paintCopy(k, copies, shown, painter, from: first)
      forgetUnseen(from: start, painter, presented.context)
    }
    return true
  }

  /// One draw takes its opacity and the colour of its copy itself; more of them fade as one picture. `first` is where
  /// the items of the text begin.
  @inline(__always)
  private func paintCopy(
    _ k: Int, _ copies: PlainCopies, _ shown: PlainCopy, _ painter: Int32, from first: Int
  ) {
    let start = list.items.count
    let place = PaintPlace(plane: shown.plane, painter: painter)
    paint(copies.text.layout.copies[k].glyphs, of: copies.text, copies.glyph, copies.color, place)
    let count = list.items.count - start
    guard count > 0 else { return }
    if count == 1, painter < 0, case .draw(let draw) = list.items[start],
      case .color(let fill) = draw.paint
    {
      var tint = shown.color
      tint.alpha *= shown.opacity
      showLetter(draw, fill, tint, at: start, joining: first)
    } else if shown.color != .white || shown.opacity < 1 {
      fadeCopy(from: start, shown)
    }
  }

  /// Shows a letter as one more copy of a body that all letters of this outline and colour share, so that the rasteriser
  /// prepares the outline once. The same bytes as a draw of its own.
  ///
  /// `first`: where the items of the text begin.
  @inline(__always)
  private func showLetter(
    _ draw: Draw, _ fill: Color, _ tint: Color, at start: Int, joining first: Int
  ) {
    guard case .fill(let path, _) = draw.shape else { return }
    list.items.removeLast()
    let known = glyphs.letters[path]
    let body: Int
    if let known, known.color == fill {
      body = known.body
    } else {
      list.draw(draw.shape, draw.paint, .identity)
      body = list.endBody(from: start)
      glyphs.letters[path] = (fill, body)
    }
    list.show(body, Copy(transform: draw.transform, color: tint), joining: first)
  }

  private func fadeCopy(from start: Int, _ shown: PlainCopy) {
    if shown.opacity < 1 {
      let content = list.items[start...].map { $0.moved(by: 1) }
      list.items.removeSubrange(start...)
      let group = list.beginGroup()
      list.items += content
      list.endGroup(group, opacity: shown.opacity, contentEnd: list.items.count)
    }
    if shown.color == .white { return }
    list.showItems(from: start, Copy(transform: .identity, color: shown.color))
  }
}

private struct PlainCopy {
  /// Transform from the glyph layer to the list.
  var plane: PlaneTransform
  var color: Color
  var opacity: Double
}

/// Values that differ between copies of a text, when they stay in their plane: worked out for eight letters at a time.
private struct PlainCopies {
  let text: LaidOutText
  let glyph: GlyphValues
  /// Colour of glyphs that have none of their own.
  let color: Color?
  private let instances: InstanceSequence
  private let timing: MediaTiming?
  private let program: AnimationProgram
  private let around: PlaneTransform
  private var block = -1
  private var now: AnimationProgram.Results<Doubles>
  private var colors = ColorLanes(repeating: .white)

  /// Nil where a transform leaves the plane.
  init?(
    _ text: LaidOutText, _ presented: PresentedLayer, _ node: PlanNode.Reference,
    _ instances: InstanceSequence
  ) {
    guard let program = node.pointee.program else { return nil }
    instances.begin(
      presented, text.layout.copies.count, about: .zero, .identity, haveOwnBase: true)
    guard instances.haveLanes else { return nil }
    (self.text, self.instances) = (text, instances)
    glyph = node.pointee.values.glyph
    color = presented.values.text.foregroundColor
    timing = node.pointee.hasTiming ? node.pointee.values.timing : nil
    (self.program, now) = (program, AnimationProgram.Results(repeating: program.rest))
    let step = presented.sublayerStep.map { PlaneTransform(flattening: $0) }
    let outer = step.map { $0 * presented.plane } ?? presented.plane
    around = presented.flipsSublayers ? presented.uprightText * outer : outer
  }

  /// Nil where nothing is seen of copy `k`.
  @inline(__always)
  mutating func copy(_ k: Int) -> PlainCopy? {
    if k >> 3 != block { workOut(k >> 3) }
    let (shown, lane) = (text.layout.copies[k], k & 7)
    if shown.glyphs.isEmpty || !shown.isShown { return nil }
    let (color, opacity) = (colors[lane], now.opacity[lane])
    if !(color.alpha > 0) || !(opacity > 0) { return nil }
    var plane = now.plane[lane]
    if !instances.areInPlace {
      plane = plane.followed(by: PlaneTransform(flattening: instances.transform(k)))
    }
    let anchor = shown.anchor(program.anchorPoint)
    // Applies the transform about the anchor, then moves it to the copy's place.
    (plane.tx, plane.ty) = (
      -anchor.x * plane.a + -anchor.y * plane.c + plane.tx + anchor.x,
      -anchor.x * plane.b + -anchor.y * plane.d + plane.ty + anchor.y
    )
    plane = plane.followed(by: text.place(ofCopy: k)).followed(by: around)
    return plane.isFinite ? PlainCopy(plane: plane, color: color, opacity: min(opacity, 1)) : nil
  }

  /// Works out copies 8 * block ..< 8 * block + 8.
  @inline(never)
  private mutating func workOut(_ block: Int) {
    let isFirst = self.block < 0
    self.block = block
    colors = instances.colors(block)
    if program.tracks.isEmpty || instances.areInStep && !isFirst { return }
    if text.layout.copies.count == 1 {
      let moment = instances.moment(0)
      let own = timing.map { $0.endlessLocalTime(at: moment) } ?? moment
      now = AnimationProgram.Results(repeating: program.result(at: own))
      return
    }
    var times = instances.times(block)
    var bases = instances.bases(times)
    timing?.enter(&times, &bases)
    now = program.results(at: times, bases: bases)
  }
}

extension PlanNode {
  /// Whether a glyph layer is nothing but its glyphs, and its animations place and fade them.
  var isPlainGlyph: Bool {
    guard layer.kind == .glyph, !isAddressed, paintsTheSame, isLeaf, !values.hasLight,
      layer.portals.isEmpty, values.timing.duration == .infinity
    else { return false }
    guard case .none = values.contents else { return false }
    return !values.isHidden && values.isDoubleSided && !values.masksToBounds
      && values.backgroundColor == nil && values.borderWidth <= 0 && values.anchorPointZ == 0
      && values.opacity > 0
  }
}

import StrettoDisplayList
import StrettoGeometry

extension Expansion {
  /// Largest number of pixels of a pass's picture. If the picture of a pass would have more pixels, it is drawn at a lower
  /// resolution and stretched.
  private static let mostPixels: Double = 16_777_216
  /// Largest number of bytes of finished pictures that are kept for one range of commands. The picture of a single pass may need
  /// more than `mostBytes` bytes.
  static let mostBytes: Int = 67_108_864

  /// Adds a pass that draws a range of items, and the command that shows the pass.
  mutating func showPass(
    _ items: Range<Int>, _ state: State, _ seen: PixelRect, _ content: Extent, _ effects: Int = -1,
    _ out: CommandList
  ) {
    let pass = pass(items, state, seen, content, effects, startsFromBelow: false, out)
    show(pass, state, out)
  }

  /// True if an item in a mask shows the filtered backdrop.
  func readsBelow(_ mask: Range<Int>) -> Bool {
    var i = mask.lowerBound
    while i < mask.upperBound {
      if summaries[i].readsBelow { return true }
      i = list.end(ofItem: i)
    }
    return false
  }

  /// Shows a mask as the picture of a pass. Filtered backdrops in the mask filter only what the mask itself has drawn.
  mutating func showMask(_ level: Level, _ out: CommandList) {
    var (content, i) = (Extent.empty, level.mask.lowerBound)
    while i < level.mask.upperBound {
      content.formUnion(summaries[i].bounds)
      i = list.end(ofItem: i)
    }
    showPass(level.mask, level.state, level.state.scissor, content, -1, out)
  }

  /// Adds the command that shows the picture of a pass. `placed` is the index of the pass in `placedPasses`; if the index is -1,
  /// no command is added.
  func show(_ placed: Int, _ state: State, _ out: CommandList) {
    guard placed >= 0 else { return }
    let pass = out.placedPasses[placed]
    out.append(
      Command(
        bounds: pass.seen, kind: .draw, additive: state.additive,
        replaces: out.passes[pass.pass].startsFromBelow,
        paint: DevicePaint(
          color: packed(state.color), index: Int32(truncatingIfNeeded: placed), source: .picture)))
  }

  /// Adds the command that shows the filtered backdrop inside an area.
  func show(_ placed: Int, _ bounds: PixelRect, _ area: Area, _ out: CommandList) {
    let paint = DevicePaint(
      color: ~0, index: Int32(truncatingIfNeeded: placed), source: .picture)
    out.append(Command(bounds: bounds, area: area, kind: .draw, replaces: true, paint: paint))
  }

  /// Adds a pass that draws a range of items, within the rectangle `seen`.
  ///
  /// - Parameters:
  ///   - content: Bounds of the items in the items' own space.
  ///   - startsFromBelow: True if the picture of the pass begins with the pixels below the pass.
  /// - Returns: Index of the pass in `placedPasses`; -1 if nothing of the pass is visible.
  mutating func pass(
    _ items: Range<Int>, _ state: State, _ seen: PixelRect, _ content: Extent, _ effects: Int,
    startsFromBelow: Bool, _ out: CommandList
  ) -> Int {
    let effects = list.effects.indices.contains(effects) ? effects : -1
    let given = effects < 0 ? Effects(space: .identity) : list.effects[effects]
    let m = given.space * state.transform
    let scale = given.scale(m, content)
    let startsFromBelow = startsFromBelow && openGroups == 0 && given.showsAll(scale)
    if !startsFromBelow, needsOwnSpace(given, m, scale) {
      return slantedPass(items, state, seen, content, effects, m, scale, out)
    }
    var drawn = frame
    if !startsFromBelow {
      let reach = given.reach * scale.most
      drawn = PixelRect(
        touching: content.transformed(by: state.transform).snapped.intersection(
          Extent(seen).grown(by: reach.rounded(.up) + 1)))
      if drawn.isEmpty { return -1 }
      let pixels = Double(drawn.width) * Double(drawn.height)
      if pixels > Expansion.mostPixels {
        return slantedPass(items, state, seen, content, effects, m, scale, out)
      }
    }
    let back = PlaneTransform.translation(-Double(drawn.x0), -Double(drawn.y0))
    return append(
      Pass(
        items: items, transform: (state.transform * back).snapped,
        width: drawn.x1 - drawn.x0, height: drawn.y1 - drawn.y0,
        origin: PixelShift(x: drawn.x0, y: drawn.y0), seen: seen.from(drawn), effects: effects,
        points: (m * back).snapped, scale: scale, startsFromBelow: startsFromBelow,
        covering: state.covering),
      seen, out)
  }

  /// Adds a pass that filters the pixels below, within the rectangle `seen`. Returns -1 if the pass would have too many pixels.
  mutating func backdrop(
    _ effects: Int, _ m: PlaneTransform, _ seen: PixelRect, _ center: Point,
    _ out: CommandList
  ) -> Int {
    guard list.effects.indices.contains(effects), openGroups == 0 else { return -1 }
    let scale = EffectScale(m) ?? EffectScale(m, about: center)
    let reach = (list.effects[effects].reach * scale.most).rounded(.up) + 1
    let taken = PixelRect(touching: Extent(seen).grown(by: reach)).intersection(frame)
    return append(
      Pass(
        items: 0..<0, transform: .identity, width: taken.x1 - taken.x0, height: taken.y1 - taken.y0,
        origin: PixelShift(x: taken.x0, y: taken.y0), seen: seen.from(taken), effects: effects,
        points: m * .translation(-Double(taken.x0), -Double(taken.y0)), scale: scale,
        startsFromBelow: true), seen, out)
  }

  /// True if the effects must be drawn in a coordinate space of their own, and not on the pixel grid of the device. For example, a
  /// blur that is slanted on the device needs a separate space, and so does a picture with fewer pixels than the device.
  private func needsOwnSpace(_ effects: Effects, _ m: PlaneTransform, _ scale: EffectScale) -> Bool
  {
    if !effects.showsAll(scale) { return true }
    return effects.reach > 0 && EffectScale(m) == nil
  }

  /// Adds a pass for effects that cannot be computed on the pixel grid of the device, for example a blur that is slanted on the
  /// device. The pass is drawn upright in the space of its effects, and its picture is transformed to the device as an image.
  private mutating func slantedPass(
    _ items: Range<Int>, _ state: State, _ seen: PixelRect, _ content: Extent, _ effects: Int,
    _ m: PlaneTransform, _ deviceScale: EffectScale, _ out: CommandList
  ) -> Int {
    let given = effects < 0 ? Effects(space: .identity) : list.effects[effects]
    guard let toPoints = m.inverted, let toOwn = given.space.inverted else { return -1 }
    let shown = Extent(seen).transformed(by: toPoints)
    let drawn = content.transformed(by: toOwn).intersection(shown.grown(by: given.reach + 2))
    if drawn.isEmpty { return -1 }
    var s = min(deviceScale.most, given.pixelsPerPoint ?? .infinity)
    let pixels = (drawn.maxX - drawn.minX + 1) * (drawn.maxY - drawn.minY + 1) * s * s
    if pixels > Expansion.mostPixels { s *= (Expansion.mostPixels / pixels).squareRoot() }
    guard s > 1e-9, s.isFinite else { return -1 }
    let rect = PixelRect(touching: drawn.transformed(by: .scale(s, s)).snapped)
    guard !rect.isEmpty, Double(rect.width) * Double(rect.height) <= 2 * Expansion.mostPixels,
      let scale = EffectScale(.scale(s, s))
    else { return -1 }
    let (x, y) = (Double(rect.x0), Double(rect.y0))
    let toParent = PlaneTransform.translation(x, y) * .scale(1 / s, 1 / s) * m
    return append(
      Pass(
        items: items,
        transform: (state.transform * toPoints * .scale(s, s) * .translation(-x, -y)).snapped,
        width: rect.x1 - rect.x0, height: rect.y1 - rect.y0, origin: PixelShift(x: 0, y: 0),
        toPicture: (toParent * .translation(-Double(seen.x0), -Double(seen.y0))).snapped,
        seen: seen.from(seen), effects: effects,
        points: .scale(s, s) * .translation(-x, -y), scale: scale, startsFromBelow: false,
        covering: state.covering),
      seen, out)
  }

  /// Appends a pass, or reuses an equal pass that was appended before. The appended pass is drawn before the range of commands to
  /// which the next command belongs.
  private mutating func append(_ pass: Pass, _ seen: PixelRect, _ out: CommandList) -> Int {
    let effects = pass.effects < 0 ? nil : list.effects[pass.effects]
    let stages = EffectStages(pass, effects ?? Effects(space: .identity))
    let isNewRange =
      pass.startsFromBelow
      || (openGroups == 0 && rangeBytes + stages.finishedBytes > Expansion.mostBytes)
    var known = isNewRange ? nil : passIndex.find(pass, in: list, out.passes)
    if known == nil {
      if isNewRange { beginCommandRange(at: out.commands.count) }
      var pass = pass
      // The passes of the frame itself are counted with the largest allowed number of bytes, because the real number of bytes
      // depends on the parts into which the frame is cut.
      let retainedBytes = isPass ? rangeBytes : max(rangeBytes, Expansion.mostBytes)
      pass.bytesHeld = bytesAround + retainedBytes + stages.workingBytes
      _ = out.budget.allows(pass.bytesHeld, of: .pictures)
      rangeBytes += stages.finishedBytes
      out.pictureBytes += stages.finishedBytes
      let index = passIndex.add(pass, in: list, to: out)
      out.add(PassStep(command: rangeStart, pass: index), to: &out.steps)
      known = index
    }
    guard let known else { return -1 }
    return Int(out.add(PlacedPass(pass: known, seen: seen), to: &out.placedPasses))
  }

  /// Begins a new range of commands at the command with the given index. Pictures of earlier ranges of commands are not kept.
  mutating func beginCommandRange(at command: Int) {
    (rangeStart, rangeBytes) = (command, 0)
    passIndex.removeAll()
  }
}

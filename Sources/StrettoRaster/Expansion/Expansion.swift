import StrettoDisplayList
import StrettoGeometry
import StrettoImaging

/// Expands a display list into commands. The expansion repeats the contents of copies, culls invisible items, and removes groups
/// that need no picture of their own.
struct Expansion: ~Copyable {
  let list: DisplayList
  let frame: PixelRect
  let summaries: CheckedSpan<ItemSummary>
  /// Number of open groups that have a picture in the bands, and the number of bytes of these pictures for each thread.
  var openGroups: Int = 0
  var openBytes: Int = 0
  /// Index of the first command of the range of commands that is being appended. The pictures of a range of commands are drawn
  /// before the commands of the range.
  var rangeStart: Int = 0
  /// Number of bytes of the finished pictures for the current range of commands.
  var rangeBytes: Int = 0
  /// Index that finds equal passes among the passes drawn for the current range of commands.
  var passIndex = PassIndex()
  /// True if this expansion makes a pass. In a pass, positions are rounded, so that equal pictures have equal passes.
  let isPass: Bool
  /// Number of bytes of pictures that exist while this pass is drawn: the pictures of the pass itself, and the pictures of the
  /// passes that contain the pass.
  let bytesAround: Int
  /// Command with which the next command may share edges, if no other command lies between the two commands.
  var joint = Joint()

  /// State that an item inherits from the groups and copies that contain the item.
  struct State {
    /// Transform from the space of the item to device pixels.
    var transform: PlaneTransform
    /// Colour factor of the item. The alpha of the colour factor differs from 1 only in containers with a single primitive.
    var color: Color
    var scissor: PixelRect
    var additive: Bool = false
    /// True if a containing group has already decided how the group's only primitive is blended.
    var isBlendSettled: Bool = false
    /// Index into `clips` of the clip of the current picture; -1 if the picture has no clip.
    var clip: Int32 = -1
    /// Index of the group whose coverage is drawn; -1 if no coverage is drawn. While the coverage of a group is drawn, every
    /// paint is opaque, copies and groups do not fade, and additive items cover as much as all of their parts together.
    var covering: Int = -1
  }

  /// A container whose items are being expanded; `items[next ..< end]` remain to be expanded.
  struct Level {
    var next: Int
    var end: Int
    var state: State
    /// Index of the `copies` item, with the item's subpicture, its remaining copies, and the state outside the item.
    var item: Int = 0
    var content: Range<Int> = 0..<0
    var copy: Int = 0
    var copyEnd: Int = 0
    var outer: State
    /// Indices of the `beginGroup` and `beginMask` commands of the group; -1 for a command that does not exist.
    var groupStart: Int = -1
    var maskStart: Int = -1
    /// True if the command before the group paints the area of the group's clip. If the group needs a picture, the command moves
    /// into the picture.
    var takesPrevious: Bool = false
    /// Items of the group's mask. In the display list, the mask of a group follows the group's content.
    var mask: Range<Int> = 0..<0
    /// Index of the group whose coverage is drawn after the content; -1 if no coverage is drawn.
    var covered: Int = -1
    /// Index of the `beginCoverage` command of the group; -1 if the group's coverage is not drawn.
    var coverageStart: Int = -1
  }

  /// Expands the items of a list segment into commands.
  ///
  /// - Parameter covering: Index of the group whose coverage is drawn, as in `State`.
  mutating func run(
    _ segment: ListSegment, from transform: PlaneTransform, covering: Int,
    levels: inout Arena<Level>,
    placer: inout Placer, into out: CommandList
  ) {
    let root = State(transform: transform, color: .white, scissor: frame, covering: covering)
    let items = segment.items
    levels.removeAll()
    out.add(
      Level(next: items.lowerBound, end: items.upperBound, state: root, outer: root), to: &levels)
    beginCommandRange(at: out.commands.count)
    while levels.count > 0 && out.budget.shouldContinue() {
      let top = levels.count - 1
      if levels[top].next >= levels[top].end {
        if !continues(&levels[top], out) { levels.truncate(to: levels.count - 1) }
        continue
      }
      let i = levels[top].next
      levels[top].next = min(list.end(ofItem: i), levels[top].end)
      switch list.items[i] {
      case .draw(let draw):
        let state = levels[top].state
        let m = draw.transform * state.transform
        let isOuter = isPass && levels.count == 1
        placer.draw(i, draw, isOuter ? m.snapped : m, state, &self, out)
      case .glyphs(let run):
        var glyphs = list.glyphs(of: run)
        if levels.count == 1 { glyphs = segment.part(of: glyphs, ofItem: i) }
        placer.draw(run, glyphs, levels[top].state, &self, out)
      case .copies(let first, let count, let subpicture):
        let shown = list.subpicture(subpicture, shownBy: i)
        var copies = list.copyRange(first, count)
        if levels.count == 1 { copies = segment.part(of: copies, ofItem: i) }
        enterCopies(i, shown, copies, levels[top].state, &levels, &placer, out)
      case .group(let group):
        enterGroup(i, group, levels[top].state, &levels, &placer, out)
      }
    }
  }

  // MARK: Copies

  private mutating func enterCopies(
    _ i: Int, _ items: Range<Int>, _ copies: Range<Int>, _ state: State,
    _ levels: inout Arena<Level>, _ placer: inout Placer, _ out: CommandList
  ) {
    if copies.isEmpty || items.isEmpty { return }
    if items.count == 1, case .draw(let draw) = list.items[items.lowerBound] {
      for k in copies {
        guard out.budget.shouldContinue() else { return }
        guard let inner = self.state(of: list.copies[k], in: state, single: true) else { continue }
        placer.draw(items.lowerBound, draw, draw.transform * inner.transform, inner, &self, out)
      }
      return
    }
    var level = Level(next: items.upperBound, end: items.upperBound, state: state, outer: state)
    (level.item, level.content) = (i, items)
    (level.copy, level.copyEnd) = (copies.lowerBound, copies.upperBound)
    out.add(level, to: &levels)
  }

  /// State inside `copy`; nil if the copy is invisible.
  private func state(of copy: Copy, in outer: State, single: Bool) -> State? {
    var state = outer
    state.transform = copy.transform * outer.transform
    state.color = outer.color.multiplied(by: copy.color)
    if !(state.color.alpha > 0) { return nil }
    if state.covering >= 0 { state.color = .white }
    if single && !outer.isBlendSettled {
      state.additive = copy.blend == .additive
      state.isBlendSettled = state.additive || copy.color.alpha < 1
    }
    return state
  }

  /// Begins the next visible copy of a subpicture. Returns false if no visible copy is left.
  private mutating func nextCopy(_ level: inout Level, _ out: CommandList) -> Bool {
    let summary = summaries[level.item]
    while level.copy < level.copyEnd {
      guard out.budget.shouldContinue() else { return false }
      let copy = list.copies[level.copy]
      level.copy += 1
      let single = summary.contentPrimitives < 2
      guard var state = state(of: copy, in: level.outer, single: single) else { continue }
      let seen = PixelRect(touching: summary.content.transformed(by: state.transform).snapped)
        .intersection(state.scissor)
      if seen.isEmpty { continue }
      let isAdditive = state.isBlendSettled ? state.additive : copy.blend == .additive
      let isModulated = summary.contentBlends && copy.color != .white && state.covering < 0
      if (!single && (state.color.alpha < 1 || copy.blend == .additive)) || isModulated {
        if summary.contentReadsBelow && state.covering < 0 {
          state.additive = isAdditive
          showPass(level.content, state, seen, summary.content, -1, out)
          continue
        }
        level.groupStart = beginGroup(
          &state, GroupCommand(bounds: seen, blend: isAdditive ? .additive : .sourceOver),
          blends: summary.contentBlends, out)
      }
      level.state = state
      level.next = level.content.lowerBound
      return true
    }
    return false
  }

  // MARK: Groups

  private mutating func enterGroup(
    _ i: Int, _ group: Group, _ outer: State, _ levels: inout Arena<Level>,
    _ placer: inout Placer, _ out: CommandList
  ) {
    let end = list.end(ofItem: i)
    let contentEnd = min(max(group.contentEnd, i + 1), end)
    var state = outer
    state.color.alpha *= group.opacity
    if !(state.color.alpha > 0) || (group.hasMask && contentEnd == end) { return }
    if state.covering >= 0 { state.color = .white }
    var (clip, later): (Area?, Area?) = (nil, nil)
    if let shape = group.clip, state.covering != i {
      guard let areas = enterClip(shape, &state, &placer, out) else { return }
      (clip, later) = areas
    }
    let summary = summaries[i]
    let seen = PixelRect(touching: summary.bounds.transformed(by: state.transform).snapped)
      .intersection(state.scissor)
    if seen.isEmpty { return }
    var level = Level(next: i + 1, end: contentEnd, state: state, outer: outer)
    let command = command(for: group, summary, seen, clip, later, state)
    let effects = list.effects(of: group)
    let readsBelow = summary.contentReadsBelow && state.covering < 0
    // The picture of a pass replaces the group's content. The group's clip, mask, opacity and blend mode are applied when the bands
    // are drawn.
    var pass: Int?
    if effects?.needsPass(state.transform, summary.content) ?? false
      || (readsBelow && (command != nil || openGroups > 0))
    {
      pass = self.pass(
        i + 1..<contentEnd, state, seen, summary.content, group.effects,
        startsFromBelow: command.map { !$0.isIsolated } ?? false, out)
      level.next = contentEnd
    }
    if var command {
      level.takesPrevious = pass == nil && takesPrevious(&command, outer.scissor, out)
      level.groupStart = beginGroup(&state, command, blends: summary.contentBlends, out)
      if group.hasMask { level.mask = contentEnd..<end }
      if command.drawsCoverage { level.covered = i }
    } else if pass == nil && group.opacity < 1 && state.covering < 0 {
      state.isBlendSettled = true
    }
    if let pass { show(pass, state, out) }
    level.state = state
    out.add(level, to: &levels)
  }

  /// Sets the scissor or the clip inside a group with a clip.
  ///
  /// - Returns: The areas with which the picture of the group is composited. The areas are nil if the group needs no picture for
  ///   its clip. The whole result is nil if the clip is empty.
  private func enterClip(
    _ clip: Clip, _ state: inout State, _ placer: inout Placer, _ out: CommandList
  ) -> (clip: Area?, later: Area?)? {
    let m = clip.transform * state.transform
    if let whole = wholePixels(clip.shape, m) {
      state.scissor = state.scissor.intersection(whole)
      return (nil, nil)
    }
    if clip.laterParts == nil && fillsClip(clip.shape, m, state, out) { return (nil, nil) }
    guard let area = placer.area(of: clip.shape, item: nil, m, self, out) else { return nil }
    let later = clip.laterParts.flatMap { placer.area(of: $0, item: nil, m, self, out) }
    state.clip = out.add(PlacedShape(shape: clip.shape, transform: m), to: &out.clips)
    return (area, later)
  }

  /// Command that begins a picture for the group; nil if the group needs no picture of its own.
  private func command(
    for group: Group, _ summary: ItemSummary, _ seen: PixelRect, _ clip: Area?, _ later: Area?,
    _ state: State
  ) -> GroupCommand? {
    if state.covering >= 0 {
      if !group.hasMask && clip == nil { return nil }
      return GroupCommand(
        bounds: seen, blend: state.additive ? .additive : .sourceOver, clip: clip,
        hasMask: group.hasMask)
    }
    let effects = list.effects(of: group)
    let blend = effects?.blend ?? .sourceOver
    let isIsolated = list.isIsolated(group)
    let isWhole =
      (summary.contentPrimitives > 1 || summary.contentBlends)
      && (state.color.alpha < 1 || state.additive)
    guard
      group.hasMask || clip != nil || isWhole || blend != .sourceOver
        || (isIsolated && summary.contentBlends)
    else { return nil }
    return GroupCommand(
      bounds: seen, color: groupColor(state, blends: summary.contentBlends),
      blend: blend == .sourceOver && state.additive ? .additive : blend, clip: clip,
      later: later, hasMask: group.hasMask,
      drawsCoverage: blend.clears && effects?.mixesByCoverage ?? false,
      isIsolated: isIsolated || !summary.contentBlends)
  }

  /// Colour by which the picture of the whole group is multiplied.
  private func groupColor(_ state: State, blends: Bool) -> UInt32 {
    packed(blends ? state.color : Color.white.withAlpha(state.color.alpha))
  }

  /// The clip as a scissor rectangle if the clip is an upright rectangle of whole pixels, and nil for any other clip.
  private func wholePixels(_ shape: Shape, _ m: PlaneTransform) -> PixelRect? {
    guard case .rect(let rect) = shape, m.keepsRectangles else { return nil }
    let extent = Extent(rect).transformed(by: m)
    func isWhole(_ v: Double) -> Bool {
      (v - v.rounded()).magnitude < 0.5 / Double(Subpixel.one)
    }
    guard isWhole(extent.minX), isWhole(extent.minY), isWhole(extent.maxX), isWhole(extent.maxY)
    else { return nil }
    let rounded = Extent(
      minX: extent.minX.rounded(), minY: extent.minY.rounded(), maxX: extent.maxX.rounded(),
      maxY: extent.maxY.rounded())
    return PixelRect(touching: rounded)
  }

  /// Begins a group's picture, into which all items up to the end of the current level are drawn. The whole picture of the group
  /// is multiplied by the alpha of the copies that contain the group. Each item inside the group is multiplied by the colour of
  /// the copies. If an item of the group blends with the pixels below, not each item but the whole picture is multiplied by the
  /// colour of the copies, because the colour must not change the pixels below the item.
  private mutating func beginGroup(
    _ state: inout State, _ group: GroupCommand, blends: Bool, _ out: CommandList
  ) -> Int {
    var group = group
    group.color = groupColor(state, blends: blends)
    if blends { state.color = .white }
    let paint = DevicePaint(index: out.add(group, to: &out.groups))
    out.append(Command(bounds: group.bounds, kind: .beginGroup, paint: paint))
    openGroups += 1
    openBytes += group.bytesInBand
    if openBytes > FrameLimit.mostBytesOfGroups { out.budget.refuse(.pictures) }
    (state.color.alpha, state.scissor) = (1, group.bounds)
    (state.additive, state.isBlendSettled) = (false, false)
    return out.commands.count - 1
  }

  /// Ends the content of the group or subpicture that is being expanded at a level of nesting. Returns true if the level
  /// continues with the group's mask, the group's coverage or the next copy.
  private mutating func continues(_ level: inout Level, _ out: CommandList) -> Bool {
    if level.groupStart >= 0 {
      let isContent = level.maskStart < 0 && level.coverageStart < 0
      let start = max(level.groupStart, level.maskStart, level.coverageStart)
      var command = out.commands[level.groupStart]
      if out.commands.count == start + 1 && !level.takesPrevious {
        out.truncate(to: level.groupStart)
      } else if isContent && !level.mask.isEmpty {
        command.kind = .beginMask
        out.append(command)
        level.maskStart = out.commands.count - 1
        (level.next, level.end) = (level.mask.lowerBound, level.mask.upperBound)
        level.state.color = .white
        if readsBelow(level.mask) {
          showMask(level, out)
          level.next = level.end
        }
        return true
      } else if level.covered >= 0 && level.coverageStart < 0 {
        command.kind = .beginCoverage
        out.append(command)
        level.coverageStart = out.commands.count - 1
        (level.next, level.end) = (level.covered, list.end(ofItem: level.covered))
        level.state.color = .white
        level.state.covering = level.covered
        return true
      } else if !dissolveClip(level, out) {
        if level.maskStart >= 0 && level.coverageStart < 0 { out.foldMask(from: start) }
        command.kind = .endGroup
        out.append(command)
      }
      // The index of a removed command will belong to another command, so no later paint may share edges with the removed command.
      if joint.last >= out.commands.count { joint = Joint() }
      (level.groupStart, level.maskStart, level.takesPrevious) = (-1, -1, false)
      (level.covered, level.coverageStart) = (-1, -1)
      openGroups -= 1
      openBytes -= out.groups[Int(command.paint.index)].bytesInBand
    }
    return level.copyEnd > 0 && nextCopy(&level, out)
  }
}

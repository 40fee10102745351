import StrettoDisplayList
import StrettoGeometry

/// The outline of a glyph in one frame.
struct GlyphOutline {
  /// Extent of the path; nil if the extent was not computed yet.
  private var own: Extent?
  /// Number of the glyph run for which `outline` was made.
  var run = 0
  var outline: Int32 = 0

  /// Extent of the path, in the path's own space.
  @inline(__always) mutating func extent(_ path: Int, _ list: DisplayList) -> Extent {
    if let own { return own }
    let extent = list.extent(of: .fill(path: path, rule: .nonZero))
    own = extent
    return extent
  }
}

extension DisplayList {
  /// Index after the last path that a glyph uses, at most the number of paths.
  var glyphPathEnd: Int {
    var end = 0
    for glyph in glyphs { end = max(end, glyph.path &+ 1) }
    return min(end, paths.count)
  }
}

/// Glyph runs. The pixels of a glyph equal the pixels of a `draw` item with the same outline, colour and transform.
extension Placer {
  /// Prepares for the glyph runs of a display list. Returns false if there is no memory.
  mutating func prepareGlyphs(of list: DisplayList) -> Bool {
    runCount = 0
    return glyphs.hold(list.glyphPathEnd, of: GlyphOutline()) != nil
  }

  /// Appends the commands that fill the outlines of glyphs.
  mutating func draw(
    _ run: GlyphRun, _ range: Range<Int>, _ state: Expansion.State, _ context: inout Expansion,
    _ out: CommandList
  ) {
    guard run.color.alpha > 0, run.tint.alpha > 0 else { return }
    let isCovering = state.covering >= 0
    let tint = state.color.multiplied(by: run.tint)
    let color = packed(isCovering ? .black : run.color.multiplied(by: tint))
    if color == 0 { return }
    runCount += 1
    let linear = PlaneTransform(a: run.a, b: run.b, c: run.c, d: run.d, tx: 0, ty: 0)
    let around = state.transform
    var m = linear * around
    for k in range {
      guard out.budget.shouldContinue() else { return }
      let glyph = context.list.glyphs[k]
      if around.isAffine {
        // The product of two affine transforms, in which only the translation depends on the glyph.
        m.tx = glyph.x * around.a + glyph.y * around.c + around.tx
        m.ty = glyph.x * around.b + glyph.y * around.d + around.ty
      } else {
        m = run.transform(of: glyph) * around
      }
      fill(glyph.path, m, color, state, &context, out)
    }
  }

  @inline(__always)
  private mutating func fill(
    _ path: Int, _ m: PlaneTransform, _ color: UInt32, _ state: Expansion.State,
    _ context: inout Expansion, _ out: CommandList
  ) {
    guard path >= 0, path < glyphs.count, m.isFinite else { return }
    let shape = Shape.fill(path: path, rule: .nonZero)
    let own = glyphs[path].extent(path, context.list)
    let bounds = PixelRect(touching: own.transformed(by: m)).intersection(state.scissor)
    if own.isEmpty || bounds.isEmpty { return }
    var command = Command(
      bounds: bounds, kind: .draw, additive: state.additive, paint: DevicePaint(color: color))
    if state.clip >= 0, context.fillsClip(shape, m, state, out) { return out.append(command) }
    // In perspective, the scale and therefore the outline depends on the position of the glyph.
    if glyphs[path].run != runCount || !m.isAffine {
      glyphs[path].outline = outline(of: shape, own, m, context, out)
      glyphs[path].run = runCount
    }
    guard let area = place(glyphs[path].outline, own, m, context, out) else { return }
    append(&command, area, state, &context, out)
  }
}

import StrettoGeometry
import StrettoLayers
import StrettoText
import StrettoTiming

/// The transforms, colours and opacities of the copies of a text whose letters stay in their plane, evaluated for eight letters
/// at once.
struct PlainCopies {
  private let text: LaidOutText
  /// The layout of `text`. The layout is stored here too, because each call of a method through `text.layout` would copy the
  /// layout.
  private let layout: TextLayout
  private let instances: InstanceSequence
  private let timing: MediaTiming?
  private let program: AnimationProgram
  private let around: PlaneTransform
  private var block = -1
  private var now: AnimationProgram.Results<Doubles>
  private var colors = ColorLanes(repeating: .white)

  /// Evaluates the copies of a text; nil if a transform leaves the plane of the text, or if the glyph layer has no animation
  /// program.
  init?(
    _ text: LaidOutText, _ presented: PresentedLayer, _ node: PlanNode.Reference
  ) {
    guard let program = node.pointee.program else { return nil }
    let instances = presented.prepareInstances(text.layout.copies.count)
    guard instances.haveLanes else { return nil }
    (self.text, layout, self.instances) = (text, text.layout, instances)
    timing = node.pointee.facts.contains(.hasTiming) ? node.pointee.values.timing : nil
    (self.program, now) = (program, AnimationProgram.Results(repeating: program.rest))
    let flattened = presented.sublayerGeometry.map { PlaneTransform(flattening: $0) }
    let outer = flattened.map { $0 * presented.plane } ?? presented.plane
    around = presented.flipsSublayers ? presented.uprightText * outer : outer
  }

  /// The transform, colour and opacity of copy `k`; nil if copy `k` is invisible.
  @inline(__always)
  mutating func copy(_ k: Int) -> PlainCopy? {
    if k >> 3 != block { evaluate(k >> 3) }
    if layout.copies[k].glyphs.isEmpty || !layout.copies[k].isShown { return nil }
    let (lane, color, opacity) = (k & 7, colors[k & 7], now.opacity[k & 7])
    if !(color.alpha > 0) || !(opacity > 0) { return nil }
    var plane = now.plane[lane]
    if !instances.areUntransformed {
      plane = plane.followed(by: PlaneTransform(flattening: instances.transform(k)))
    }
    let anchor = layout.anchor(ofCopy: k, program.anchorPoint)
    // The instance transform applies about the anchor point, and the copy's position is added afterwards.
    (plane.tx, plane.ty) = (
      -anchor.x * plane.a + -anchor.y * plane.c + plane.tx + anchor.x,
      -anchor.x * plane.b + -anchor.y * plane.d + plane.ty + anchor.y
    )
    plane = plane.followed(by: text.transform(ofCopy: k)).followed(by: around)
    return plane.isFinite ? PlainCopy(plane: plane, color: color, opacity: min(opacity, 1)) : nil
  }

  /// Evaluates copies 8 * block ..< 8 * block + 8 of the text.
  @inline(never)
  private mutating func evaluate(_ block: Int) {
    let isFirst = self.block < 0
    self.block = block
    colors = instances.colors(block)
    if program.tracks.isEmpty || instances.shareOneTime && !isFirst { return }
    if layout.copies.count == 1 {
      let localTime = instances.localTime(0)
      let own = timing.map { $0.endlessLocalTime(at: localTime) } ?? localTime
      now = AnimationProgram.Results(repeating: program.result(at: own))
      return
    }
    var times = instances.times(block)
    var undelayedTimes = instances.undelayedTimes(times)
    timing?.enter(&times, &undelayedTimes)
    now = program.results(at: times, undelayedTimes: undelayedTimes)
  }
}

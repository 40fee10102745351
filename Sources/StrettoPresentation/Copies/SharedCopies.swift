import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// Values that tell the copies of a replicator apart, when their transforms lie in the plane. The walk uses
/// them again and again.
final class SharedCopies {
  private var time = LocalTime(time: 0, base: 0)
  private var replicator = ReplicatorValues()
  /// Colour of all copies, if they share one.
  private var onlyColor: Color?
  private var hasRegularColors = true
  private var delay = 0.0
  private var delays: [Double] = []
  /// How many copies have a transform of their own.
  private var givenTransforms = 0
  private var center = Point.zero
  /// Transform from the copies' space to the display list.
  private var around: PlaneTransform = .identity
  /// Transforms of copies that follow the regular rule; nil if their matrix is not affine.
  private var planes: CopyPlanes?
  /// Sublayers of the replicator.
  var parts: [CopiedPart] = []
  /// Leaves, which copies paint moment by moment; nil for other parts.
  var leaves: [PresentedLayer?] = []
  /// Colours of the current eight copies, and which of them may be seen.
  var colorsNow = ColorLanes(repeating: .white)
  var seen = LaneMask(repeating: true)
  /// Copies that are drawn by themselves, because something in them has values or animations of its own.
  private(set) var addressed: Set<Int> = []

  /// Prepares for copies 0 ..< count of a replicator.
  func begin(_ presented: PresentedLayer, _ node: PlanNode.Reference, _ count: Int) {
    if !addressed.isEmpty { addressed.removeAll(keepingCapacity: true) }
    time = presented.time
    replicator = presented.values.replicator
    hasRegularColors = replicator.instanceColors.isEmpty && replicator.instanceOpacities.isEmpty
    onlyColor = replicator.hasOneColor ? replicator.color(ofCopy: 0) : nil
    (delay, delays) = (replicator.instanceDelay, replicator.instanceDelays)
    center = presented.values.bounds.center
    givenTransforms = replicator.instanceTransforms.count
    let step = presented.sublayerStep.map { PlaneTransform(flattening: $0) }
    around = step.map { $0 * presented.plane } ?? presented.plane
    planes = SharedCopies.planes(replicator, center, node, count)
  }

  /// Finds the copies that patterns name, in the copy of the replicator with these indices.
  func findAddressed(_ patterns: [CopyPattern], below copy: [Int]) {
    for pattern in patterns {
      if case .one(let k) = pattern.copies(below: copy) { addressed.insert(k) }
    }
  }

  @inline(__always)
  func isAddressed(_ k: Int) -> Bool { !addressed.isEmpty && addressed.contains(k) }

  /// Whether eight copies can be worked out at a time.
  var haveLanes: Bool { planes != nil && givenTransforms == 0 && around.isAffine }

  /// Whether all show one moment.
  var areInStep: Bool { delays.isEmpty && delay == 0 }

  /// Copies 8 * block ..< 8 * block + 8 of something that stays as it is.
  @inline(__always)
  func still(_ block: Int) -> CopyLanes {
    CopyLanes(plane: planes(block), opacity: Doubles(repeating: 1), color: colors(block))
  }

  /// Transform from copies 8 * block ..< 8 * block + 8 to the list, where they have lanes.
  @inline(__always)
  func planes(_ block: Int) -> PlaneLanes {
    planes.map { $0.lanes(block).followed(by: around) } ?? PlaneLanes(repeating: around)
  }

  /// The moments of copies 8 * block ..< 8 * block + 8.
  @inline(__always)
  func times(_ block: Int) -> Doubles {
    areInStep ? Doubles(repeating: time.time) : time.times(delayedBy: delays(block))
  }

  /// The time without any delay, which copies have in common.
  var base: Double { time.base }

  @inline(__always)
  private func delays(_ block: Int) -> Doubles {
    let regular = (Doubles(0, 1, 2, 3, 4, 5, 6, 7) + Double(8 * block)) * delay
    if 8 * block >= delays.count { return regular }
    var result = regular
    for lane in 0..<min(8, delays.count - 8 * block) { result[lane] = delays[8 * block + lane] }
    return result
  }

  @inline(__always)
  func colors(_ block: Int) -> ColorLanes {
    if let onlyColor { return ColorLanes(repeating: onlyColor) }
    if hasRegularColors { return ColorLanes(replicator, block) }
    var result = ColorLanes(repeating: .white)
    for lane in 0..<8 { result[lane] = replicator.color(ofCopy: 8 * block + lane) }
    return result
  }

  /// Found out once for a replicator whose matrix stays the same.
  private static func planes(
    _ replicator: ReplicatorValues, _ center: Point, _ node: PlanNode.Reference, _ count: Int
  ) -> CopyPlanes? {
    let matrix = replicator.instanceTransform.matrix
    guard matrix.isAffine, count > 0 else { return nil }
    let stays =
      !node.pointee.isAddressed && (node.pointee.isStill || node.pointee.pose != nil)
    if stays, let known = node.pointee.copyPlanes, known.reaches(count) { return known }
    let made = CopyPlanes(PlaneTransform(flattening: matrix.about(center)), count: count)
    if stays { node.pointee.copyPlanes = made }
    return made
  }

  @inline(__always)
  func color(_ k: Int) -> Color { onlyColor ?? replicator.color(ofCopy: k) }

  @inline(__always)
  func moment(_ k: Int) -> LocalTime {
    time.delayed(by: k < delays.count ? delays[k] : Double(k) * delay)
  }

  @inline(__always)
  func plane(_ k: Int) -> PlaneTransform {
    if let planes, k >= givenTransforms { return planes[k].followed(by: around) }
    return PlaneTransform(flattening: replicator.transform(ofCopy: k).about(center)) * around
  }
}

extension PlaneTransform {
  /// `self * next`, to the same bits, in registers where both are affine.
  @inline(__always)
  func followed(by next: PlaneTransform) -> PlaneTransform {
    guard isAffine && next.isAffine else { return self * next }
    return PlaneTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c,
      d: c * next.b + d * next.d, tx: tx * next.a + ty * next.c + next.tx,
      ty: tx * next.b + ty * next.d + next.ty)
  }
}

extension ReplicatorValues {
  fileprivate var hasOneColor: Bool {
    !hasOffsets && instanceColors.isEmpty && instanceOpacities.isEmpty
  }
}

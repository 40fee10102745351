import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// Values that tell the copies of a replicator apart, when their transforms lie in the plane. The walk uses
/// them again and again.
final class SharedCopies {
  private var time = LocalTime(time: 0, base: 0)
  private var replicator = ReplicatorValues()
  /// Colour of all copies, if they share one, and whether colours follow the regular rule.
  private var tint: (only: Color?, isRegular: Bool) = (nil, true)
  private var center = Point.zero
  /// Transform from the copies' space to the display list.
  private var around: PlaneTransform = .identity
  /// Transforms of copies that follow the regular rule; nil if their matrix is not affine.
  private var planes: CopyPlanes?
  var parts: [CopiedPart.Reference] = []
  /// Colours of the current eight copies, and which of them may be seen.
  var now = (colors: ColorLanes(repeating: .white), seen: LaneMask(repeating: true))
  /// Copies in which something has values or animations of its own, a bit for each of eight, empty for none; and whether
  /// they are drawn by themselves, because more of them may differ than the paint of leaves.
  var addressed: (bits: [UInt8], areAlone: Bool) = ([], true)
  /// Whether eight copies can be worked out at a time.
  private(set) var haveLanes = false

  deinit { removeParts() }

  /// Prepares for copies 0 ..< count of a replicator.
  func begin(_ presented: PresentedLayer, _ node: PlanNode.Reference, _ count: Int) {
    addressed.bits.removeAll(keepingCapacity: true)
    time = presented.time
    replicator = presented.values.replicator
    tint.isRegular = replicator.instanceColors.isEmpty && replicator.instanceOpacities.isEmpty
    tint.only = tint.isRegular && !replicator.hasOffsets ? replicator.color(ofCopy: 0) : nil
    center = presented.values.bounds.center
    let step = presented.sublayerStep.map { PlaneTransform(flattening: $0) }
    around = step.map { $0 * presented.plane } ?? presented.plane
    planes = SharedCopies.planes(replicator, center, node, count)
    haveLanes =
      planes != nil && around.isAffine && replicator.instanceTransforms.allSatisfy { $0.isAffine }
  }

  /// Finds those of `count` copies that patterns name, in the copy of the replicator with these indices.
  func findAddressed(_ patterns: [CopyPattern], below copy: [Int], _ count: Int) {
    for pattern in patterns {
      guard case .one(let k) = pattern.copies(below: copy), k >= 0, k < count else { continue }
      if addressed.bits.isEmpty {
        addressed.bits.append(contentsOf: repeatElement(0, count: (count + 7) / 8))
      }
      addressed.bits[k >> 3] |= 1 << (k & 7)
    }
  }

  var haveAddressed: Bool { !addressed.bits.isEmpty }

  /// Whether one of copies 8 * block ..< 8 * block + 8 is addressed.
  @inline(__always)
  func haveAddressed(_ block: Int) -> Bool { haveAddressed && addressed.bits[block] != 0 }

  @inline(__always)
  func isAddressed(_ k: Int) -> Bool {
    haveAddressed(k >> 3) && addressed.bits[k >> 3] >> (k & 7) & 1 != 0
  }

  /// Whether all show one moment.
  var areInStep: Bool { replicator.instanceDelays.isEmpty && replicator.instanceDelay == 0 }

  /// Transform from copies 8 * block ..< 8 * block + 8 to the list, where they have lanes.
  @inline(__always)
  func planes(_ block: Int) -> PlaneLanes {
    var result =
      planes.map { $0.lanes(block).followed(by: around) } ?? PlaneLanes(repeating: around)
    let given = replicator.instanceTransforms.count - 8 * block
    if given <= 0 { return result }
    for lane in 0..<min(8, given) { result[lane] = plane(8 * block + lane) }
    return result
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
    var result = (Doubles(0, 1, 2, 3, 4, 5, 6, 7) + Double(8 * block)) * replicator.instanceDelay
    let given = replicator.instanceDelays.count - 8 * block
    if given <= 0 { return result }
    for lane in 0..<min(8, given) { result[lane] = replicator.instanceDelays[8 * block + lane] }
    return result
  }

  @inline(__always)
  func colors(_ block: Int) -> ColorLanes {
    if let only = tint.only { return ColorLanes(repeating: only) }
    if tint.isRegular { return ColorLanes(replicator, block) }
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
      !node.pointee.isAddressed && node.pointee.paintsTheSame
    if stays, let known = node.pointee.copyPlanes, known.reaches(count) { return known }
    let made = CopyPlanes(PlaneTransform(flattening: matrix.about(center)), count: count)
    if stays { node.pointee.copyPlanes = made }
    return made
  }

  @inline(__always)
  func moment(_ k: Int) -> LocalTime { time.delayed(by: replicator.delay(ofCopy: k)) }

  @inline(__always)
  func plane(_ k: Int) -> PlaneTransform {
    if let planes, k >= replicator.instanceTransforms.count {
      return planes[k].followed(by: around)
    }
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

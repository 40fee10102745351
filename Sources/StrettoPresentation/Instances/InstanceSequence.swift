import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The local times, transforms, colours and masks of the copies of a replicator or a text at one local time. An instance sequence
/// evaluates one copy or eight copies at once.
///
/// Pictures, hit records, instances and swept bounds take the local time, transform, colour and mask of a copy from an
/// `InstanceSequence`.
package final class InstanceSequence {
  private var time = LocalTime(time: 0, undelayed: 0)
  private var replicator = ReplicatorValues()
  /// True if the removal of a copy's animations depends on the copy's own time, as in the copies of a text
  /// (docs/decisions/text.md).
  private var haveOwnUndelayedTime = false
  /// The colour of all copies if all copies share one colour, and a flag that is true if no copy overrides its colour.
  private var tint: (only: Color?, isRegular: Bool) = (nil, true)
  /// The node of the replicator or text, which has the masks of the copies; nil for a layer without an evaluation plan.
  private var node: PlanNode.Reference?
  private var center = Point.zero
  /// Transform from the copies' space to the display list.
  private var around: PlaneTransform = .identity
  /// The transforms of copies that do not override their transform.
  private(set) var regular = InstanceTransforms(.identity, about: .zero, count: 0)
  /// True if no copy overrides its transform.
  private(set) var areUntransformed = true
  /// True if all copies show one local time.
  private(set) var shareOneTime = true
  /// True if eight copies can be evaluated at once.
  private(set) var haveLanes = false

  /// Prepares copies 0 ..< count of a layer with the given values. Copies whose index is `count` or more are evaluated one by
  /// one.
  ///
  /// - Parameters:
  ///   - pivot: The point about which the copies' transforms apply.
  ///   - outer: The transform that follows the transforms of the copies.
  ///   - node: The node of the replicator or text, which caches the transforms of the copies; nil without an evaluation plan.
  func begin(
    _ values: StableValue<LayerValues>, at time: LocalTime, _ count: Int, about pivot: Point,
    _ outer: PlaneTransform, of node: PlanNode.Reference?,
    haveOwnUndelayedTime ownUndelayedTime: Bool = false
  ) {
    self.node = node
    replicator = values.pointee.replicator
    (self.time, center, around, haveOwnUndelayedTime) = (time, pivot, outer, ownUndelayedTime)
    tint.isRegular = replicator.instanceColors.isEmpty && replicator.instanceOpacities.isEmpty
    tint.only = tint.isRegular && !replicator.hasOffsets ? replicator.color(ofCopy: 0) : nil
    shareOneTime = replicator.instanceDelays.isEmpty && replicator.instanceDelay == 0
    let matrix = replicator.instanceTransform.matrix
    areUntransformed = replicator.instanceTransforms.isEmpty && matrix == .identity
    if !regular.reaches(count, of: matrix, about: center) {
      if let known = node?.pointee.instanceTransforms,
        known.reaches(count, of: matrix, about: center)
      {
        regular = known
      } else {
        regular = InstanceTransforms(matrix, about: center, count: count)
        node?.pointee.instanceTransforms = regular
      }
    }
    haveLanes =
      regular.isAffine && around.isAffine
      && replicator.instanceTransforms.allSatisfy { $0.isAffine }
  }

  // MARK: Eight copies

  /// The transforms from copies 8 * block ..< 8 * block + 8 to the display list, if eight copies can be evaluated at once.
  @inline(__always)
  func planes(_ block: Int) -> PlaneLanes {
    var result = regular.lanes(block).followed(by: around)
    let given = replicator.instanceTransforms.count - 8 * block
    if given <= 0 { return result }
    for lane in 0..<min(8, given) { result[lane] = plane(8 * block + lane) }
    return result
  }

  /// The local times of copies 8 * block ..< 8 * block + 8.
  @inline(__always)
  func times(_ block: Int) -> Doubles {
    shareOneTime ? Doubles(repeating: time.time) : time.times(delayedBy: delays(block))
  }

  /// The times that decide on the removal of animations in copies 8 * block ..< 8 * block + 8: the shared undelayed time, or the
  /// copies' own local times.
  @inline(__always)
  func undelayedTimes(_ times: Doubles) -> Doubles {
    haveOwnUndelayedTime ? times : Doubles(repeating: time.undelayed)
  }

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

  // MARK: One copy

  @inline(__always)
  func localTime(_ k: Int) -> LocalTime {
    time.ofCopy(delayedBy: replicator.delay(ofCopy: k), hasOwnUndelayedTime: haveOwnUndelayedTime)
  }

  /// The transform of copy `k` about the pivot, without the outer transform.
  func transform(_ k: Int) -> Transform3D {
    k < replicator.instanceTransforms.count
      ? replicator.instanceTransforms[k].about(center) : regular.transform(k)
  }

  package func color(_ k: Int) -> Color { tint.only ?? replicator.color(ofCopy: k) }

  func mask(_ k: Int) -> PlanNode.Reference? {
    guard let node, k < node.pointee.links.copyMasks.count else { return nil }
    return node.pointee.links.copyMasks[k]
  }

  /// The transform from copy `k`, which must be prepared, to the display list.
  @inline(__always)
  func plane(_ k: Int) -> PlaneTransform {
    if regular.isAffine, k >= replicator.instanceTransforms.count {
      return regular[k].followed(by: around)
    }
    return PlaneTransform(flattening: transform(k)) * around
  }
}

extension PlaneTransform {
  /// The product `self * next`, bit by bit equal to the general product. The product of two affine transforms is computed in
  /// registers.
  @inline(__always)
  func followed(by next: PlaneTransform) -> PlaneTransform {
    guard isAffine && next.isAffine else { return self * next }
    return PlaneTransform(
      a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c,
      d: c * next.b + d * next.d, tx: tx * next.a + ty * next.c + next.tx,
      ty: tx * next.b + ty * next.d + next.ty)
  }
}

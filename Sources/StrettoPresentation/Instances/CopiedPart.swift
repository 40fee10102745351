import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// A sublayer of a replicator as its copies show it in one frame, or all sublayers of the replicator as one subpicture.
///
/// A `CopiedPart` stays at one memory address while it is used. If a `CopiedPart` were a struct in an array, it would be copied
/// with all its lanes on each access to several fields. If a `CopiedPart` were an object, each copy would need reference
/// counting.
struct CopiedPart {
  typealias Reference = StableValue<CopiedPart>

  let node: PlanNode.Reference
  /// The placement options of the sublayer; nil if all sublayers form one part.
  let options: PlacementOptions?
  /// True if each copy applies the sublayer's position and opacity. If copies do not apply them, the position and the opacity of
  /// the sublayer are part of the subpicture.
  let isPlacedByCopies: Bool
  /// True if the picture of the part does not depend on time, so that the part needs only one subpicture.
  let isTimeInvariant: Bool
  /// True if a copy of the part is only the layer's own paint, evaluated at the copy's local time.
  let isPlainLeaf: Bool
  /// True if a copy with overrides differs from other copies only in its paint.
  let overridesPaintOnly: Bool
  /// The object that evaluates copies that are painted one by one.
  var leaf: PresentedLayer?
  /// The cull tests for everything that the part paints at any time, in the copy's coordinates and in the part's own coordinates.
  private let around: CullTest?
  private var inside: CullTest?
  private let paintsNothing: Bool
  /// The subpicture that all copies show, once the subpicture is written.
  var subpicture: Subpicture?
  /// State of the part in the current block of eight copies: position and opacity in the copy, transform from the part to the
  /// display list, and visibility.
  var now = AnimationProgram.Results<Doubles>(
    repeating: AnimationProgram.Result(plane: .identity, opacity: 1, bounds: .zero))
  var plane = PlaneLanes(repeating: .identity)
  var isSeen = LaneMask(repeating: true)
  private var hasNow = false
  /// The evaluated clocks of a leaf layer's paint in the current block of eight copies.
  var beats: [Clock.Beat<Doubles>] = []

  /// - Parameter area: The area in which copies are visible; nil if the visible area is not limited.
  init(_ node: PlanNode.Reference, isFaded: Bool, in area: Rect?) {
    self.node = node
    isPlacedByCopies = !isFaded && node.isPlacedByCopies
    isTimeInvariant =
      isPlacedByCopies ? node.pointee.facts.contains(.isOnePicture) : !node.pointee.summary.isTimed
    options = isPlacedByCopies ? .picture : .inTree
    let isLeaf = isPlacedByCopies && node.isPlainLeaf
    isPlainLeaf = isLeaf && !isTimeInvariant && node.pointee.program?.repaints ?? false
    overridesPaintOnly = isLeaf && node.pointee.facts.contains(.overridesPaintOnly)
    let sweptBounds = area == nil ? SweptBounds.anywhere : node.sweptBounds()
    paintsNothing = sweptBounds.inside.isNothing
    around = CullTest(of: sweptBounds.around, in: area)
    inside = isPlacedByCopies ? CullTest(of: sweptBounds.inside, in: area) : nil
  }

  /// Creates one part from all sublayers of a replicator.
  init(sublayersOf node: PlanNode.Reference, isTimed: Bool, in area: Rect?) {
    self.node = node
    (options, isPlacedByCopies, isTimeInvariant) = (nil, false, !isTimed)
    (isPlainLeaf, overridesPaintOnly) = (false, false)
    let all =
      area == nil
      ? .anywhere
      : node.pointee.links.sublayers.reduce(SweptBounds.Area.nothing) {
        $0.union($1.sweptBounds().around)
      }
    paintsNothing = all.isNothing
    around = CullTest(of: all, in: area)
  }

  /// Finds the copies in a block of eight that may be visible at any time.
  @inline(__always)
  mutating func findSeen(through outer: PlaneLanes) {
    isSeen = around?.meets(outer) ?? LaneMask(repeating: !paintsNothing)
  }

  /// Evaluates this part of the replicator's copies 8 * block ..< 8 * block + 8.
  @inline(__always)
  mutating func evaluate(_ block: Int, of copies: InstanceSequence, through outer: PlaneLanes?) {
    if isPlacedByCopies, !copies.shareOneTime || !hasNow, let program = node.pointee.program {
      var times = copies.times(block)
      var undelayedTimes = copies.undelayedTimes(times)
      if node.pointee.facts.contains(.hasTiming) {
        node.pointee.values.timing.enter(&times, &undelayedTimes)
      }
      now = program.results(at: times, undelayedTimes: undelayedTimes)
      if isPlainLeaf, program.paintIgnoresModel {
        program.findBeats(&beats, at: times, undelayedTimes)
      }
      hasNow = true
    }
    guard let outer else { return }
    plane = isPlacedByCopies ? now.plane.followed(by: outer) : outer
    if let inside { isSeen = isSeen .& inside.meets(plane) }
  }

  /// Culls copies whose subpicture lies outside an area, in addition to the copies that swept bounds have already culled.
  mutating func findSeen(_ bounds: @autoclosure () -> Rect?, in area: Rect) {
    guard inside == nil, around == nil, let bounds = bounds() else { return }
    inside = CullTest(of: .within(bounds), in: area)
    if let inside { isSeen = isSeen .& inside.meets(plane) }
  }
}

import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// A sublayer of a replicator as its copies show it in one frame, or all sublayers as one body.
///
/// It lies where it is as long as it is used: a struct in an array would be copied, lanes and all, where several of its
/// fields are asked for, and references to an object would be counted for each copy.
struct CopiedPart {
  typealias Reference = UnsafeMutablePointer<CopiedPart>

  let node: PlanNode.Reference
  /// How the sublayer is shown; nil for all sublayers.
  let options: PlacementOptions?
  /// Whether a copy takes over its place and its opacity; otherwise its body has both.
  let isPlacedByCopies: Bool
  /// Whether one body serves all moments.
  let isTimeInvariant: Bool
  /// Whether a copy is painted moment by moment, and nothing more.
  let isPlainLeaf: Bool
  /// Whether a copy with values of its own is placed as the others are, and paints them, and nothing more.
  let overridesPaintOnly: Bool
  /// Stands for copies that are painted one by one.
  var leaf: PresentedLayer?
  /// Areas that it paints in at any moment, in the copy's coordinates and in its own.
  private let around: CullTest?
  private var inside: CullTest?
  private let paintsNothing: Bool
  /// The body of all copies, once it is written.
  var body: Subpicture?
  /// State of the current eight copies: place and opacity in the copy, transform from part to list, and visibility.
  var now = AnimationProgram.Results<Doubles>(
    repeating: AnimationProgram.Result(plane: .identity, opacity: 1, bounds: .zero))
  var plane = PlaneLanes(repeating: .identity)
  var isSeen = LaneMask(repeating: true)
  private var hasNow = false
  /// What a plain leaf paints in the current eight copies.
  var beats: [Clock.Beat<Doubles>] = []

  /// - Parameter area: where copies can be seen; nil for everywhere.
  init(_ node: PlanNode.Reference, isFaded: Bool, in area: Rect?) {
    self.node = node
    isPlacedByCopies = !isFaded && node.isPlacedByCopies
    isTimeInvariant = isPlacedByCopies ? node.isOnePicture : !node.pointee.summary.isTimed
    options = isPlacedByCopies ? .picture : .inTree
    let isLeaf = isPlacedByCopies && node.isPlainLeaf
    isPlainLeaf = isLeaf && !isTimeInvariant && node.pointee.program?.repaints ?? false
    overridesPaintOnly = isLeaf && node.pointee.facts.contains(.overridesPaintOnly)
    let extent = area == nil ? Extent.anywhere : node.extent()
    paintsNothing = extent.inside.isNothing
    around = CullTest(of: extent.around, in: area)
    inside = isPlacedByCopies ? CullTest(of: extent.inside, in: area) : nil
  }

  /// All sublayers of a replicator as one body.
  init(sublayersOf node: PlanNode.Reference, isTimed: Bool, in area: Rect?) {
    self.node = node
    (options, isPlacedByCopies, isTimeInvariant) = (nil, false, !isTimed)
    (isPlainLeaf, overridesPaintOnly) = (false, false)
    let all =
      area == nil
      ? .anywhere
      : node.pointee.links.sublayers.reduce(Extent.Area.nothing) { $0.union($1.extent().around) }
    paintsNothing = all.isNothing
    around = CullTest(of: all, in: area)
  }

  /// Finds which of eight copies may be seen at some moment.
  @inline(__always)
  mutating func findSeen(through outer: PlaneLanes) {
    isSeen = around?.meets(outer) ?? LaneMask(repeating: !paintsNothing)
  }

  /// Works out copies 8 * block ..< 8 * block + 8.
  @inline(__always)
  mutating func workOut(_ block: Int, of copies: InstanceSequence, through outer: PlaneLanes?) {
    if isPlacedByCopies, !copies.shareOneTime || !hasNow, let program = node.pointee.program {
      var times = copies.times(block)
      var bases = copies.bases(times)
      if node.pointee.facts.contains(.hasTiming) {
        node.pointee.values.timing.enter(&times, &bases)
      }
      now = program.results(at: times, bases: bases)
      if isPlainLeaf, program.isPaintedAnew { program.findBeats(&beats, at: times, bases) }
      hasNow = true
    }
    guard let outer else { return }
    plane = isPlacedByCopies ? now.plane.followed(by: outer) : outer
    if let inside { isSeen = isSeen .& inside.meets(plane) }
  }

  /// Leaves out copies whose body lies outside an area, if the part has not said before where it paints.
  mutating func findSeen(_ bounds: Rect?, in area: Rect) {
    guard inside == nil, around == nil, let bounds else { return }
    inside = CullTest(of: .within(bounds), in: area)
    if let inside { isSeen = isSeen .& inside.meets(plane) }
  }
}

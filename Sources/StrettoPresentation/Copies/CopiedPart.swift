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
  let role: Role?
  /// Whether a copy takes over its place and its opacity; otherwise its body has both.
  let isPlacedByCopies: Bool
  /// Whether one body serves all moments.
  let isOnce: Bool
  /// Whether a copy is painted moment by moment, and nothing more.
  let isPlainLeaf: Bool
  /// Whether a copy with values of its own is placed as the others are, and paints them, and nothing more.
  let repaintsCopies: Bool
  /// Stands for copies that are painted one by one.
  var leaf: PresentedLayer?
  /// Areas that it paints in at any moment, in the copy's coordinates and in its own.
  private let around: Sight?
  private var inside: Sight?
  private let paintsNothing: Bool
  /// The body of all copies, once it is written.
  var body: KnownBody?
  /// State of the current eight copies: place and opacity in the copy, transform from part to list, and visibility.
  var now = AnimationProgram.Results<Doubles>(
    repeating: AnimationProgram.Result(plane: .identity, opacity: 1, bounds: .zero))
  var plane = PlaneLanes(repeating: .identity)
  var isSeen = LaneMask(repeating: true)
  private var hasNow = false
  /// What a plain leaf paints in the current eight copies.
  private(set) var beats: [AnimationProgram.Beats] = []

  /// - Parameter area: where copies can be seen; nil for everywhere.
  init(_ node: PlanNode.Reference, isFaded: Bool, in area: Rect?) {
    self.node = node
    isPlacedByCopies = !isFaded && node.isPlacedByCopies
    isOnce = isPlacedByCopies ? node.isOnePicture : !node.pointee.summary.isTimed
    role = isPlacedByCopies ? .picture : .home
    let isLeaf = isPlacedByCopies && node.isPlainLeaf
    isPlainLeaf = isLeaf && !isOnce && node.pointee.program?.repaints ?? false
    repaintsCopies = isLeaf && node.pointee.repaintsCopies
    let extent = area == nil ? Extent.anywhere : node.extent()
    paintsNothing = extent.inside.isNothing
    around = Sight(of: extent.around, in: area)
    inside = isPlacedByCopies ? Sight(of: extent.inside, in: area) : nil
  }

  /// All sublayers of a replicator as one body.
  init(sublayersOf node: PlanNode.Reference, isTimed: Bool, in area: Rect?) {
    self.node = node
    (role, isPlacedByCopies, isOnce) = (nil, false, !isTimed)
    (isPlainLeaf, repaintsCopies) = (false, false)
    let all =
      area == nil
      ? .anywhere
      : node.pointee.sublayers.reduce(Extent.Area.nothing) { $0.union($1.extent().around) }
    paintsNothing = all.isNothing
    around = Sight(of: all, in: area)
  }

  /// Finds which of eight copies may be seen at some moment.
  @inline(__always)
  mutating func findSeen(through outer: PlaneLanes) {
    isSeen = around?.meets(outer) ?? LaneMask(repeating: !paintsNothing)
  }

  /// Works out copies 8 * block ..< 8 * block + 8.
  @inline(__always)
  mutating func workOut(_ block: Int, of copies: InstanceSequence, through outer: PlaneLanes?) {
    if isPlacedByCopies, !copies.areInStep || !hasNow, let program = node.pointee.program {
      var times = copies.times(block)
      var bases = copies.bases(times)
      if node.pointee.hasTiming { node.pointee.values.timing.enter(&times, &bases) }
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
    inside = Sight(of: .within(bounds), in: area)
    if let inside { isSeen = isSeen .& inside.meets(plane) }
  }
}

extension SharedCopies {
  /// Takes the sublayers of a replicator as parts of its copies, or all of them as one part.
  func takeParts(of node: PlanNode.Reference, isTimed: Bool, isFaded: Bool, seenIn area: Rect?) {
    removeParts()
    addressed.areAlone = false
    let area = instances.haveLanes ? area : nil
    if isTimed || haveAddressed, !node.pointee.hasDepth {
      for index in node.pointee.sublayers.indices {
        let sublayer = node.pointee.sublayers[index]
        let part = CopiedPart(sublayer, isFaded: isFaded, in: area)
        if sublayer.pointee.program == nil || !sublayer.pointee.values.isHidden { add(part) }
        if !part.repaintsCopies, !sublayer.pointee.summary.addressed.isEmpty {
          addressed.areAlone = true
        }
      }
      // Several parts at one moment are one body.
      if parts.count == 1 || (isTimed && !instances.areInStep) { return }
    }
    addressed.areAlone = true
    removeParts()
    add(CopiedPart(sublayersOf: node, isTimed: isTimed, in: area))
  }

  private func add(_ part: CopiedPart) {
    let place = idle.popLast() ?? .allocate(capacity: 1)
    place.initialize(to: part)
    parts.append(place)
  }

  func removeParts() {
    for part in parts { part.deinitialize(count: 1) }
    idle += parts
    parts.removeAll(keepingCapacity: true)
  }

  /// Works out copies 8 * block ..< 8 * block + 8 of all parts; false where none of them can be seen.
  func workOut(_ block: Int) -> Bool {
    let outer = instances.haveLanes ? instances.planes(block) : nil
    if let outer {
      now.seen = LaneMask(repeating: false)
      for part in parts {
        part.pointee.findSeen(through: outer)
        now.seen = now.seen .| part.pointee.isSeen
      }
      if !now.seen.isAny { return false }
    }
    now.seen = LaneMask(repeating: false)
    for part in parts {
      part.pointee.workOut(block, of: instances, through: outer)
      now.seen = now.seen .| part.pointee.isSeen
    }
    now.colors = instances.colors(block)
    return now.seen.isAny
  }

  func hasLeaf(_ part: CopiedPart.Reference) -> Bool {
    part.pointee.isPlainLeaf && !instances.areInStep || part.pointee.repaintsCopies && haveAddressed
  }

  /// Place and opacity of a part in copy `k`, which is at hand: in the copy, or in the list.
  func place(
    of part: CopiedPart.Reference, _ k: Int, inCopy: Bool
  ) -> (plane: PlaneTransform, opacity: Double) {
    let (lane, opacity) = (k & 7, part.pointee.now.opacity[k & 7])
    if inCopy { return (part.pointee.now.plane[lane], opacity) }
    if instances.haveLanes { return (part.pointee.plane[lane], opacity) }
    return (part.pointee.now.plane[lane].followed(by: instances.plane(k)), opacity)
  }

  /// Adds the copies at hand of the only part, at most `count` of them, but for those that show nothing.
  func append(_ count: Int, of part: CopiedPart.Reference, to list: inout DisplayList) {
    let (opacity, zero) = (part.pointee.now.opacity, Doubles())
    let seen = part.pointee.isSeen .& (now.colors.alpha .> zero) .& (opacity .> zero)
    guard seen.isAny else { return }
    for lane in 0..<count where seen[lane] {
      let plane = part.pointee.plane[lane]
      guard plane.isFinite else { continue }
      var color = now.colors[lane]
      if opacity[lane] < 1 { color.alpha *= opacity[lane] }
      list.copies.append(Copy(transform: plane, color: color))
    }
  }
}

extension MediaTiming {
  /// Replaces moments by those inside a layer with this timing.
  func enter(_ times: inout Doubles, _ bases: inout Doubles) {
    for lane in 0..<8 {
      let moment = endlessLocalTime(at: LocalTime(time: times[lane], base: bases[lane]))
      (times[lane], bases[lane]) = (moment.time, moment.base)
    }
  }
}

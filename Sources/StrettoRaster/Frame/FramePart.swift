import StrettoDisplayList
import StrettoGeometry

/// Commands of a frame, or of one part of a frame, with the scratch memory for making the commands.
final class FramePart {
  let budget = FrameBudget()
  let list: CommandList
  /// Commands of this frame part, sorted by the bands that the commands reach into.
  let bins = BandBins()
  /// Range of the steps of the frame itself, without the steps of the frame's passes.
  var steps = 0..<0
  /// True if all commands of this frame part were made and sorted.
  var isWhole: Bool = false
  /// Command of this frame part with which the first command of the next part might share edges.
  private var joint = Expansion.Joint()
  /// Number of commands of the frame itself. In the command list, the commands of passes follow the commands of the frame.
  private(set) var frameCommands = 0
  private var levels = Arena<Expansion.Level>()
  private var placer: Placer

  init(_ cache: OutlineCache = OutlineCache()) {
    list = CommandList(budget)
    placer = Placer(cache, budget)
  }

  var outlineCache: OutlineCache { placer.cache }

  /// True if the first command of the next part might share edges with the last command of this part, if the two parts were one
  /// part. The function `mayBeJoined` may return true although the two commands would not share edges.
  func mayBeJoined(by next: FramePart) -> Bool {
    joint.last == frameCommands - 1 && joint.last >= 0
      && list.mayShare(list.area(ofJoint: joint.last), next.list)
  }

  /// Begins a frame. Returns false if there is no memory.
  func begin(_ list: DisplayList, _ cancellation: Cancellation) -> Bool {
    isWhole = false
    budget.begin(cancellation)
    self.list.begin()
    return placer.prepare(for: list)
  }

  /// True if the pictures of all steps can be drawn before the first command.
  func canBeMadeAtOnce(_ steps: Range<Int>) -> Bool {
    steps.allSatisfy { list.steps[$0].command == list.steps[steps.lowerBound].command }
      && (steps.isEmpty || !startsFromBelow(steps.lowerBound))
  }

  /// True if the picture of the step's pass begins with a copy of the pixels below.
  func startsFromBelow(_ step: Int) -> Bool { list.passes[list.steps[step].pass].startsFromBelow }

  /// Appends the commands and steps of a range of items, and then the commands and steps of the passes that these items need.
  ///
  /// - Returns: The ranges of the commands and steps of the items themselves; nil if the frame has ended.
  func expand(
    _ segment: ListSegment, of list: DisplayList, _ transform: PlaneTransform, _ frame: PixelRect,
    _ summaries: CheckedSpan<ItemSummary>
  ) -> (Range<Int>, Range<Int>)? {
    let own = expandItems(segment, of: list, transform, frame, summaries, pass: nil)
    guard let own else { return nil }
    let joint = joint
    var next = 0
    while next < self.list.passes.count {
      let pass = self.list.passes[next]
      let frame = PixelRect(x0: 0, y0: 0, x1: pass.width, y1: pass.height)
      let inner = expandItems(
        ListSegment(pass.items), of: list, pass.transform, frame, summaries, pass: pass)
      guard let inner else { return nil }
      (self.list.passes[next].commands, self.list.passes[next].steps) = inner
      next += 1
    }
    self.joint = joint
    return own
  }

  /// Appends the commands and steps of a range of items, which belong to the frame or to a pass.
  private func expandItems(
    _ segment: ListSegment, of list: DisplayList, _ transform: PlaneTransform, _ frame: PixelRect,
    _ summaries: CheckedSpan<ItemSummary>, pass: Pass?
  ) -> (Range<Int>, Range<Int>)? {
    let (command, step) = (self.list.commands.count, self.list.steps.count)
    var expansion = Expansion(
      list: list, frame: frame, summaries: summaries, isPass: pass != nil,
      bytesAround: pass?.bytesHeld ?? 0)
    expansion.run(
      segment, from: transform, covering: pass?.covering ?? -1, levels: &levels, placer: &placer,
      into: self.list)
    joint = expansion.joint
    if pass == nil { frameCommands = self.list.commands.count }
    if !budget.shouldContinueNow() { return nil }
    return (command..<self.list.commands.count, step..<self.list.steps.count)
  }
}

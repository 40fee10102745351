import StrettoDisplayList
import StrettoGeometry

/// Commands of a frame, or of one part of a frame, with the scratch memory for making the commands.
final class FramePart {
  let budget = FrameBudget()
  let list: CommandList
  /// Ranges of the commands and of the steps of the frame itself. In the command list, the commands and steps of passes follow
  /// the commands and steps of the frame.
  private(set) var commands = 0..<0
  private(set) var steps = 0..<0
  /// Command of this frame part with which the first command of the next part might share edges.
  private var joint = Expansion.Joint()
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
    joint.last == commands.upperBound - 1 && joint.last >= 0
      && list.mayShare(list.area(ofJoint: joint.last), next.list)
  }

  /// True if the pictures of all steps can be drawn before the first command.
  var canBeMadeAtOnce: Bool {
    steps.allSatisfy { list.steps[$0].command <= commands.lowerBound && !startsFromBelow($0) }
  }

  /// True if the picture of the step's pass begins with a copy of the pixels below.
  func startsFromBelow(_ step: Int) -> Bool { list.passes[list.steps[step].pass].startsFromBelow }

  /// Makes the commands and steps of a range of items, and then the commands and steps of the passes that these items need.
  func expand(
    _ segment: ListSegment, of list: DisplayList, _ transform: PlaneTransform, _ frame: PixelRect,
    _ summaries: CheckedSpan<ItemSummary>, _ frameBudget: FrameBudget
  ) {
    budget.begin(frameBudget.cancellation)
    self.list.begin()
    guard placer.prepare(for: list) else { return budget.end() }
    (commands, steps) = expandItems(segment, of: list, transform, frame, summaries, pass: nil)
    let joint = joint
    var next = 0
    while next < self.list.passes.count && !budget.isSpent {
      let pass = self.list.passes[next]
      let frame = PixelRect(x0: 0, y0: 0, x1: pass.width, y1: pass.height)
      (self.list.passes[next].commands, self.list.passes[next].steps) = expandItems(
        ListSegment(pass.items), of: list, pass.transform, frame, summaries, pass: pass)
      next += 1
    }
    self.joint = joint
  }

  /// Appends the commands and steps of a range of items, which belong to the frame or to a pass.
  private func expandItems(
    _ segment: ListSegment, of list: DisplayList, _ transform: PlaneTransform, _ frame: PixelRect,
    _ summaries: CheckedSpan<ItemSummary>, pass: Pass?
  ) -> (Range<Int>, Range<Int>) {
    let (command, step) = (self.list.commands.count, self.list.steps.count)
    var expansion = Expansion(
      list: list, frame: frame, summaries: summaries, isPass: pass != nil,
      bytesAround: pass?.bytesHeld ?? 0)
    expansion.run(
      segment, from: transform, covering: pass?.covering ?? -1, levels: &levels, placer: &placer,
      into: self.list)
    joint = expansion.joint
    budget.shouldContinueNow()
    return (command..<self.list.commands.count, step..<self.list.steps.count)
  }
}

import StrettoDisplayList
import StrettoGeometry

/// Commands of a frame, or of a piece of it, with the scratch memory for making them.
final class FramePart {
  let list = CommandList()
  /// Commands sorted by the bands that they reach into.
  let bins = BandBins()
  /// Steps of the frame itself, not of its passes.
  var steps = 0..<0
  /// Whether all commands were made and sorted.
  var isWhole: Bool = false
  /// Command that the first one of the next part might join.
  private var joint = Expansion.Joint()
  /// Number of commands of the frame itself; those of passes follow.
  private(set) var frameCommands = 0
  private var levels = Arena<Expansion.Level>()
  private var placer = Placer()

  /// Gives back memory that this frame and the one before did not need.
  func giveBack() {
    list.giveBack()
    bins.giveBack()
    levels.giveBack()
    placer.giveBack()
  }

  /// Whether the first command of the next part might join the last of this one, if both were one part. May return true
  /// although it would not.
  func mayBeJoined(by next: FramePart) -> Bool {
    joint.last == frameCommands - 1 && joint.last >= 0
      && list.mayShare(list.area(ofJoint: joint.head), next.list)
  }

  /// Begins a frame. Call it before `expand`, and `finish` afterwards. Returns false if there is no memory.
  func begin(_ list: DisplayList, _ cancellation: Cancellation) -> Bool {
    isWhole = false
    self.list.begin(cancellation)
    return placer.prepare(for: list, cancellation)
  }

  /// Releases the frame's cancellation.
  func finish() {
    (list.cancellation, list.store.cancellation) = (.never, .never)
    placer.finish()
  }

  /// Whether the pictures of all steps can be made before the first command.
  func canBeMadeAtOnce(_ steps: Range<Int>) -> Bool {
    steps.allSatisfy { list.steps[$0].command == list.steps[steps.lowerBound].command }
      && (steps.isEmpty || !startsFromBelow(steps.lowerBound))
  }

  /// Whether the picture of a step's pass begins with what lies below.
  func startsFromBelow(_ step: Int) -> Bool { list.passes[list.steps[step].pass].startsFromBelow }

  /// Appends the commands and steps of a piece, and then those of its passes.
  ///
  /// - Returns: the ranges of the piece's own commands and steps; nil if the work was cancelled or there is no memory.
  func expand(
    _ piece: Piece, of list: DisplayList, _ transform: PlaneTransform, _ frame: PixelRect,
    _ summaries: CheckedSpan<ItemSummary>, _ cancellation: Cancellation
  ) -> (Range<Int>, Range<Int>)? {
    let own = expandItems(
      piece, of: list, transform, frame, summaries, pass: nil, cancellation)
    guard let own else { return nil }
    let joint = joint
    var next = 0
    while next < self.list.passes.count && self.list.refusal == nil {
      let pass = self.list.passes[next]
      let frame = PixelRect(x0: 0, y0: 0, x1: pass.width, y1: pass.height)
      let inner = expandItems(
        Piece(pass.items), of: list, pass.transform, frame, summaries, pass: pass, cancellation)
      guard let inner else { return nil }
      (self.list.passes[next].commands, self.list.passes[next].steps) = inner
      next += 1
    }
    self.joint = joint
    return own
  }

  /// Appends the commands and steps of some items of the frame, or of a pass.
  private func expandItems(
    _ piece: Piece, of list: DisplayList, _ transform: PlaneTransform, _ frame: PixelRect,
    _ summaries: CheckedSpan<ItemSummary>, pass: Pass?, _ cancellation: Cancellation
  ) -> (Range<Int>, Range<Int>)? {
    let (command, step) = (self.list.commands.count, self.list.steps.count)
    var expansion = Expansion(
      list: list, frame: frame, summaries: summaries, cancellation: cancellation.another,
      isPass: pass != nil, bytesAround: pass?.bytesHeld ?? 0)
    expansion.run(
      piece, from: transform, covering: pass?.covering ?? -1, levels: &levels, placer: &placer,
      into: self.list)
    joint = expansion.joint
    if pass == nil { frameCommands = self.list.commands.count }
    if expansion.cancellation.isCancelled || self.list.isCancelled || placer.isCancelled
      || MemoryWatch.isMemoryMissing
    {
      return nil
    }
    return (command..<self.list.commands.count, step..<self.list.steps.count)
  }
}

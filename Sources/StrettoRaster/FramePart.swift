import StrettoDisplayList
import StrettoGeometry

/// The commands of a frame, or of a piece of it, with all that making them takes.
final class FramePart {
  var list = CommandList()
  /// Which of the commands reach into which band.
  var bins = BandBins()
  /// Whether all commands were made, and sorted.
  var isWhole: Bool = false
  /// The command that the first one of the next part might join.
  private var joint = Expansion.Joint()
  private var levels = Arena<Expansion.Level>()
  private var placer = Placer()

  /// Memory that this frame and the one before did not need.
  func giveBack() {
    list.giveBack()
    bins.giveBack()
    levels.giveBack()
    placer.giveBack()
  }

  /// Whether the first command of the part that follows might join the last of this one, were both one part. It may be
  /// said though it would not.
  func mayBeJoined(by next: FramePart) -> Bool {
    joint.last == list.commands.count - 1 && joint.last >= 0
      && list.mayShare(list.area(ofJoint: joint.head), next.list)
  }

  /// To be called once a frame, before `expand`.
  func begin(_ list: DisplayList, _ cancellation: Cancellation) {
    isWhole = false
    self.list.begin(cancellation)
    placer.prepare(for: list, cancellation)
  }

  /// What is asked, and asks, is let go with the frame.
  func finish() {
    (list.cancellation, list.store.cancellation) = (.never, .never)
    placer.finish()
  }

  /// Appends the commands and steps of a piece, which are returned; nil if it was cancelled.
  ///
  /// - Parameter covering: the group whose coverage is drawn; -1 for none.
  func expand(
    _ piece: Piece, of list: DisplayList, _ transform: PlaneTransform, _ frame: PixelRect,
    covering: Int = -1, _ summaries: UnsafePointer<ItemSummary>, _ cancellation: Cancellation
  ) -> (Range<Int>, Range<Int>)? {
    let (command, step) = (self.list.commands.count, self.list.steps.count)
    var expansion = Expansion(
      list: list, frame: frame, summaries: summaries, cancellation: cancellation.another)
    expansion.run(
      piece, from: transform, covering: covering, levels: &levels, placer: &placer,
      into: &self.list)
    joint = expansion.joint
    if expansion.cancellation.isCancelled || self.list.isCancelled || placer.isCancelled {
      return nil
    }
    return (command..<self.list.commands.count, step..<self.list.steps.count)
  }
}

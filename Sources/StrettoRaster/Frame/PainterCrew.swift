import StrettoDisplayList

/// Painters that draw the pictures of several passes at the same time, each painter on its own thread. The first painter of the
/// crew also draws the frame.
final class PainterCrew {
  private var painters: [CommandPainter]
  var first: CommandPainter { painters[0] }

  init(_ painters: [CommandPainter] = []) { self.painters = painters }

  /// Largest number of pixels of a small pass. Small passes are drawn at the same time, one pass on each thread, and larger
  /// passes are drawn one after another, each pass on all threads.
  private static let mostPixelsOfSmall: Int = 65_536

  /// Prepares the painters for a frame, and must be called once for each frame. Returns false if there is no memory.
  func begin(threads: Int) -> Bool { painters.fill(to: threads, CommandPainter.init) }

  /// Begins a range of commands. Pictures that are drawn within a range of commands are kept until the end of the range.
  func beginCommandRange() { for painter in painters { painter.effects.beginCommandRange() } }
  func endCommandRange() { for painter in painters { painter.effects.endCommandRange() } }

  /// Draws the pictures of passes that do not depend on each other.
  ///
  /// - Returns: False if the frame has ended.
  func make(
    _ steps: Range<Int>, of part: FramePart, _ list: DisplayList, over below: Surface,
    threads: Int
  ) -> Bool {
    let small = steps.reduce(0) { $0 + (isSmall($1, part) ? 1 : 0) }
    let isShared = threads > 1 && small > 1
    for step in steps where !(isShared && isSmall(step, part)) {
      let pass = part.list.steps[step].pass
      if !first.make(pass, of: part, list, over: below, self, threads: threads) { return false }
    }
    return !isShared || makeSmall(steps, of: part, list, over: below, threads)
  }

  private func makeSmall(
    _ steps: Range<Int>, of part: FramePart, _ list: DisplayList, over below: Surface,
    _ threads: Int
  ) -> Bool {
    for painter in painters.dropFirst() { painter.budget.begin(first.budget.cancellation) }
    inParallel(steps.count, threads: threads) { index, thread in
      let (step, painter) = (steps.lowerBound + index, painters[thread])
      guard !painter.budget.isSpent, isSmall(step, part) else { return }
      let pass = part.list.steps[step].pass
      let crew = PainterCrew([painter])
      if !painter.make(pass, of: part, list, over: below, crew, threads: 1) { painter.budget.end() }
    }
    for painter in painters.dropFirst() { first.budget.merge(painter.budget) }
    return !first.budget.isSpent
  }

  private func isSmall(_ step: Int, _ part: FramePart) -> Bool {
    let pass = part.list.passes[part.list.steps[step].pass]
    let pixels = max(Int(pass.width) * Int(pass.height), pass.seen.width * pass.seen.height)
    return !pass.startsFromBelow && pixels <= PainterCrew.mostPixelsOfSmall
  }
}

import StrettoDisplayList
import StrettoGeometry

/// Draws commands, and the pictures of the passes that the commands show. A command painter has its own buffers, and each thread
/// has its own command painter.
final class CommandPainter {
  let budget = FrameBudget()
  let effects: EffectPainter
  /// Sorted commands of each part that is being drawn.
  private var bins: [BandBins] = []
  private var workers: [BandPainter] = []

  init() { effects = EffectPainter(budget) }

  /// Draws the commands of a pass, or the commands of all parts of a frame. Before each command is drawn, the passes that the
  /// command shows are drawn.
  ///
  /// - Parameters:
  ///   - ranges: Commands and steps of each part. `carryOut` removes the commands and steps that it draws. If there are several
  ///     parts, all steps must come before the first command.
  ///   - background: Colour that fills the surface first; nil keeps the surface's pixels.
  ///   - crew: Painters that draw small passes at the same time. The first painter of the crew is this painter.
  /// - Returns: False if the frame has ended.
  func carryOut(
    _ ranges: inout [DrawRange], _ list: DisplayList, onto surface: Surface, background: UInt32?,
    _ crew: PainterCrew, threads: Int
  ) -> Bool {
    var background = background
    repeat {
      crew.beginCommandRange()
      defer { crew.endCommandRange() }
      for i in ranges.indices {
        let (part, steps) = (ranges[i].part, ranges[i].takeSteps())
        // A pass that begins with a copy of the pixels below needs the background colour in these pixels.
        if let color = background, steps.contains(where: part.startsFromBelow) {
          fill(surface, with: color)
          background = nil
        }
        guard crew.make(steps, of: part, list, over: surface, threads: threads) else {
          return false
        }
      }
      for i in ranges.indices { ranges[i].takeCommands() }
      guard paint(ranges, onto: surface, background: background, threads: threads) else {
        return false
      }
      background = nil
    } while ranges.contains { !$0.isAtEnd }
    return true
  }

  /// Draws the picture of a pass. The picture of the pass is kept until the commands that show the pass have been drawn.
  ///
  /// - Returns: False if the frame has ended.
  func make(
    _ index: Int, of part: FramePart, _ list: DisplayList, over below: Surface,
    _ crew: PainterCrew, threads: Int
  ) -> Bool {
    guard budget.shouldContinueNow() else { return false }
    let pass = part.list.passes[index]
    let mark = effects.mark
    let rect = PixelRect(x0: 0, y0: 0, x1: pass.width, y1: pass.height)
    guard let drawn = effects.picture(rect) else { return false }
    if pass.startsFromBelow { drawn.copy(below, pass.origin, budget) }
    var ranges = [DrawRange(part: part, pass.commands, pass.steps)]
    guard
      carryOut(
        &ranges, list, onto: drawn.surface,
        background: pass.startsFromBelow ? nil : 0, crew, threads: threads)
    else { return false }
    let given = pass.effects < 0 ? Effects(space: .identity) : list.effects[pass.effects]
    let finished = effects.finish(
      drawn, pass, pass.covering < 0 ? given : given.ofCoverage, threads)
    guard let finished, !budget.isSpent else { return false }
    effects.keep(finished, at: mark)
    part.list.passes[index].picture = finished.pixels
    return true
  }

  // MARK: Bands

  /// Draws the next commands of one or several parts, band by band, on several threads. Returns false if the frame has ended.
  private func paint(
    _ ranges: [DrawRange], onto surface: Surface, background: UInt32?, threads: Int
  ) -> Bool {
    guard bins.fill(to: ranges.count, BandBins.init) else { return false }
    inParallel(ranges.count) { bins[$0].sort(ranges[$0], surface.rect, budget.cancellation) }
    for bins in bins[..<ranges.count] { budget.merge(bins.budget) }
    if budget.isSpent { return false }
    let nanoseconds = ranges.indices.reduce(surface.rect.width * surface.rect.height / 32) {
      $0 + bins[$1].pixels + ranges[$1].nanoseconds
    }
    // Drawing takes less time than waking a second thread.
    let isShort = nanoseconds < 50_000
    let count = max(1, min(isShort ? 1 : threads, bins[0].bandCount))
    guard workers.fill(to: count, BandPainter.init) else { return false }
    for worker in workers[..<count] { worker.budget.begin(budget.cancellation) }
    inParallel(bins[0].bandCount, threads: count) { band, worker in
      var background = background
      for (range, bins) in zip(ranges, bins) {
        let commands = bins.commands(ofBand: band)
        if background == nil && commands.isEmpty { continue }
        workers[worker].draw(
          Int32(truncatingIfNeeded: band), commands, of: range.part.list, background: background,
          onto: surface)
        background = nil
      }
    }
    for worker in workers[..<count] { budget.merge(worker.budget) }
    return !budget.isSpent
  }
}

import StrettoDisplayList
import StrettoGeometry

/// Draws commands, and the pictures of the passes that the commands show. A command painter has its own buffers, and each thread
/// has its own command painter.
final class CommandPainter {
  let budget = FrameBudget()
  fileprivate let effects: EffectPainter
  private let bins = BandBins()
  private var workers: [BandPainter] = []

  init() { effects = EffectPainter(budget) }

  /// Draws a range of the commands of a frame part. Before each command is drawn, the passes that the command shows are drawn.
  ///
  /// - Parameters:
  ///   - background: Colour that fills the surface first; nil keeps the surface's pixels.
  ///   - crew: Painters that draw small passes at the same time; nil if this painter works for a crew itself, on one thread.
  /// - Returns: False if the frame has ended.
  func carryOut(
    _ commands: Range<Int>, _ steps: Range<Int>, of part: FramePart, _ list: DisplayList,
    onto surface: Surface, background: UInt32?, _ crew: PainterCrew?, threads: Int
  ) -> Bool {
    var (start, step, background) = (commands.lowerBound, steps.lowerBound, background)
    repeat {
      var next = step
      while next < steps.upperBound && part.list.steps[next].command <= start { next += 1 }
      if let crew { crew.beginCommandRange() } else { effects.beginCommandRange() }
      defer { if let crew { crew.endCommandRange() } else { effects.endCommandRange() } }
      // A pass that begins with a copy of the pixels below needs the background colour in these pixels.
      if let color = background, (step..<next).contains(where: part.startsFromBelow) {
        fill(surface, with: color)
        background = nil
      }
      let isMade =
        crew.map {
          $0.make(step..<next, of: part, list, over: surface, threads: threads)
        } ?? makeAll(step..<next, of: part, list, over: surface)
      guard isMade else { return false }
      let end = next < steps.upperBound ? part.list.steps[next].command : commands.upperBound
      guard bins.sort(part.list.commands, start..<end, surface.rect, budget),
        paint(start..<end, of: part, onto: surface, background: background, threads: threads)
      else { return false }
      (start, step, background) = (end, next, nil)
    } while start < commands.upperBound || step < steps.upperBound
    return true
  }

  private func makeAll(
    _ steps: Range<Int>, of part: FramePart, _ list: DisplayList, over below: Surface
  ) -> Bool {
    steps.allSatisfy {
      make(part.list.steps[$0].pass, of: part, list, over: below, nil, threads: 1)
    }
  }

  /// Draws the picture of a pass. The picture of the pass is kept until the commands that show the pass have been drawn.
  ///
  /// - Returns: False if the frame has ended.
  fileprivate func make(
    _ index: Int, of part: FramePart, _ list: DisplayList, over below: Surface,
    _ crew: PainterCrew?, threads: Int
  ) -> Bool {
    guard budget.shouldContinueNow() else { return false }
    let pass = part.list.passes[index]
    let mark = effects.mark
    let rect = PixelRect(x0: 0, y0: 0, x1: pass.width, y1: pass.height)
    guard let drawn = effects.picture(rect) else { return false }
    if pass.startsFromBelow { drawn.copy(below, pass.origin, budget) }
    guard
      carryOut(
        pass.commands, pass.steps, of: part, list, onto: drawn.surface,
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

  /// Draws commands that were sorted into bands, on several threads.
  private func paint(
    _ commands: Range<Int>, of part: FramePart, onto surface: Surface, background: UInt32?,
    threads: Int
  ) -> Bool {
    let isShort = part.list.isShort(commands, bins.pixels, surface.rect)
    return paintBands(bins.bandCount, isShort ? 1 : threads) { band, worker in
      let commands = bins.commands(ofBand: band)
      if background == nil && commands.isEmpty { return }
      worker.draw(
        Int32(truncatingIfNeeded: band), commands, of: part.list, background: background,
        onto: surface)
    }
  }

  /// Draws the sorted commands of all parts of a frame, band by band.
  func paint(
    _ parts: ArraySlice<FramePart>, onto surface: Surface, background: UInt32, threads: Int
  ) -> Bool {
    paintBands(parts[0].bins.bandCount, threads) { band, worker in
      var background: UInt32? = background
      for part in parts {
        let commands = part.bins.commands(ofBand: band)
        if background == nil && commands.isEmpty { continue }
        worker.draw(
          Int32(truncatingIfNeeded: band), commands, of: part.list, background: background,
          onto: surface)
        background = nil
      }
    }
  }

  private func paintBands(
    _ bands: Int, _ threads: Int, _ draw: (Int, BandPainter) -> Void
  ) -> Bool {
    let count = max(1, min(threads, bands))
    guard workers.fill(to: count, BandPainter.init) else { return false }
    for worker in workers[..<count] { worker.budget.begin(budget.cancellation) }
    inParallel(bands, threads: count) { band, worker in draw(band, workers[worker]) }
    for worker in workers[..<count] { budget.merge(worker.budget) }
    return !budget.isSpent
  }
}

/// Painters that draw the pictures of several passes at the same time, each painter on its own thread. The first painter of the
/// crew also draws the frame.
final class PainterCrew {
  private var painters: [CommandPainter] = []
  var first: CommandPainter { painters[0] }

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
      if !painter.make(pass, of: part, list, over: below, nil, threads: 1) { painter.budget.end() }
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

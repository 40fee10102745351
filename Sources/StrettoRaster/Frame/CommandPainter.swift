import StrettoDisplayList
import StrettoGeometry

/// Carries out commands, and makes the pictures of the passes that they show, with buffers of its own.
final class CommandPainter {
  fileprivate let effects = EffectPainter()
  private let bins = BandBins()
  private var workers: [BandPainter] = []
  /// Whether a pass that it made for others was cancelled.
  fileprivate var isCancelled = false

  func giveBack() {
    effects.giveBack()
    bins.giveBack()
    for worker in workers { worker.giveBack() }
  }

  /// Carries out some of a part's commands, in stretches, each after the steps that must be taken before it.
  ///
  /// - Parameters:
  ///   - background: what the surface is filled with first; nil leaves what it holds.
  ///   - crew: painters that share the passes; nil where this one is at work for a crew itself, with one thread.
  /// - Returns: false if it was cancelled.
  func carryOut(
    _ commands: Range<Int>, _ steps: Range<Int>, of part: FramePart, _ list: DisplayList,
    onto surface: Surface, background: UInt32?, _ crew: PainterCrew?, threads: Int,
    _ cancellation: Cancellation
  ) -> Bool {
    var (start, step, background) = (commands.lowerBound, steps.lowerBound, background)
    repeat {
      var next = step
      while next < steps.upperBound && part.list.steps[next].command <= start { next += 1 }
      if let crew { crew.beginStretch() } else { effects.beginStretch() }
      defer { if let crew { crew.endStretch() } else { effects.endStretch() } }
      // A pass that begins with what lies below needs the background there.
      if let color = background, (step..<next).contains(where: part.startsFromBelow) {
        fill(surface, with: color)
        background = nil
      }
      let isMade =
        crew.map {
          $0.make(step..<next, of: part, list, over: surface, threads: threads, cancellation)
        } ?? makeAll(step..<next, of: part, list, over: surface, cancellation)
      guard isMade else { return false }
      let end = next < steps.upperBound ? part.list.steps[next].command : commands.upperBound
      guard bins.sort(part.list.commands, start..<end, surface.rect, cancellation),
        paint(
          start..<end, of: part, onto: surface, background: background, threads: threads,
          cancellation)
      else { return false }
      (start, step, background) = (end, next, nil)
    } while start < commands.upperBound || step < steps.upperBound
    return true
  }

  private func makeAll(
    _ steps: Range<Int>, of part: FramePart, _ list: DisplayList, over below: Surface,
    _ cancellation: Cancellation
  ) -> Bool {
    steps.allSatisfy {
      make(
        part.list.steps[$0].pass, of: part, list, over: below, nil, threads: 1, cancellation)
    }
  }

  /// Makes the picture of a pass, which stays until the commands that show it have been carried out.
  ///
  /// - Returns: false if it was cancelled.
  fileprivate func make(
    _ index: Int, of part: FramePart, _ list: DisplayList, over below: Surface,
    _ crew: PainterCrew?, threads: Int, _ cancellation: Cancellation
  ) -> Bool {
    var check = cancellation.another
    guard check.shouldContinueNow() else { return false }
    let pass = part.list.passes[index]
    let mark = effects.mark
    let rect = PixelRect(x0: 0, y0: 0, x1: pass.width, y1: pass.height)
    guard let drawn = effects.picture(rect) else { return false }
    if pass.startsFromBelow { drawn.copy(below, pass.origin, &check) }
    guard
      carryOut(
        pass.commands, pass.steps, of: part, list, onto: drawn.surface,
        background: pass.startsFromBelow ? nil : 0, crew, threads: threads, cancellation)
    else { return false }
    let given = pass.effects < 0 ? Effects(space: .identity) : list.effects[pass.effects]
    let finished = effects.finish(
      drawn, pass, pass.covering < 0 ? given : given.ofCoverage, threads, &check)
    guard let finished, !check.isCancelled else { return false }
    effects.keep(finished, at: mark)
    part.list.passes[index].picture = finished.pixels
    return true
  }

  // MARK: Bands

  /// Draws the commands that were sorted.
  private func paint(
    _ commands: Range<Int>, of part: FramePart, onto surface: Surface, background: UInt32?,
    threads: Int, _ cancellation: Cancellation
  ) -> Bool {
    let isShort = part.list.isShort(commands, bins.pixels, surface.rect)
    return paintBands(bins.bandCount, isShort ? 1 : threads, cancellation) { band, worker in
      let commands = bins.commands(ofBand: band)
      if background == nil && commands.isEmpty { return }
      worker.draw(
        Int32(truncatingIfNeeded: band), commands, of: part.list, background: background,
        onto: surface)
    }
  }

  /// Draws the sorted commands of parts of a frame, band by band.
  func paint(
    _ parts: ArraySlice<FramePart>, onto surface: Surface, background: UInt32, threads: Int,
    _ cancellation: Cancellation
  ) -> Bool {
    paintBands(parts[0].bins.bandCount, threads, cancellation) { band, worker in
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
    _ bands: Int, _ threads: Int, _ cancellation: Cancellation, _ draw: (Int, BandPainter) -> Void
  ) -> Bool {
    let count = max(1, min(threads, bands))
    guard workers.fill(to: count, BandPainter.init) else { return false }
    for worker in 0..<count { workers[worker].cancellation = cancellation.another }
    // Releases what the question holds when the frame is done.
    defer { for worker in 0..<count { workers[worker].cancellation = .never } }
    inParallel(bands, threads: count) { band, worker in draw(band, workers[worker]) }
    return !workers[..<count].contains { $0.cancellation.isCancelled }
  }
}

/// Painters that make pictures of passes at the same time, each on a thread of its own. The first draws the frame too.
final class PainterCrew {
  private var painters: [CommandPainter] = []
  var first: CommandPainter { painters[0] }

  /// Passes of more pixels are made one after another, each on all threads.
  private static let mostPixelsOfSmall: Int = 65_536

  /// Prepares a frame. Call it once for each. Returns false if there is no memory.
  func begin(threads: Int) -> Bool { painters.fill(to: threads, CommandPainter.init) }

  func giveBack() { for painter in painters { painter.giveBack() } }

  /// Pictures that are made from here on are kept until the end of the stretch.
  func beginStretch() { for painter in painters { painter.effects.beginStretch() } }
  func endStretch() { for painter in painters { painter.effects.endStretch() } }

  /// Makes the pictures of passes that do not depend on each other.
  ///
  /// - Returns: false if it was cancelled.
  func make(
    _ steps: Range<Int>, of part: FramePart, _ list: DisplayList, over below: Surface,
    threads: Int, _ cancellation: Cancellation
  ) -> Bool {
    let small = steps.reduce(0) { $0 + (isSmall($1, part) ? 1 : 0) }
    let isShared = threads > 1 && small > 1
    for step in steps where !(isShared && isSmall(step, part)) {
      let pass = part.list.steps[step].pass
      let isMade = first.make(
        pass, of: part, list, over: below, self, threads: threads, cancellation)
      if !isMade { return false }
    }
    return !isShared || makeSmall(steps, of: part, list, over: below, threads, cancellation)
  }

  private func makeSmall(
    _ steps: Range<Int>, of part: FramePart, _ list: DisplayList, over below: Surface,
    _ threads: Int, _ cancellation: Cancellation
  ) -> Bool {
    for painter in painters { painter.isCancelled = false }
    inParallel(steps.count, threads: threads) { index, thread in
      let (step, painter) = (steps.lowerBound + index, painters[thread])
      guard !painter.isCancelled, isSmall(step, part) else { return }
      let pass = part.list.steps[step].pass
      painter.isCancelled = !painter.make(
        pass, of: part, list, over: below, nil, threads: 1, cancellation)
    }
    return !painters.contains { $0.isCancelled }
  }

  private func isSmall(_ step: Int, _ part: FramePart) -> Bool {
    let pass = part.list.passes[part.list.steps[step].pass]
    let pixels = max(Int(pass.width) * Int(pass.height), pass.seen.width * pass.seen.height)
    return !pass.startsFromBelow && pixels <= PainterCrew.mostPixelsOfSmall
  }
}

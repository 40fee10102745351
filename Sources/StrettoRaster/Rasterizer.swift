import StrettoDisplayList
import StrettoGeometry

/// Turns display lists into pixels.
///
/// The stages, each in a file of its own, are listed in this room's README. A rasteriser keeps its buffers
/// from frame to frame, so that a steady frame allocates nothing; it serves one caller at a time.
public final class Rasterizer {
  var list = CommandList()
  private var summaries = Arena<ItemSummary>()
  private var levels = Arena<Expansion.Level>()
  private var placer = Placer()
  private var bins = BandBins()
  private var workers: [BandWorker] = []
  let effects = EffectPainter()

  public init() {}

  /// Clears the target to `background` and draws `list` over it. What lies beyond 131,072 pixels from the
  /// origin is left alone.
  ///
  /// - Parameters:
  ///   - scale: device pixels a point; a transform that is not finite draws nothing.
  ///   - background: not premultiplied; replaces what the target held, also where it is clear.
  ///   - threads: at most so many threads work; the bytes do not depend on it. Values below 1 mean 1.
  ///   - cancellation: asked by each thread now and then whether to go on.
  /// - Throws: `limit` if the frame asks for too much, the target then is as it was; `cancelled`, the target then
  ///   holds a part of the picture.
  public func draw(
    _ list: DisplayList, scale: Double, background: Color, into target: PixelTarget, threads: Int,
    cancellation: Cancellation = .never
  ) throws(RasterError) {
    guard target.width > 0, target.height > 0 else { return }
    let most = Int(Subpixel.farthestPixel)
    let frame = PixelRect(
      x0: 0, y0: 0, x1: Int32(clamping: min(target.width, most)),
      y1: Int32(clamping: min(target.height, most)))
    defer { giveBack() }
    guard let (commands, steps) = expand(list, scale: scale, frame: frame, cancellation) else {
      throw .cancelled
    }
    if let limit = self.list.exceeded { throw .limit(limit) }
    let surface = Surface(base: target.pixels, rect: frame, bytesPerRow: target.bytesPerRow)
    defer { withExtendedLifetime(list) {} }
    let isWhole = carryOut(
      commands, steps, of: list, onto: surface, background: packed(background),
      threads: max(1, threads), cancellation)
    if !isWhole { throw .cancelled }
  }

  /// Memory that this frame and the one before did not need.
  private func giveBack() {
    list.giveBack()
    summaries.giveBack()
    levels.giveBack()
    placer.giveBack()
    bins.giveBack()
    effects.giveBack()
    for worker in workers { worker.giveBack() }
  }

  /// Fills the command list: the commands and steps of the frame, which are returned, then those of each pass. Nil if
  /// it was cancelled.
  private func expand(
    _ list: DisplayList, scale: Double, frame: PixelRect, _ cancellation: Cancellation
  ) -> (Range<Int>, Range<Int>)? {
    self.list.begin(cancellation)
    // What is asked, and asks, is let go with the frame.
    defer { (self.list.cancellation, self.list.store.cancellation) = (.never, .never) }
    guard list.summarize(into: &summaries, cancellation) else { return nil }
    placer.prepare(for: list, cancellation)
    defer { placer.finish() }
    let all = expand(list.picture, of: list, .scale(scale, scale), frame, cancellation)
    var next = 0
    while all != nil && next < self.list.passes.count {
      let pass = self.list.passes[next]
      let frame = PixelRect(x0: 0, y0: 0, x1: pass.width, y1: pass.height)
      guard let own = expand(pass.items, of: list, pass.transform, frame, cancellation) else {
        return nil
      }
      (self.list.passes.base[next].commands, self.list.passes.base[next].steps) = own
      next += 1
    }
    return all
  }

  private func expand(
    _ items: Range<Int>, of list: DisplayList, _ transform: PlaneTransform, _ frame: PixelRect,
    _ cancellation: Cancellation
  ) -> (Range<Int>, Range<Int>)? {
    let (command, step) = (self.list.commands.count, self.list.steps.count)
    var expansion = Expansion(
      list: list, frame: frame, summaries: summaries.base, cancellation: cancellation.another)
    expansion.run(
      items, from: transform, levels: &levels, placer: &placer, into: &self.list)
    if expansion.cancellation.isCancelled || self.list.isCancelled || placer.isCancelled {
      return nil
    }
    return (command..<self.list.commands.count, step..<self.list.steps.count)
  }

  /// Carries out some of the commands, in stretches, each after the steps that must be taken before it.
  ///
  /// - Parameter background: what the surface is filled with first; nil leaves what it holds.
  /// - Returns: false if it was cancelled.
  func carryOut(
    _ commands: Range<Int>, _ steps: Range<Int>, of list: DisplayList, onto surface: Surface,
    background: UInt32?, threads: Int, _ cancellation: Cancellation
  ) -> Bool {
    var (start, step, background) = (commands.lowerBound, steps.lowerBound, background)
    repeat {
      let kept = effects.mark
      defer { effects.release(to: kept) }
      while step < steps.upperBound && self.list.steps[step].command <= start {
        let pass = self.list.steps[step].pass
        guard make(pass, of: list, over: surface, background, threads, cancellation) else {
          return false
        }
        step += 1
      }
      let end = step < steps.upperBound ? self.list.steps[step].command : commands.upperBound
      guard bins.sort(self.list.commands, start..<end, surface.rect, cancellation) else {
        return false
      }
      guard paint(onto: surface, background: background, threads: threads, cancellation) else {
        return false
      }
      (start, background) = (end, nil)
    } while start < commands.upperBound || step < steps.upperBound
    return true
  }

  private func paint(
    onto surface: Surface, background: UInt32?, threads: Int, _ cancellation: Cancellation
  ) -> Bool {
    let bands = bins.bandCount
    let count = max(1, min(threads, bands))
    while self.workers.count < count { self.workers.append(BandWorker()) }
    for worker in 0..<count { workers[worker].cancellation = cancellation.another }
    // What the asker holds is let go with the frame.
    defer { for worker in 0..<count { workers[worker].cancellation = .never } }
    inParallel(bands, threads: count) { band, worker in
      let commands = bins.commands(ofBand: band)
      if background == nil && commands.count == 0 { return }
      workers[worker].draw(
        Int32(truncatingIfNeeded: band), commands.start, commands.count, of: list,
        background: background, onto: surface)
    }
    return !workers[..<count].contains { $0.cancellation.isCancelled }
  }
}

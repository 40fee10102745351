import StrettoDisplayList
import StrettoGeometry

/// Turns display lists into pixels.
///
/// The stages, each in a file of its own, are listed in this room's README. A rasteriser keeps its buffers
/// from frame to frame, so that a steady frame allocates nothing; it serves one caller at a time.
public final class Rasterizer {
  /// The frame's commands: all in the first, or in several that are made at once and drawn one after another.
  private var parts = [FramePart()]
  var first: FramePart { parts[0] }
  private var summaries = Arena<ItemSummary>()
  private var pieces = Arena<Piece>()
  private var workers: [BandWorker] = []
  let effects = EffectPainter()

  @export(interface)
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
  @export(interface)
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
    defer { withExtendedLifetime(list) {} }
    let surface = Surface(base: target.pixels, rect: frame, bytesPerRow: target.bytesPerRow)
    let threads = max(1, threads)
    guard list.summarize(into: &summaries, cancellation) else { throw .cancelled }
    list.cut(threads, summaries.base, into: &pieces)
    if pieces.count > 1, expandPieces(of: list, scale, frame, cancellation) {
      let isWhole = paint(
        parts[..<pieces.count], of: list, onto: surface, background: packed(background),
        threads: threads, cancellation)
      if !isWhole { throw .cancelled }
      return
    }
    guard let (commands, steps) = expand(list, scale: scale, frame: frame, cancellation) else {
      throw .cancelled
    }
    if let limit = first.list.exceeded { throw .limit(limit) }
    let isWhole = carryOut(
      commands, steps, of: list, onto: surface, background: packed(background),
      threads: threads, cancellation)
    if !isWhole { throw .cancelled }
  }

  /// Memory that this frame and the one before did not need.
  private func giveBack() {
    summaries.giveBack()
    pieces.giveBack()
    effects.giveBack()
    for part in parts { part.giveBack() }
    for worker in workers { worker.giveBack() }
  }

  /// Makes the commands of several pieces, each on a thread of its own, and sorts them into bands.
  ///
  /// - Returns: false where there is to be one part alone: it was cancelled, there is too much of something, or a
  ///   command might join one of the part before, for neither may depend on the threads.
  private func expandPieces(
    of list: DisplayList, _ scale: Double, _ frame: PixelRect, _ cancellation: Cancellation
  ) -> Bool {
    while parts.count < pieces.count { parts.append(FramePart()) }
    inParallel(pieces.count) { index in
      let part = parts[index]
      part.begin(list, cancellation)
      defer { part.finish() }
      let made = part.expand(
        pieces[index], of: list, .scale(scale, scale), frame, summaries.base, cancellation)
      guard let (commands, _) = made else { return }
      part.isWhole = part.bins.sort(part.list.commands, commands, frame, cancellation)
    }
    var (isWhole, commands, bandEntries) = (true, 0, 0)
    var before: FramePart?
    for part in parts[..<pieces.count] {
      isWhole = isWhole && part.isWhole && part.list.exceeded == nil
      if isWhole && part.list.commands.count > 0 {
        if let before, before.mayBeJoined(by: part) { return false }
        before = part
      }
      commands += part.list.commands.count
      bandEntries += part.list.bandEntries
    }
    return isWhole && commands <= FrameLimit.commands.most
      && bandEntries <= FrameLimit.commandsInBands.most
  }

  /// The same in one part: the commands and steps of the frame, which are returned, then those of each pass. Nil if it
  /// was cancelled.
  private func expand(
    _ list: DisplayList, scale: Double, frame: PixelRect, _ cancellation: Cancellation
  ) -> (Range<Int>, Range<Int>)? {
    let part = first
    part.begin(list, cancellation)
    defer { part.finish() }
    let all = part.expand(
      Piece(list.picture), of: list, .scale(scale, scale), frame, summaries.base, cancellation)
    var next = 0
    while all != nil && next < part.list.passes.count {
      let pass = part.list.passes[next]
      let frame = PixelRect(x0: 0, y0: 0, x1: pass.width, y1: pass.height)
      let own = part.expand(
        Piece(pass.items), of: list, pass.transform, frame, covering: pass.covering,
        summaries.base, cancellation)
      guard let own else { return nil }
      (part.list.passes[next].commands, part.list.passes[next].steps) = own
      next += 1
    }
    return all
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
    let part = first
    repeat {
      let kept = effects.mark
      defer { effects.release(to: kept) }
      while step < steps.upperBound && part.list.steps[step].command <= start {
        let pass = part.list.steps[step].pass
        guard make(pass, of: list, over: surface, background, threads, cancellation) else {
          return false
        }
        step += 1
      }
      let end = step < steps.upperBound ? part.list.steps[step].command : commands.upperBound
      guard part.bins.sort(part.list.commands, start..<end, surface.rect, cancellation) else {
        return false
      }
      let isWhole = paint(
        parts[..<1], of: list, onto: surface, background: background, threads: threads,
        cancellation)
      guard isWhole else { return false }
      (start, background) = (end, nil)
    } while start < commands.upperBound || step < steps.upperBound
    return true
  }

  /// Draws the commands of parts of the frame, band by band.
  private func paint(
    _ parts: ArraySlice<FramePart>, of list: DisplayList, onto surface: Surface,
    background: UInt32?, threads: Int, _ cancellation: Cancellation
  ) -> Bool {
    let bands = parts[0].bins.bandCount
    let isShort = parts.count == 1 && parts[0].list.isSmall(surface.rect)
    let count = isShort ? 1 : max(1, min(threads, bands))
    while self.workers.count < count { self.workers.append(BandWorker()) }
    for worker in 0..<count { workers[worker].cancellation = cancellation.another }
    // What the asker holds is let go with the frame.
    defer { for worker in 0..<count { workers[worker].cancellation = .never } }
    inParallel(bands, threads: count) { band, worker in
      var background = background
      for part in parts {
        let commands = part.bins.commands(ofBand: band)
        if background == nil && commands.count == 0 { continue }
        workers[worker].draw(
          Int32(truncatingIfNeeded: band), commands.start, commands.count, of: part.list,
          background: background, onto: surface)
        background = nil
      }
    }
    return !workers[..<count].contains { $0.cancellation.isCancelled }
  }
}

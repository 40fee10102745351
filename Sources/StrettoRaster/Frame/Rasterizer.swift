import StrettoDisplayList
import StrettoGeometry

/// Turns display lists into pixels.
///
/// The README of this module lists the stages of drawing, each of which has a file of its own. A rasteriser keeps its buffers
/// from frame to frame, so that a frame which needs no more memory than earlier frames allocates nothing. A rasteriser serves one
/// caller at a time.
public final class Rasterizer {
  /// Commands of the frame. The commands of a frame are either all in the first part, or are divided among several parts that are
  /// made at the same time and drawn one after another.
  private var parts: [FramePart] = []
  /// Commands of each part that the current frame has not drawn yet; empty between frames.
  private var ranges: [DrawRange] = []
  private var summaries = Arena<ItemSummary>()
  private var glyphOutlines = Arena<GlyphOutline>()
  private var segments = Arena<ListSegment>()
  private var crew = PainterCrew()
  /// Number of bytes that the arenas of this rasteriser have allocated, without the uncounted memory of each arena.
  private var heldBytes = 0
  /// True if the previous frame needed less than a quarter of the held memory.
  private var heldTooMuch = false
  /// Number of bytes that are never freed between frames.
  private static let spareBytes: Int = 1 << 22
  /// Counts the memory that frames allocate, up to a limit that the caller may set.
  package let memory: MemoryWatch = MemoryWatch()

  /// Number of corners of outlines that the last call of `draw` made, up to the limit that ended the call.
  package private(set) var cornerCount: Int = 0

  @export(interface)
  public init() {}

  /// Clears the target to `background` and draws `list` over the background. Pixels that are farther than 131,072 pixels from the
  /// origin do not change.
  ///
  /// - Parameters:
  ///   - scale: Number of device pixels for each point. A transform that is not finite draws nothing.
  ///   - background: Colour, not premultiplied, that replaces all pixels of the target, even if the colour is clear.
  ///   - threads: Largest number of threads that work. The bytes of the picture do not depend on the number of threads. Numbers
  ///     below 1 count as 1 thread.
  ///   - cancellation: Each thread checks from time to time whether the frame was cancelled.
  /// - Throws: `limit` if the frame exceeds a limit, in which case the target does not change; `cancelled` or `noMemory`, in
  ///   which cases the target contains a part of the picture.
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
    defer { withExtendedLifetime(list) {} }
    do throws(RasterError) {
      let needs = try memory.watch { () throws(RasterError) in
        try draw(
          list, scale, packed(background), into: target, frame, max(1, threads), cancellation)
      }
      heldBytes += needs.allocated
      let holdsTooMuch = heldBytes > 4 * needs.needed + Rasterizer.spareBytes
      if holdsTooMuch && heldTooMuch { freeMemory() }
      heldTooMuch = holdsTooMuch
    } catch {
      // A frame that failed may have allocated far more memory than other frames need.
      freeMemory()
      throw error
    }
  }

  /// Frees the memory of all arenas. Cached outlines are not freed.
  private func freeMemory() {
    parts = parts.map { FramePart($0.outlineCache) }
    summaries = Arena()
    glyphOutlines = Arena()
    segments = Arena()
    crew = PainterCrew()
    heldBytes = 0
  }

  private func draw(
    _ list: DisplayList, _ scale: Double, _ background: UInt32, into target: PixelTarget,
    _ frame: PixelRect, _ threads: Int, _ cancellation: Cancellation
  ) throws(RasterError) {
    let surface = Surface(target.bytes, frame, bytesPerRow: target.bytesPerRow)
    guard crew.begin(threads: threads), parts.fill(to: 1, { FramePart() }) else {
      throw .noMemory
    }
    let budget = crew.first.budget
    budget.begin(cancellation)
    defer {
      cornerCount = parts.prefix(segments.count).reduce(0) { $0 + $1.list.store.points.count }
      for part in parts { part.budget.begin(.never) }
      budget.begin(.never)
    }
    list.summarize(into: &summaries, &glyphOutlines, budget)
    if budget.isSpent { throw budget.error ?? .noMemory }
    list.cut(threads, summaries.all, into: &segments)
    if !expandSegments(of: list, scale, surface.rect), segments.count > 1 {
      list.cut(1, summaries.all, into: &segments)
      _ = expandSegments(of: list, scale, surface.rect)
    }
    for part in parts[..<segments.count] {
      ranges.append(DrawRange(part: part, part.commands, part.steps))
    }
    defer { ranges.removeAll(keepingCapacity: true) }
    let isWhole =
      !budget.isSpent
      && crew.first.carryOut(
        &ranges, list, onto: surface, background: background, crew, threads: threads)
    if !isWhole { throw budget.error ?? .noMemory }
  }

  /// Makes the commands of all segments, each segment on a thread of its own.
  ///
  /// - Returns: False if the frame has ended, or if the frame must be drawn as one segment. A frame must be drawn as one segment
  ///   if a limit was reached, if a command might share edges with a command of the previous part, or if a picture must be made
  ///   after other pictures were shown. In each of these cases, the pixels of a frame with several segments could depend on the
  ///   number of threads.
  private func expandSegments(
    of list: DisplayList, _ scale: Double, _ frame: PixelRect
  ) -> Bool {
    let budget = crew.first.budget
    guard !budget.isSpent, parts.fill(to: segments.count, { FramePart() }) else { return false }
    inParallel(segments.count) { index in
      parts[index].expand(
        segments[index], of: list, .scale(scale, scale), frame, summaries.all, budget)
    }
    guard segments.count > 1 else {
      budget.merge(parts[0].budget)
      return !budget.isSpent
    }
    var (commands, bandEntries, pictureBytes) = (0, 0, 0)
    var before: FramePart?
    for part in parts[..<segments.count] {
      guard !part.budget.isSpent, part.canBeMadeAtOnce else { return false }
      if part.list.commands.count > 0 {
        if let before, before.mayBeJoined(by: part) { return false }
        before = part
      }
      commands += part.list.commands.count
      bandEntries += part.list.bandEntries
      pictureBytes += part.list.pictureBytes
    }
    return commands <= FrameLimit.commands.most
      && bandEntries <= FrameLimit.commandsInBands.most && pictureBytes <= Expansion.mostBytes
  }
}

import StrettoDisplayList
import StrettoGeometry

/// What one thread needs for itself.
final class BandWorker {
  private var painter = BandPainter()

  /// Draws the commands whose indices are given onto their band of `frame`.
  func draw(
    _ band: Int32, _ commands: UnsafePointer<Int32>, _ count: Int, of list: borrowing CommandList,
    background: UInt32, onto frame: Surface
  ) {
    painter.draw(band, commands, count, of: list, background: background, onto: frame)
  }
}

/// Draws bands of a frame, one after another, with buffers of its own.
struct BandPainter: ~Copyable {
  private var accumulator = CoverageAccumulator()
  private var runs = CoverageRuns()
  private var corners = Arena<Corner>()
  private var row = Arena<UInt32>()
  /// The pictures of the groups that are open, and the surface below each; deeper ones wait for use.
  private var pictures: [GroupPicture] = []
  private var below = Arena<Surface>()

  /// A vertex on the subpixel grid.
  private struct Corner { var x: Int32, y: Int32 }

  init() {}

  mutating func draw(
    _ band: Int32, _ commands: UnsafePointer<Int32>, _ count: Int, of list: borrowing CommandList,
    background: UInt32, onto frame: Surface
  ) {
    let y = band * bandHeight
    let rect = PixelRect(
      x0: 0, y0: y, x1: frame.rect.x1, y1: min(y + bandHeight, frame.rect.y1))
    let whole = Surface(base: frame.pointer(0, y), rect: rect, bytesPerRow: frame.bytesPerRow)
    if count == 0 || !covers(list.commands[Int(commands[0])], list, rect) {
      fill(whole, with: background)
    }
    row.truncate(to: 0)
    _ = row.extend(by: rect.width + 8)
    below.removeAll()
    var surface = whole
    for i in 0..<count {
      let command = list.commands.base + Int(commands[i])
      switch command.pointee.kind {
      case .draw: draw(command.pointee, list, band, onto: surface)
      case .beginGroup, .beginMask:
        surface = push(list.groups[Int(command.pointee.index)].bounds.intersection(rect), surface)
      case .endGroup:
        surface = endGroup(list.groups[Int(command.pointee.index)], list, band)
      }
    }
  }

  /// Whether nothing of what lies below the command remains to be seen in `rect`.
  private func covers(
    _ command: Command, _ list: borrowing CommandList, _ rect: PixelRect
  ) -> Bool {
    guard command.kind == .draw, !command.additive, command.color >> 24 == 255,
      case .rect(let extent) = command.area, command.bounds.intersection(rect) == rect,
      extent.minX <= Double(rect.x0), extent.maxX >= Double(rect.x1),
      extent.minY <= Double(rect.y0), extent.maxY >= Double(rect.y1)
    else { return false }
    return command.source == .color
      || (command.source == .image && list.images[Int(command.index)].isOpaque)
  }

  // MARK: Coverage

  /// Fills `runs` with what `area` covers of `rect`.
  private mutating func cover(
    _ area: Area, _ list: borrowing CommandList, _ band: Int32, within rect: PixelRect
  ) {
    runs.removeAll()
    switch area {
    case .nothing: break
    case .rect(let extent): runs.appendRect(extent, within: rect)
    case .outline(let index, let transform):
      cover(list.outlines[Int(index)], transform, list, within: rect)
    case .edges(let index):
      let edges = list.edgeLists[Int(index)]
      let cells = accumulator.begin(rect)
      let starts = list.edgeStarts.base + Int(edges.firstStart + band)
      for i in starts[0]..<starts[1] {
        let e = list.edges[Int(i)]
        cells.add(e.x0, e.y0, e.x1, e.y1)
      }
      cells.sweep(evenOdd: edges.evenOdd, into: &runs)
    }
  }

  private mutating func cover(
    _ outline: Outline, _ m: Affine, _ list: borrowing CommandList, within rect: PixelRect
  ) {
    let region = place(outline, m, list).intersection(rect)
    if region.isEmpty { return }
    let cells = accumulator.begin(region)
    var start = 0
    for contour in 0..<Int(outline.contourCount) {
      let end = Int(
        list.store.contourEnds[Int(outline.firstContour) + contour] - outline.firstPoint)
      for i in start + 1..<end {
        let (p, q) = (corners[i - 1], corners[i])
        cells.add(p.x, p.y, q.x, q.y)
      }
      start = end
    }
    cells.sweep(evenOdd: outline.evenOdd, into: &runs)
  }

  /// Fills `corners`; the pixels that they span.
  private mutating func place(_ outline: Outline, _ m: Affine, _ list: borrowing CommandList) -> PixelRect {
    let count = Int(outline.pointCount)
    corners.removeAll()
    let placed = corners.extend(by: count)
    let points = list.store.points.base + Int(outline.firstPoint)
    let one = Double(Subpixel.one)
    let (a, b, c, d) = (m.a * one, m.b * one, m.c * one, m.d * one)
    let (tx, ty) = (m.tx * one, m.ty * one)
    var (minX, minY, maxX, maxY) = (Int32.max, Int32.max, Int32.min, Int32.min)
    for i in 0..<count {
      let p = points[i]
      let x = fastRounded(p.x * a + p.y * c + tx)
      let y = fastRounded(p.x * b + p.y * d + ty)
      placed[i] = Corner(x: x, y: y)
      (minX, maxX) = (min(minX, x), max(maxX, x))
      (minY, maxY) = (min(minY, y), max(maxY, y))
    }
    let up = Subpixel.mask
    return PixelRect(
      x0: minX >> Subpixel.bits, y0: minY >> Subpixel.bits, x1: (maxX &+ up) >> Subpixel.bits,
      y1: (maxY &+ up) >> Subpixel.bits)
  }

  // MARK: Paint

  private mutating func draw(
    _ command: Command, _ list: borrowing CommandList, _ band: Int32, onto surface: Surface
  ) {
    cover(command.area, list, band, within: command.bounds.intersection(surface.rect))
    switch command.source {
    case .color:
      composite(color: command.color, runs, additive: command.additive, onto: surface)
    case .gradient:
      let paint = list.gradients.base + Int(command.index)
      let compositor = RowCompositor(
        modulation: command.color, additive: command.additive, isOpaque: false)
      for i in 0..<runs.runs.count {
        let run = runs.runs[i]
        paint.pointee.fetch(
          run.x, run.y, Int(run.count), tables: list.colors.base, into: row.base)
        compositor.draw(row.base, run, runs.bytes.base, onto: surface)
      }
    case .image:
      let paint = list.images.base + Int(command.index)
      let compositor = RowCompositor(
        modulation: command.color, additive: command.additive, isOpaque: paint.pointee.isOpaque)
      for i in 0..<runs.runs.count {
        let run = runs.runs[i]
        if let pixels = paint.pointee.direct(run.x, run.y, Int(run.count)) {
          compositor.draw(pixels, run, runs.bytes.base, onto: surface)
        } else {
          paint.pointee.fetch(run.x, run.y, Int(run.count), into: row.base)
          compositor.draw(row.base, run, runs.bytes.base, onto: surface)
        }
      }
    }
  }

  // MARK: Groups

  /// A clear picture over `rect`, which is drawn on from now on.
  private mutating func push(_ rect: PixelRect, _ surface: Surface) -> Surface {
    if below.count == pictures.count { pictures.append(GroupPicture()) }
    let picture = pictures[below.count]
    picture.begin(rect)
    below.append(surface)
    return picture.surface
  }

  /// Lays the finished picture onto the one below, which is drawn on again.
  private mutating func endGroup(
    _ group: GroupCommand, _ list: borrowing CommandList, _ band: Int32
  ) -> Surface {
    if group.hasMask {
      below.truncate(to: below.count - 1)
      pictures[below.count - 1].multiply(byAlphaOf: pictures[below.count].surface)
    }
    below.truncate(to: below.count - 1)
    let (picture, surface) = (pictures[below.count].surface, below[below.count])
    if group.clip.isSomething {
      cover(group.clip, list, band, within: picture.rect)
    } else {
      runs.removeAll()
      for y in picture.rect.y0..<picture.rect.y1 {
        runs.appendSolid(
          x: picture.rect.x0, y: y, count: picture.rect.x1 - picture.rect.x0, coverage: 255)
      }
    }
    let compositor = RowCompositor(
      modulation: group.opacity * 0x0101_0101, additive: group.additive, isOpaque: false)
    for i in 0..<runs.runs.count {
      let run = runs.runs[i]
      let pixels = UnsafePointer(
        picture.pointer(run.x, run.y).assumingMemoryBound(to: UInt32.self))
      compositor.draw(pixels, run, runs.bytes.base, onto: surface)
    }
    return surface
  }
}

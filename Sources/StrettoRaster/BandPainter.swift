import StrettoDisplayList
import StrettoGeometry

/// What one thread needs for itself.
final class BandWorker {
  private var painter = BandPainter()

  var cancellation: Cancellation {
    get { painter.cancellation }
    set { painter.cancellation = newValue }
  }

  func giveBack() { painter.giveBack() }

  /// Draws the commands whose indices are given onto their band of `frame`.
  func draw(
    _ band: Int32, _ commands: UnsafePointer<Int32>, _ count: Int, of list: borrowing CommandList,
    background: UInt32?, onto frame: Surface
  ) {
    painter.draw(band, commands, count, of: list, background: background, onto: frame)
  }
}

/// Draws bands of a frame, one after another, with buffers of its own.
struct BandPainter: ~Copyable {
  var coverage = BandCoverage()
  private var small = SmallShapes()
  var row = Arena<UInt32>()
  /// Columns of an image while a row is made of it.
  var columns = Arena<UInt64>()
  /// Of a group's picture, coverage by parts that are drawn later.
  private var later = Arena<UInt8>()
  /// Of paints of one area: the pixels that it covers in part, what lies in its hole, and a row's factors beside that.
  var parts = Arena<UInt32>()
  var hole = BandCoverage()
  var factors = Arena<UInt8>()
  /// The pictures of the groups that are open, and the surface below each; deeper ones wait for use.
  private var pictures: [GroupPicture] = []
  private var below = Arena<Surface>()
  /// Asked before each command whether to go on.
  var cancellation: Cancellation = .never
  /// Nanoseconds that a command takes beside its pixels, about.
  static let commandUnits: Int = 64

  init() {}

  mutating func giveBack() {
    coverage.giveBack()
    row.giveBack()
    columns.giveBack()
    later.giveBack()
    parts.giveBack()
    hole.giveBack()
    factors.giveBack()
    for picture in pictures { picture.giveBack() }
    below.giveBack()
  }

  /// Nil is no background: the band is drawn on as it is.
  mutating func draw(
    _ band: Int32, _ commands: UnsafePointer<Int32>, _ count: Int, of list: borrowing CommandList,
    background: UInt32?, onto frame: Surface
  ) {
    let y = band * bandHeight
    let rect = PixelRect(
      x0: 0, y0: y, x1: frame.rect.x1, y1: min(y + bandHeight, frame.rect.y1))
    let whole = Surface(base: frame.pointer(0, y), rect: rect, bytesPerRow: frame.bytesPerRow)
    if let background, count == 0 || !covers(list.commands[Int(commands[0])], list, rect) {
      fill(whole, with: background)
    }
    row.removeAll()
    _ = row.extend(by: rect.width + 8)
    columns.removeAll()
    _ = columns.extend(by: 2 * rect.width + 8)
    coverage.begin(band, of: frame.rect)
    hole.begin(band, of: frame.rect)
    below.removeAll()
    var surface = whole
    var i = 0
    while i < count {
      let command = list.commands.base + Int(commands[i])
      let seen = command.pointee.bounds.intersection(rect)
      let area = seen.isEmpty ? 0 : Int(seen.width) * Int(seen.height)
      guard cancellation.goesOn(after: BandPainter.commandUnits &+ area) else { return }
      if command.pointee.kind == .draw, case .small = command.pointee.area {
        i += small.draw(commands + i, count - i, of: list, onto: surface)
        continue
      }
      if command.pointee.source == .image, i + 1 < count,
        drawPair(command.pointee, list.commands[Int(commands[i + 1])], list, surface)
      {
        i += 2
        continue
      }
      i += 1
      let links = joined(commands + i, count - i, list)
      switch command.pointee.kind {
      case .draw where links > 0:
        draw(command.pointee, joinedBy: commands + i, links, list, onto: surface)
      case .draw: draw(command.pointee, list, onto: surface)
      case .beginGroup, .beginMask:
        let group = list.groups[Int(command.pointee.index)]
        let isClear = group.isIsolated || command.pointee.kind == .beginMask
        let place = group.bounds.intersection(rect)
        let isCovered = i < count && covers(list.commands[Int(commands[i])], list, place)
        surface = push(place, surface, isClear: isClear, isCovered: isCovered)
      case .endGroup:
        surface = endGroup(
          list.groups[Int(command.pointee.index)], list, joinedBy: commands + i, links)
      }
      i += links
    }
  }

  /// Whether nothing of what lies below the command remains to be seen in `rect`.
  private func covers(
    _ command: Command, _ list: borrowing CommandList, _ rect: PixelRect
  ) -> Bool {
    guard command.kind == .draw, !command.additive, command.color >> 24 == 255,
      command.coversWhole(rect)
    else { return false }
    return command.source == .color
      || (command.source == .image && list.images[Int(command.index)].isOpaque)
  }

  // MARK: Paint

  private mutating func draw(
    _ command: Command, _ list: borrowing CommandList, onto surface: Surface
  ) {
    coverage.cover(
      command.area, list, within: command.bounds.intersection(surface.rect), &cancellation)
    switch command.source {
    case .color:
      composite(
        color: command.color, coverage.runs.pointee, coverage.range, shift: coverage.shift,
        additive: command.additive, onto: surface)
    case .gradient:
      drawGradient(list.gradients[Int(command.index)], list.colors.base, command, onto: surface)
    case .image: drawImage(list.images[Int(command.index)], command, onto: surface)
    case .picture: drawPicture(list.passes[Int(command.index)], command, onto: surface)
    }
  }

  private func drawGradient(
    _ paint: GradientPaint, _ tables: UnsafePointer<UInt32>, _ command: Command,
    onto surface: Surface
  ) {
    let compositor = RowCompositor(
      modulation: command.color, additive: command.additive, isOpaque: false)
    for i in coverage.range {
      let run = coverage.runs.pointee.run(i, movedBy: coverage.shift)
      paint.fetch(run.x, run.y, Int(run.count), tables: tables, into: row.base)
      compositor.draw(row.base, run, coverage.runs.pointee.bytes.base, onto: surface)
    }
  }

  private func drawImage(_ paint: ImageSampler, _ command: Command, onto surface: Surface) {
    let compositor = RowCompositor(
      modulation: command.color, additive: command.additive, isOpaque: paint.isOpaque)
    for i in coverage.range {
      let run = coverage.runs.pointee.run(i, movedBy: coverage.shift)
      let bytes = coverage.runs.pointee.bytes.base
      if let pixels = paint.direct(run.x, run.y, Int(run.count)) {
        compositor.draw(pixels, run, bytes, onto: surface)
      } else {
        paint.fetch(run.x, run.y, Int(run.count), columns: columns.base, into: row.base)
        compositor.draw(row.base, run, bytes, onto: surface)
      }
    }
  }

  /// Two images that fill the same pixels, the lower one opaque: each is read once, and what both give is written
  /// once. False where that is not what the commands are.
  private func drawPair(
    _ lower: Command, _ upper: Command, _ list: borrowing CommandList, _ surface: Surface
  ) -> Bool {
    guard lower.kind == .draw, upper.kind == .draw, lower.source == .image, upper.source == .image,
      lower.bounds == upper.bounds, !upper.joins
    else { return false }
    let rect = lower.bounds.intersection(surface.rect)
    let (base, sheet) = (list.images[Int(lower.index)], list.images[Int(upper.index)])
    guard !rect.isEmpty, covers(lower, list, rect), lower.color == ~0, upper.coversWhole(rect)
    else { return false }
    let compositor = RowCompositor(
      modulation: upper.color, additive: upper.additive, isOpaque: sheet.isOpaque)
    for y in rect.y0..<rect.y1 {
      // Whether an image lies pixel on pixel is the same for all rows.
      guard let below = base.direct(rect.x0, y, rect.width),
        let above = sheet.direct(rect.x0, y, rect.width)
      else { return false }
      compositor.draw(above, over: below, rect.width, into: surface.pointer(rect.x0, y))
    }
    return true
  }

  /// The finished picture of a pass, which covers the command's bounds.
  private func drawPicture(_ pass: Pass, _ command: Command, onto surface: Surface) {
    guard let picture = pass.picture else { return }
    let compositor = RowCompositor(
      modulation: command.color, additive: command.additive, isOpaque: false)
    for i in coverage.range {
      let run = coverage.runs.pointee.run(i, movedBy: coverage.shift)
      let row = Int(run.y - pass.seen.y0) * pass.seen.width + Int(run.x - pass.seen.x0)
      if command.replaces {
        replace(picture + row, run, coverage.runs.pointee.bytes.base, by: 255, onto: surface)
      } else {
        compositor.draw(picture + row, run, coverage.runs.pointee.bytes.base, onto: surface)
      }
    }
  }

  // MARK: Groups

  /// A picture over `rect`, clear or as what lies below, which is drawn on from now on; `isCovered` says that nothing
  /// of either will be left.
  private mutating func push(
    _ rect: PixelRect, _ surface: Surface, isClear: Bool, isCovered: Bool
  ) -> Surface {
    if below.count == pictures.count { pictures.append(GroupPicture()) }
    let picture = pictures[below.count]
    picture.begin(rect, clears: isClear && !isCovered)
    if !isClear && !isCovered { picture.copy(surface) }
    below.append(surface)
    return picture.surface
  }

  /// Notes how much each pixel of a group will be covered by other parts of its picture.
  private mutating func takeLater(
    _ area: Area, _ list: borrowing CommandList, _ rect: PixelRect
  ) {
    later.removeAll()
    let count = rect.isEmpty ? 0 : rect.width * rect.height
    let shares = later.extend(by: count)
    shares.initialize(repeating: 0, count: count)
    coverage.cover(area, list, within: rect, &cancellation)
    for i in coverage.range {
      let run = coverage.runs.pointee.run(i, movedBy: coverage.shift)
      let (place, n) = (shares + rect.offset(run.x, run.y), Int(run.count))
      if run.isSolid {
        place.update(repeating: UInt8(truncatingIfNeeded: run.coverage), count: n)
      } else {
        place.update(from: coverage.runs.pointee.bytes.base + Int(run.mask), count: n)
      }
    }
  }

  /// Lays the finished picture onto the one below, which is drawn on again.
  private mutating func endGroup(
    _ group: GroupCommand, _ list: borrowing CommandList, joinedBy links: UnsafePointer<Int32>,
    _ count: Int
  ) -> Surface {
    if group.hasMask {
      below.truncate(to: below.count - 1)
      let mask = pictures[below.count].surface
      if group.isIsolated {
        pictures[below.count - 1].multiply(byAlphaOf: mask)
      } else {
        pictures[below.count - 1].restore(below[below.count - 1], whereClear: mask)
      }
    }
    below.truncate(to: below.count - 1)
    let (picture, surface) = (pictures[below.count].surface, below[below.count])
    if let later = group.later { takeLater(later, list, picture.rect) }
    coverage.cover(group.clip ?? .everything, list, within: picture.rect, &cancellation)
    if count > 0 {
      draw(picture, joinedBy: links, count, list, onto: surface)
      return surface
    }
    let compositor = RowCompositor(
      modulation: group.color, additive: group.blend == .additive, isOpaque: false)
    let isPlain = group.isIsolated && (group.blend == .sourceOver || group.blend == .additive)
    for i in coverage.range {
      let run = coverage.runs.pointee.run(i, movedBy: coverage.shift)
      let bytes = UnsafePointer(coverage.runs.pointee.bytes.base)
      let pixels = UnsafePointer(
        picture.pointer(run.x, run.y).assumingMemoryBound(to: UInt32.self))
      if isPlain && group.later != nil {
        let others = later.base + picture.rect.offset(run.x, run.y)
        compositor.draw(pixels, run, bytes, before: others, row: row.base, onto: surface)
      } else if isPlain {
        compositor.draw(pixels, run, bytes, onto: surface)
      } else if group.isIsolated {
        blend(pixels, run, bytes, modulation: group.color, group.blend, onto: surface)
      } else {
        replace(pixels, run, bytes, by: group.color >> 24, onto: surface)
      }
    }
    return surface
  }
}

import StrettoDisplayList
import StrettoGeometry

/// Draws bands of a frame, one band after another. Each thread has a band painter with buffers of its own.
final class BandPainter {
  let budget = FrameBudget()
  var coverage: BandCoverage
  private var small = SmallShapes()
  var row = Arena<UInt32>()
  /// Scratch memory for the columns of an image.
  var columns = Arena<UInt64>()
  /// Coverage of a group's picture by the parts of the picture that are drawn later.
  var later = Arena<UInt8>()
  /// Scratch memory for paints that share edges: the partly covered pixels of the shared area, the coverage of the area's hole,
  /// and the factors of a row.
  var parts = Arena<UInt32>()
  var hole: BandCoverage
  var factors = Arena<UInt8>()
  /// Pictures of the open groups, from the outermost group inwards, each with the surface below the group. Pictures in the array
  /// past the innermost open group are free for reuse.
  var pictures: [GroupPicture] = []
  var below: [Surface] = []

  init() {
    coverage = BandCoverage(budget)
    hole = BandCoverage(budget)
  }

  /// Draws the commands with the given indices onto the band that contains the commands. If the background is nil, the pixels of
  /// the band are kept as the backdrop. If there is no memory, some commands are not drawn.
  func draw(
    _ band: Int32, _ commands: CheckedSpan<Int32>, of list: CommandList, background: UInt32?,
    onto frame: Surface
  ) {
    let y = band * bandHeight
    let rect = PixelRect(
      x0: 0, y0: y, x1: frame.rect.x1, y1: min(y + bandHeight, frame.rect.y1))
    let whole = frame.rows(rect.y0, rect.y1)
    if let background, commands.isEmpty || !covers(list.commands[Int(commands[0])], list, rect) {
      fill(whole, with: background)
    }
    guard row.hold(rect.width + 8) != nil, columns.hold(2 * rect.width + 8) != nil else { return }
    coverage.begin(list)
    hole.begin(list)
    below.removeAll(keepingCapacity: true)
    var surface = whole
    var i = 0
    while i < commands.count {
      let command = list.commands[Int(commands[i])]
      let seen = command.bounds.intersection(rect)
      let area = seen.isEmpty ? 0 : Int(seen.width) * Int(seen.height)
      guard budget.shouldContinue(work: 1 &+ area) else { return }
      if command.kind == .draw, case .small = command.area {
        i += small.draw(commands + i, of: list, onto: surface)
        continue
      }
      if command.paint.source == .image, i + 1 < commands.count,
        drawPair(command, list.commands[Int(commands[i + 1])], list, surface)
      {
        i += 2
        continue
      }
      i += 1
      switch command.kind {
      case .draw where !command.joined.isEmpty:
        drawJoined(command, list, onto: surface)
      case .draw: draw(command, list, onto: surface)
      case .beginGroup, .beginMask, .beginCoverage:
        guard let picture = begin(command, commands, &i, list, rect, surface) else { return }
        surface = picture
      case .endGroup:
        surface = endGroup(list.groups[Int(command.paint.index)], command.joined, list)
      }
    }
  }

  /// True if the command hides all pixels below the command in `rect`.
  func covers(
    _ command: Command, _ list: CommandList, _ rect: PixelRect
  ) -> Bool {
    guard command.kind == .draw, !command.additive, command.paint.color >> 24 == 255,
      command.coversWhole(rect)
    else { return false }
    return command.paint.source == .color || isOpaque(command.paint, list)
  }

  /// True if all pixels of a gradient or an image are opaque, before the pixels are multiplied by a colour.
  @inline(__always)
  func isOpaque(_ paint: DevicePaint, _ list: CommandList) -> Bool {
    switch paint.source {
    case .gradient: list.gradients[Int(paint.index)].isOpaque
    case .image: list.images[Int(paint.index)].isOpaque
    case .color, .picture: false
    }
  }

  // MARK: Paint

  private func draw(
    _ command: Command, _ list: CommandList, onto surface: Surface
  ) {
    coverage.cover(
      command.area, list, within: command.bounds.intersection(surface.rect))
    let paint = command.paint
    switch paint.source {
    case .color:
      composite(
        color: paint.color, coverage.runs, coverage.range, shift: coverage.shift,
        additive: command.additive, onto: surface)
    case .gradient, .image:
      let compositor = RowCompositor(
        modulation: paint.color, additive: command.additive, isOpaque: isOpaque(paint, list))
      for i in coverage.range {
        let run = coverage.runs.run(i, movedBy: coverage.shift)
        let pixels = pixels(of: paint, list, run.x, run.y, Int(run.count))
        compositor.draw(pixels, run, coverage.runs.bytes.all, onto: surface)
      }
    case .picture: drawPicture(list.placedPasses[Int(paint.index)], list, command, onto: surface)
    }
  }

  /// Returns a row of a gradient or an image, from pixel (x, y) on. The returned pixels may use the scratch memory `row`.
  @inline(__always)
  func pixels(
    of paint: DevicePaint, _ list: CommandList, _ x: Int32, _ y: Int32, _ count: Int
  ) -> CheckedSpan<UInt32> {
    if paint.source == .gradient {
      list.gradients[Int(paint.index)].fetch(
        x, y, count, tables: list.colors.all, into: row.all)
    } else {
      let image = list.images[Int(paint.index)]
      if let pixels = image.direct(x, y, count) { return pixels }
      image.fetch(x, y, count, columns: columns.all, into: row.all)
    }
    return row.all
  }

  /// Draws two images that fill the same pixels, of which the lower image is opaque. Drawing both images at once writes each
  /// pixel of the surface only once. Returns false if the two commands do not draw two images that fill the same pixels.
  private func drawPair(
    _ lower: Command, _ upper: Command, _ list: CommandList, _ surface: Surface
  ) -> Bool {
    guard lower.kind == .draw, upper.kind == .draw, lower.paint.source == .image,
      upper.paint.source == .image, lower.bounds == upper.bounds,
      lower.joined.isEmpty && upper.joined.isEmpty
    else { return false }
    let rect = lower.bounds.intersection(surface.rect)
    let lowerImage = list.images[Int(lower.paint.index)]
    let upperImage = list.images[Int(upper.paint.index)]
    guard !rect.isEmpty, covers(lower, list, rect), lower.paint.color == ~0,
      upper.coversWhole(rect)
    else { return false }
    let compositor = RowCompositor(
      modulation: upper.paint.color, additive: upper.additive, isOpaque: upperImage.isOpaque)
    for y in rect.y0..<rect.y1 {
      // If the pixels of an image coincide with the pixels of the device in one row, the pixels coincide in all rows.
      guard let below = lowerImage.direct(rect.x0, y, rect.width),
        let above = upperImage.direct(rect.x0, y, rect.width)
      else { return false }
      compositor.draw(above, over: below, rect.width, into: surface.pixels(rect.x0, y))
    }
    return true
  }

  /// Draws the finished picture of a pass. The picture of the pass covers the bounds of the command exactly.
  private func drawPicture(
    _ pass: PlacedPass, _ list: CommandList, _ command: Command, onto surface: Surface
  ) {
    guard let picture = list.passes[pass.pass].picture else { return }
    let compositor = RowCompositor(
      modulation: command.paint.color, additive: command.additive, isOpaque: false)
    for i in coverage.range {
      let run = coverage.runs.run(i, movedBy: coverage.shift)
      let row = Int(run.y - pass.seen.y0) * pass.seen.width + Int(run.x - pass.seen.x0)
      if command.replaces {
        replace(picture + row, run, coverage.runs.bytes.all, by: 255, onto: surface)
      } else {
        compositor.draw(picture + row, run, coverage.runs.bytes.all, onto: surface)
      }
    }
  }
}

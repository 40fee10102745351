import StrettoGeometry

/// Joined paints: composited with each other, and then once with what lies below.
///
/// Fully covered pixels are painted on the surface directly. Partly covered ones are painted on clear pixels, which are then
/// blended onto the surface by their coverage.
extension BandPainter {
  /// Number of the following commands that have joined the current one.
  @inline(__always)
  func joined(_ commands: UnsafePointer<Int32>, _ most: Int, _ list: CommandList) -> Int {
    var n = 0
    while n < most && list.commands[Int(commands[n])].joins { n += 1 }
    return n
  }

  /// Draws a command and `count` others that have joined it.
  mutating func draw(
    _ command: Command, joinedBy links: UnsafePointer<Int32>, _ count: Int,
    _ list: CommandList, onto surface: Surface
  ) {
    let rect = command.bounds.intersection(surface.rect)
    coverage.cover(command.area, list, within: rect, &cancellation)
    beginParts()
    lay(command, list, onto: surface)
    layAll(links, count, list, rect, onto: surface)
    blendParts(onto: surface)
  }

  /// Draws the picture of a group, clipped by `coverage`, and the commands that have joined it.
  mutating func draw(
    _ picture: Surface, joinedBy links: UnsafePointer<Int32>, _ count: Int,
    _ list: CommandList, onto surface: Surface
  ) {
    beginParts()
    let compositor = RowCompositor(modulation: ~0, additive: false, isOpaque: false)
    var part = 0
    for i in coverage.range {
      let run = coverage.runs.pointee.run(i, movedBy: coverage.shift)
      let pixels = picture.pointer(run.x, run.y).assumingMemoryBound(to: UInt32.self)
      let place = place(of: run, &part, surface)
      compositor.draw(pixels, over: place, Int(run.count), into: place)
    }
    layAll(links, count, list, picture.rect, onto: surface)
    blendParts(onto: surface)
  }

  private mutating func layAll(
    _ links: UnsafePointer<Int32>, _ count: Int, _ list: CommandList, _ rect: PixelRect,
    onto surface: Surface
  ) {
    for i in 0..<count {
      let command = list.commands[Int(links[i])]
      guard cancellation.goesOn(steps: 1 &+ rect.width &* rect.height) else {
        return
      }
      if command.isBeside {
        layBeside(command, list, rect, onto: surface)
      } else {
        lay(command, list, onto: surface)
      }
    }
  }

  // MARK: Pixels in part

  private mutating func beginParts() {
    var count = 0
    for i in coverage.range {
      let run = coverage.runs.pointee.runs[i]
      if !run.isWhole { count += run.stored }
    }
    parts.removeAll()
    parts.extend(by: count).initialize(repeating: 0, count: count)
  }

  /// Destination of a run's pixels. `part` counts the pixels that do not go to the surface.
  @inline(__always)
  private mutating func place(
    of run: CoverageRuns.Run, _ part: inout Int, _ surface: Surface
  ) -> UnsafeMutableRawPointer {
    if run.isWhole { return surface.pointer(run.x, run.y) }
    defer { part += run.stored }
    return UnsafeMutableRawPointer(parts.base + part)
  }

  private mutating func blendParts(onto surface: Surface) {
    let compositor = RowCompositor(modulation: ~0, additive: false, isOpaque: false)
    var part = 0
    for i in coverage.range {
      let run = coverage.runs.pointee.run(i, movedBy: coverage.shift)
      if run.isWhole { continue }
      compositor.draw(parts.base + part, run, coverage.runs.pointee.bytes.base, onto: surface)
      part += run.stored
    }
  }

  // MARK: Paints

  /// Paints all pixels of the area.
  private mutating func lay(
    _ command: Command, _ list: CommandList, onto surface: Surface
  ) {
    var part = 0
    for i in coverage.range {
      let run = coverage.runs.pointee.run(i, movedBy: coverage.shift)
      let place = place(of: run, &part, surface)
      lay(command, list, run.x, run.y, Int(run.count), over: place)
    }
  }

  @inline(__always)
  private mutating func lay(
    _ command: Command, _ list: CommandList, _ x: Int32, _ y: Int32, _ count: Int,
    over place: UnsafeMutableRawPointer
  ) {
    switch command.source {
    case .color: layColor(command.color, count, over: place)
    case .gradient, .image:
      let compositor = RowCompositor(
        modulation: command.color, additive: false, isOpaque: isOpaque(command, list))
      compositor.draw(pixels(of: command, list, x, y, count), over: place, count, into: place)
    // Pictures of passes do not join.
    case .picture: break
    }
  }

  /// Paints a colour over the area outside the command's own area.
  private mutating func layBeside(
    _ command: Command, _ list: CommandList, _ rect: PixelRect, onto surface: Surface
  ) {
    hole.cover(command.area, list, within: rect, &cancellation)
    factors.removeAll()
    _ = factors.extend(by: rect.width + 8)
    var (part, next) = (0, hole.range.lowerBound)
    for i in coverage.range {
      let run = coverage.runs.pointee.run(i, movedBy: coverage.shift)
      let place = place(of: run, &part, surface)
      setFactors(beside: &next, run)
      let room = run.isWhole ? Int(surface.rect.x1 &- run.x) : run.stored
      cover(command.color, by: factors.base, Int(run.count), room, place)
    }
  }

  /// Sets `factors` to the share of a run outside the hole. `next` is the first run of the hole that may overlap it.
  private mutating func setFactors(beside next: inout Int, _ run: CoverageRuns.Run) {
    let (end, holes) = (run.x &+ run.count, hole.range.upperBound)
    factors.base.update(repeating: 255, count: Int(run.count))
    (factors.base + Int(run.count)).update(repeating: 0, count: run.stored - Int(run.count))
    while next < holes {
      let other = hole.runs.pointee.run(next, movedBy: hole.shift)
      if other.y > run.y || (other.y == run.y && other.x &+ other.count > run.x) { break }
      next += 1
    }
    var k = next
    while k < holes {
      let other = hole.runs.pointee.run(k, movedBy: hole.shift)
      if other.y != run.y || other.x >= end { break }
      let (first, last) = (max(run.x, other.x), min(end, other.x &+ other.count))
      let start = factors.base + Int(first &- run.x)
      if other.isSolid {
        let left = 255 &- UInt8(truncatingIfNeeded: other.coverage)
        start.update(repeating: left, count: Int(last &- first))
      } else {
        let bytes = hole.runs.pointee.bytes.base + Int(other.mask &+ first &- other.x)
        for j in 0..<Int(last &- first) { start[j] = 255 &- bytes[j] }
      }
      k += 1
    }
    if !run.isWhole { relateFactors(to: run) }
  }

  /// The hole's share of the area's coverage in a pixel that holds edges of both.
  private mutating func relateFactors(to run: CoverageRuns.Run) {
    let bytes = coverage.runs.pointee.bytes.base
    for j in 0..<Int(run.count) where factors[j] < 255 {
      let covered = run.isSolid ? run.coverage : UInt32(bytes[Int(run.mask) + j])
      if covered == 0 { continue }
      let share = ((255 &- UInt32(factors[j])) &* 255 &+ covered / 2) / covered
      factors[j] = UInt8(truncatingIfNeeded: 255 &- min(255, share))
    }
  }
}

extension CoverageRuns.Run {
  /// Whether all of its pixels are covered whole.
  @inline(__always) var isWhole: Bool { mask == -255 }
  /// Its pixels, and others up to eights.
  @inline(__always) fileprivate var stored: Int { (Int(count) + 7) & ~7 }
}

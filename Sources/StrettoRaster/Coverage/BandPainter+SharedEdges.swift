import StrettoGeometry

/// Composites paints that share their edges with each other first, and then composites the result once with the pixels below.
///
/// Fully covered pixels are painted directly onto the surface. Partly covered pixels are painted onto clear pixels, and the
/// painted pixels are blended with the surface by the coverage of the shared edges.
extension BandPainter {
  /// Draws a command that has joined paints.
  func drawJoined(_ command: Command, _ list: CommandList, onto surface: Surface) {
    let rect = command.bounds.intersection(surface.rect)
    coverage.cover(command.area, list, within: rect)
    guard beginParts() else { return }
    lay(command.paint, list, onto: surface)
    layAll(command.joined, list, rect, onto: surface)
    blendParts(onto: surface)
  }

  /// Draws a group's picture, clipped by `coverage`, together with the paints that share the edges of the group's clip.
  func draw(
    _ picture: Surface, _ joined: Range<Int32>, _ list: CommandList, onto surface: Surface
  ) {
    guard beginParts() else { return }
    let compositor = RowCompositor(modulation: ~0, additive: false, isOpaque: false)
    var part = 0
    for i in coverage.range {
      let run = coverage.runs.run(i, movedBy: coverage.shift)
      let pixels = picture.pixels(run.x, run.y)
      let target = target(of: run, &part, surface)
      compositor.draw(pixels, over: target, Int(run.count), into: target)
    }
    layAll(joined, list, picture.rect, onto: surface)
    blendParts(onto: surface)
  }

  private func layAll(
    _ joined: Range<Int32>, _ list: CommandList, _ rect: PixelRect, onto surface: Surface
  ) {
    for i in joined {
      let joined = list.joinedPaints[Int(i)]
      guard budget.shouldContinue(work: 1 &+ rect.width &* rect.height) else {
        return
      }
      if let area = joined.hole {
        paint(joined.paint.color, outside: area, list, rect, onto: surface)
      } else {
        lay(joined.paint, list, onto: surface)
      }
    }
  }

  // MARK: Pixels in part

  /// Clears the pixels into which partly covered pixels are painted. Returns false if there is no memory.
  private func beginParts() -> Bool {
    var count = 0
    for i in coverage.range {
      let run = coverage.runs.runs[i]
      if !run.isWhole { count += run.stored }
    }
    return parts.hold(count, of: 0) != nil
  }

  /// Memory onto which the pixels of a run are painted, which is the surface for fully covered pixels, and `parts` for partly
  /// covered pixels. `part` is the number of pixels in `parts` that are already in use.
  @inline(__always)
  private func target(
    of run: CoverageRuns.Run, _ part: inout Int, _ surface: Surface
  ) -> CheckedSpan<UInt32> {
    if run.isWhole { return surface.pixels(run.x, run.y) }
    defer { part += run.stored }
    return parts.part(part, run.stored)
  }

  private func blendParts(onto surface: Surface) {
    let compositor = RowCompositor(modulation: ~0, additive: false, isOpaque: false)
    var part = 0
    for i in coverage.range {
      let run = coverage.runs.run(i, movedBy: coverage.shift)
      if run.isWhole { continue }
      compositor.draw(parts.part(part, run.stored), run, coverage.runs.bytes.all, onto: surface)
      part += run.stored
    }
  }

  // MARK: Paints

  /// Paints all pixels of the shared area.
  private func lay(_ paint: DevicePaint, _ list: CommandList, onto surface: Surface) {
    var part = 0
    for i in coverage.range {
      let run = coverage.runs.run(i, movedBy: coverage.shift)
      let target = target(of: run, &part, surface)
      lay(paint, list, run.x, run.y, Int(run.count), over: target)
    }
  }

  @inline(__always)
  private func lay(
    _ paint: DevicePaint, _ list: CommandList, _ x: Int32, _ y: Int32, _ count: Int,
    over target: CheckedSpan<UInt32>
  ) {
    switch paint.source {
    case .color: layColor(paint.color, count, over: target)
    case .gradient, .image:
      let compositor = RowCompositor(
        modulation: paint.color, additive: false, isOpaque: isOpaque(paint, list))
      compositor.draw(pixels(of: paint, list, x, y, count), over: target, count, into: target)
    // The picture of a pass never shares edges with another command.
    case .picture: break
    }
  }

  /// Paints a colour over the part of the shared area that lies outside the hole of a border.
  private func paint(
    _ color: UInt32, outside area: Area, _ list: CommandList, _ rect: PixelRect,
    onto surface: Surface
  ) {
    hole.cover(area, list, within: rect)
    guard factors.hold(rect.width + 8) != nil else { return }
    var (part, next) = (0, hole.range.lowerBound)
    for i in coverage.range {
      let run = coverage.runs.run(i, movedBy: coverage.shift)
      let target = target(of: run, &part, surface)
      setFactors(beside: &next, run)
      cover(color, by: factors.all, Int(run.count), target)
    }
  }

  /// Sets `factors` to the part of each pixel of a run that lies outside the hole. The argument `next` is the index of the first
  /// run of the hole that may overlap the given run.
  private func setFactors(beside next: inout Int, _ run: CoverageRuns.Run) {
    let (end, holes) = (run.x &+ run.count, hole.range.upperBound)
    let count = Int(run.count)
    factors.all.fill(count, with: 255)
    (factors.all + count).fill(run.stored - count, with: 0)
    while next < holes {
      let other = hole.runs.run(next, movedBy: hole.shift)
      if other.y > run.y || (other.y == run.y && other.x &+ other.count > run.x) { break }
      next += 1
    }
    var k = next
    while k < holes {
      let other = hole.runs.run(k, movedBy: hole.shift)
      if other.y != run.y || other.x >= end { break }
      let (first, last) = (max(run.x, other.x), min(end, other.x &+ other.count))
      let start = factors.all + Int(first &- run.x)
      if other.isSolid {
        let left = 255 &- UInt8(truncatingIfNeeded: other.coverage)
        start.fill(Int(last &- first), with: left)
      } else {
        let bytes = hole.runs.bytes.all + Int(other.mask &+ first &- other.x)
        for j in 0..<Int(last &- first) { start[j] = 255 &- bytes[j] }
      }
      k += 1
    }
    if !run.isWhole { relateFactors(to: run) }
  }

  /// Divides the coverage of the hole by the coverage of the area in each pixel that contains edges of both the area and its
  /// hole.
  private func relateFactors(to run: CoverageRuns.Run) {
    let bytes = coverage.runs.bytes.all
    for j in 0..<Int(run.count) where factors[j] < 255 {
      let covered = run.isSolid ? run.coverage : UInt32(bytes[Int(run.mask) + j])
      if covered == 0 { continue }
      let fraction = ((255 &- UInt32(factors[j])) &* 255 &+ covered / 2) / covered
      factors[j] = UInt8(truncatingIfNeeded: 255 &- min(255, fraction))
    }
  }
}

extension CoverageRuns.Run {
  /// True if all pixels of the run are fully covered.
  @inline(__always) var isWhole: Bool { mask == -255 }
  /// Number of pixels of the run, rounded up to a multiple of eight.
  @inline(__always) fileprivate var stored: Int { (Int(count) + 7) & ~7 }
}

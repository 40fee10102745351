import StrettoDisplayList
import StrettoGeometry

/// Draws groups into pictures of their own, and composites each picture with the pixels below the group.
extension BandPainter {
  /// Begins the picture of a group, of the group's mask or of the group's coverage. This picture becomes the surface onto which
  /// the following commands are drawn. The argument `i` is the index of the next command, and is moved past an image that is read
  /// in place of the picture. `band` is the rectangle of the whole band. Returns nil if there is no memory.
  func begin(
    _ command: Command, _ commands: CheckedSpan<Int32>, _ i: inout Int, _ list: CommandList,
    _ band: PixelRect, _ surface: Surface
  ) -> Surface? {
    let group = list.groups[Int(command.paint.index)]
    let rect = group.bounds.intersection(band)
    let (isMask, isCoverage) = (command.kind == .beginMask, command.kind == .beginCoverage)
    let surface = isCoverage && group.hasMask ? endMask(of: group) : surface
    if below.count == pictures.count { pictures.append(GroupPicture()) }
    let picture = pictures[below.count]
    below.append(surface)
    if command.kind == .beginGroup,
      let image = onlyImage(commands + i, of: group, list, rect)
    {
      i += 1
      picture.begin(with: image)
      return picture.surface
    }
    let isCovered = i < commands.count && covers(list.commands[Int(commands[i])], list, rect)
    let isClear = isMask || isCoverage || group.isIsolated
    guard picture.begin(rect, clears: isClear && !isCovered) else { return nil }
    if !isClear && !isCovered { picture.copy(surface) }
    return picture.surface
  }

  /// Computes how much of each pixel of a group is covered by parts of the group's picture that are drawn later. Returns false if
  /// there is no memory.
  private func takeLater(
    _ area: Area, _ list: CommandList, _ rect: PixelRect
  ) -> Bool {
    let count = rect.isEmpty ? 0 : rect.width * rect.height
    guard let shares = later.hold(count, of: 0) else { return false }
    coverage.cover(area, list, within: rect)
    for i in coverage.range {
      let run = coverage.runs.run(i, movedBy: coverage.shift)
      let (target, n) = (shares + rect.offset(run.x, run.y), Int(run.count))
      if run.isSolid {
        target.fill(n, with: UInt8(truncatingIfNeeded: run.coverage))
      } else {
        target.copy(n, of: coverage.runs.bytes.all + Int(run.mask))
      }
    }
    return true
  }

  /// Multiplies the picture of a group by the finished mask of the group. Returns the surface of the group's picture.
  private func endMask(of group: GroupCommand) -> Surface {
    let surface = below.removeLast()
    let mask = pictures[below.count].surface
    if group.isIsolated {
      pictures[below.count - 1].multiply(byAlphaOf: mask)
    } else {
      pictures[below.count - 1].restore(below[below.count - 1], whereClear: mask)
    }
    return surface
  }

  /// Composites a group's finished picture with the surface below the group. After `endGroup`, the surface below the group is
  /// again the surface onto which commands are drawn.
  func endGroup(
    _ group: GroupCommand, _ joined: Range<Int32>, _ list: CommandList
  ) -> Surface {
    var covered: Surface?
    if group.drawsCoverage {
      _ = below.removeLast()
      covered = pictures[below.count].surface
    } else if let mask = group.mask {
      return endGroup(group, maskedBy: mask, list)
    } else if group.hasMask {
      _ = endMask(of: group)
    }
    let surface = below.removeLast()
    let picture = pictures[below.count].surface
    if let later = group.later, !takeLater(later, list, picture.rect) { return surface }
    coverage.cover(group.clip ?? .everything, list, within: picture.rect)
    if !joined.isEmpty {
      draw(picture, joined, list, onto: surface)
      return surface
    }
    let compositor = RowCompositor(
      modulation: group.color, additive: group.blend == .additive,
      isOpaque: pictures[below.count].isOpaque)
    for i in coverage.range {
      let run = coverage.runs.run(i, movedBy: coverage.shift)
      let bytes = coverage.runs.bytes.all
      let pixels = picture.pixels(run.x, run.y)
      if group.isPlain && group.later != nil {
        let others = later.all + picture.rect.offset(run.x, run.y)
        compositor.draw(pixels, run, bytes, before: others, row: row.all, onto: surface)
      } else if group.isPlain {
        compositor.draw(pixels, run, bytes, onto: surface)
      } else if group.isIsolated {
        blend(
          pixels, run, bytes, coveredBy: covered?.pixels(run.x, run.y), modulation: group.color,
          group.blend, onto: surface)
      } else {
        replace(pixels, run, bytes, by: group.color >> 24, onto: surface)
      }
    }
    return surface
  }

  // MARK: Pictures that need not be made

  /// The image that fills the whole picture of a group, which can be read in place of the picture. The result is nil if a group's
  /// picture has any other content than one image.
  ///
  /// - Parameters:
  ///   - commands: Commands after the command that begins the group.
  ///   - rect: Part of the group that lies in the band.
  private func onlyImage(
    _ commands: CheckedSpan<Int32>, of group: GroupCommand, _ list: CommandList,
    _ rect: PixelRect
  ) -> ImageSampler.View? {
    guard commands.count > 1, group.isIsolated, !rect.isEmpty else { return nil }
    let image = list.commands[Int(commands[0])]
    guard image.kind == .draw, image.paint.source == .image, image.paint.color == ~0,
      !image.additive, image.joined.isEmpty, image.coversWhole(rect),
      list.commands[Int(commands[1])].kind == .endGroup
    else { return nil }
    return list.images[Int(image.paint.index)].view(over: rect)
  }

  /// Ends a group whose mask is a single paint. While the group's picture is drawn, each row of the picture is multiplied by the
  /// mask.
  private func endGroup(
    _ group: GroupCommand, maskedBy mask: DevicePaint, _ list: CommandList
  ) -> Surface {
    let surface = below.removeLast()
    let picture = pictures[below.count]
    coverage.cover(group.clip ?? .everything, list, within: picture.surface.rect)
    let whole = RowCompositor(
      modulation: group.color, additive: group.blend == .additive, isOpaque: picture.isOpaque)
    var faded = whole
    faded.isOpaque = false
    for i in coverage.range {
      var run = coverage.runs.run(i, movedBy: coverage.shift)
      let bytes = coverage.runs.bytes.all
      let pixels = picture.surface.pixels(run.x, run.y)
      let count = Int(run.count)
      switch evenAlpha(of: mask, list, run.x, run.y) {
      case 0: continue
      case 255: whole.draw(pixels, run, bytes, onto: surface)
      case let alpha? where run.isWhole && group.color == ~0:
        run.mask = -Int32(alpha)
        whole.draw(pixels, run, bytes, onto: surface)
      case let alpha?:
        row.all.fill(count, with: alpha << 24)
        multiply(pixels, byAlphaOf: row.all, ~0, count, into: row.all)
        faded.draw(row.all, run, bytes, onto: surface)
      case nil:
        let factors = self.pixels(of: mask, list, run.x, run.y, count)
        multiply(pixels, byAlphaOf: factors, mask.color, count, into: row.all)
        faded.draw(row.all, run, bytes, onto: surface)
      }
    }
    return surface
  }

  /// The alpha of a paint in a row from one pixel to the end of the row, if all these pixels have the same alpha.
  private func evenAlpha(
    of paint: DevicePaint, _ list: CommandList, _ x: Int32, _ y: Int32
  ) -> UInt32? {
    switch paint.source {
    case .color: return paint.color >> 24
    case .gradient where list.gradients[Int(paint.index)].isEvenAlongRows:
      return product(pixels(of: paint, list, x, y, 1)[0], paint.color) >> 24
    default: return nil
    }
  }
}

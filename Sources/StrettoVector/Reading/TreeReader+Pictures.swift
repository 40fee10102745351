import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoRaster

extension TreeReader {
  /// A layer with its sublayers as pictures, in the coordinates of the node around it; nil if the layer shows nothing.
  ///
  /// - Parameter background: The colour below the layer in the pictures. Pictures over a translucent colour cover the scene's
  ///   frame; all other pictures cover the layer's content inside the frame.
  func pictures(
    of seen: InstanceSampler, in around: Surroundings, over background: Color = .clear
  ) throws(VectorError) -> Node? {
    if !drawsPictures { return nil }
    let count = options.pictureCount(in: time.duration)
    try self.count(keyframes: count)
    let step = time.duration / Double(count)
    let times = (0..<count).map { time.start + step * (Double($0) + 0.5) }
    var area: Rect?
    for each in times {
      try present(seen, at: each, .zero)
      // Content at infinite coordinates is visible in no copy of the scene.
      guard let bounds = try renderer.list.pictureBounds(cancellation), bounds.isFinite,
        let own = bounds.intersection(visibleArea(of: seen, in: around, each, step))
      else { continue }
      area = area.map { $0.union(own) } ?? own
    }
    if background.alpha > 0, background.alpha < 1 { area = frame }
    // The pixels of a picture that does not turn lie on whole pixels of the scene.
    let plane = times.lazy.compactMap { seen.surroundingPlane(at: $0) }.first ?? .identity
    let shift = plane.onlyMoves ? Point(plane.tx, plane.ty) : .zero
    guard let area = area?.onPixels(options.scale, movedBy: shift), area.isFinite, !area.isEmpty
    else { return nil }
    let size = (
      width: Int(clampingUp: area.width * options.scale),
      height: Int(clampingUp: area.height * options.scale)
    )
    var images: [Image] = []
    for each in times {
      try self.count(pixels: size.width * size.height)
      let tint = around.tint?(each) ?? .white
      let image = try picture(of: seen, at: each, area, size, tint, background)
      if let last = images.last, last.hasSamePixels(as: image) {
        images.append(last)
      } else {
        images.append(image)
      }
    }
    if images.allSatisfy({ $0 === images[0] }) { images = [images[0]] }
    if images.count == 1, images[0].pixels.pixels.allSatisfy({ $0 == 0 }) { return nil }
    let outline = Outline(
      kind: .rect(.all),
      numbers: .constant([
        area.x - around.origin.x, area.y - around.origin.y, Double(size.width) / options.scale,
        Double(size.height) / options.scale, 0,
      ]))
    let brush: PaintElement.Brush =
      images.count == 1
      ? .image(
        images[0], source: Rect(0, 0, Double(size.width), Double(size.height)), nearest: false,
        opacity: .constant([1]))
      : .frames(images)
    let node = Node(seen.layer.label)
    node.content = [.paint(PaintElement(outline: outline, brush: brush))]
    return node
  }

  /// The area that may be visible around a time, for `step` seconds, in the coordinates of the node around a layer.
  private func visibleArea(
    of seen: InstanceSampler, in around: Surroundings, _ time: Double, _ step: Double
  ) -> Rect {
    if seen.parent == nil { return frame }
    if !around.filterReach.isFinite { return .everything }
    // The layers around the picture may be drawn off their exact positions by the tolerance.
    let frame = frame.insetBy(-1 - options.tolerance - around.filterReach)
    var area: Rect?
    for each in [time - step / 2, time, time + step / 2] {
      guard let plane = seen.surroundingPlane(at: each) else { continue }
      guard plane.isAffine else { return .everything }
      guard let back = plane.inverted else { continue }
      let own = back.bounds(of: frame)
      area = area.map { $0.union(own) } ?? own
    }
    return area ?? .zero
  }

  private func present(_ seen: InstanceSampler, at time: Double, _ shift: Point) throws(VectorError)
  {
    guard let placement = seen.picturePlacement(at: time, moved: shift) else {
      return renderer.clear()
    }
    do throws(PresentationError) {
      try renderer.present(seen.layer, below: root, at: placement, copy: seen.copy, time: time)
    } catch {
      throw VectorError(error)
    }
  }

  private func picture(
    of seen: InstanceSampler, at time: Double, _ area: Rect, _ size: (width: Int, height: Int),
    _ tint: Color, _ background: Color
  ) throws(VectorError) -> Image {
    try present(seen, at: time, Point(-area.x, -area.y))
    let pixels = try PixelBuffer.forPicture(size.width, size.height)
    let target = PixelTarget(
      pixels: pixels.start, width: size.width, height: size.height, bytesPerRow: 4 * size.width)
    do throws(RasterError) {
      try rasterizer.draw(
        renderer.list, scale: options.scale, background: background, into: target, threads: 1,
        cancellation: cancellation.forAnotherThread)
    } catch {
      throw VectorError(error)
    }
    let factors = [tint.red, tint.green, tint.blue].map {
      UInt32(($0.clamped(to: 0...1) * 255).rounded())
    }
    if factors != [255, 255, 255] { pixels.multiply(by: factors) }
    return Image(pixels)
  }
}

extension DisplayList {
  /// A rectangle around all painted content; nil if nothing is painted.
  fileprivate func pictureBounds(_ cancellation: Cancellation) throws(VectorError) -> Rect? {
    // The display list computes the bounds of copies only inside a group, so the content is wrapped in a group.
    let list = wrapped()
    do throws(RasterError) {
      let survey = try ListSurvey(list, cancellation.forAnotherThread)
      return survey.bounds(ofItem: list.picture.lowerBound)
    } catch {
      throw VectorError(error)
    }
  }
}

extension Rect {
  /// A rectangle that contains all visible content.
  fileprivate static let everything = Rect(-1e9, -1e9, 2e9, 2e9)

  /// The smallest rectangle of whole pixels around this rectangle. If a picture lies on whole pixels, a player that draws the
  /// nearest pixel reproduces the picture exactly.
  ///
  /// - Parameter shift: The position of the rectangle's origin of coordinates in a coordinate system whose origin is the corner of
  ///   a pixel.
  fileprivate func onPixels(_ scale: Double, movedBy shift: Point) -> Rect {
    let x = ((minX + shift.x) * scale).rounded(.down) / scale - shift.x
    let y = ((minY + shift.y) * scale).rounded(.down) / scale - shift.y
    return Rect(x, y, maxX - x, maxY - y)
  }

  /// The common part of two rectangles; nil if the rectangles have no area in common.
  fileprivate func intersection(_ other: Rect) -> Rect? {
    let (x, y) = (max(minX, other.minX), max(minY, other.minY))
    let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
    return right > x && bottom > y ? Rect(x, y, right - x, bottom - y) : nil
  }
}

extension Image {
  fileprivate func hasSamePixels(as other: Image) -> Bool {
    width == other.width && height == other.height
      && pixels.pixels.elementsEqual(other.pixels.pixels)
  }
}

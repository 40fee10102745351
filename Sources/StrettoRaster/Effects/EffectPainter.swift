import StrettoDisplayList
import StrettoGeometry

/// Premultiplied pixels of a rectangle, in memory that is reused from picture to picture.
final class EffectPicture {
  private(set) var rect: PixelRect = .empty
  private var memory = Arena<UInt32>()

  var pixels: CheckedSpan<UInt32> { memory.all }

  var surface: Surface { Surface(pixels, rect) }

  var plane: BytePlane {
    BytePlane(
      base: pixels.bound(to: UInt8.self), rect: rect, bytesPerRow: 4 * rect.width, channels: 4)
  }

  /// Allocates the pixels of `rect`, whose values are undefined. The memory of an effect picture has eight additional pixels
  /// after the last pixel of `rect`, so that loops may read eight pixels at a time. Returns false if there is no memory.
  func begin(_ rect: PixelRect) -> Bool {
    self.rect = rect
    return memory.hold(rect.isEmpty ? 8 : rect.width * rect.height + 8) != nil
  }

  func row(_ y: Int32) -> CheckedSpan<UInt32> {
    pixels + Int(y - rect.y0) * rect.width
  }

  /// Copies pixels of a surface into this picture. The surface must contain the whole picture, whose pixels are moved by
  /// -`origin`.
  func copy(_ other: Surface, _ origin: PixelShift, _ budget: FrameBudget) {
    for y in rect.y0..<max(rect.y0, rect.y1) {
      guard budget.shouldContinue(work: rect.width) else { return }
      row(y).copy(rect.width, of: other.pixels(rect.x0 + origin.x, y + origin.y))
    }
  }

  /// Copies another picture into this picture. Pixels of this picture that lie outside the other picture become clear.
  func copy(_ other: EffectPicture, _ budget: FrameBudget) {
    let both = rect.intersection(other.rect)
    for y in rect.y0..<max(rect.y0, rect.y1) {
      guard budget.shouldContinue(work: rect.width) else { return }
      let to = row(y)
      if both.isEmpty || y < both.y0 || y >= both.y1 {
        to.fill(rect.width, with: 0)
        continue
      }
      let (first, count) = (Int(both.x0 - rect.x0), both.width)
      to.fill(first, with: 0)
      (to + first).copy(count, of: other.row(y) + Int(both.x0 - other.rect.x0))
      (to + first + count).fill(rect.width - first - count, with: 0)
    }
  }
}

/// Applies the effects of passes: filters, shadows, and the transform from the space of the effects to the device.
final class EffectPainter {
  /// Pictures with reusable memory. The first `mark` pictures in the array are in use, and all later pictures are free.
  private var pictures: [EffectPicture] = []
  private(set) var mark = 0
  /// Values of `mark` at the starts of the nested ranges of commands that are being drawn.
  private var commandRanges: [Int] = []
  private let gaussian: GaussianBlur
  private let budget: FrameBudget
  private var alpha = Arena<UInt8>()
  private var shadow = Arena<UInt8>()
  private var columns = Arena<UInt64>()
  /// Premultiplied colours of a shadow, one for each alpha in 0...255.
  private let table = Arena<UInt32>(256, repeating: 0)

  init(_ budget: FrameBudget) { (self.budget, gaussian) = (budget, GaussianBlur(budget)) }

  /// Returns a picture that stays in use until the end of the current range of commands, or nil if there is no memory.
  func picture(_ rect: PixelRect) -> EffectPicture? {
    if mark == pictures.count { pictures.append(EffectPicture()) }
    let picture = pictures[mark]
    guard picture.begin(rect) else { return nil }
    mark += 1
    return picture
  }

  func beginCommandRange() { commandRanges.append(mark) }

  /// Frees the pictures that came into use after the last call of `beginCommandRange`.
  func endCommandRange() { mark = commandRanges.removeLast() }

  /// Frees all pictures that came into use after `mark`, except `picture`.
  func keep(_ picture: EffectPicture, at mark: Int) {
    guard let index = pictures[mark..<self.mark].firstIndex(where: { $0 === picture }) else {
      return
    }
    pictures.swapAt(mark, index)
    self.mark = mark + 1
  }

  /// Makes the finished picture of a pass, with its effects, from the picture of the pass's items. The result is nil if the frame
  /// was cancelled or there is no memory.
  func finish(
    _ drawn: EffectPicture, _ pass: Pass, _ effects: Effects, _ threads: Int
  ) -> EffectPicture? {
    let stages = EffectStages(pass, effects)
    let wanted = stages.wanted
    var cast: CheckedSpan<UInt8>?
    if let shadow = effects.shadow {
      cast = castShadow(shadow, drawn, pass, wanted, threads)
      if cast == nil { return nil }
    }
    var picture = drawn
    var (matrices, rest) = ([ColorMatrix](), effects.filters[...])
    while let filter = rest.popFirst() {
      switch filter {
      case .colorMatrix(let matrix): matrices.append(matrix)
      case .gaussianBlur(let radius, let edges):
        apply(matrices, to: picture.surface, threads, budget)
        matrices.removeAll()
        let stage = stages.blur(picture.rect, max(0, radius), edges, then: rest)
        let next = blurred(picture, max(0, radius), stage, pass, threads)
        guard let next else { return nil }
        picture = next
      }
    }
    apply(matrices, to: picture.surface, threads, budget)
    if cast != nil || picture.rect != wanted {
      guard let whole = self.picture(wanted) else { return nil }
      whole.copy(picture, budget)
      if let cast, let effect = effects.shadow { lay(whole, over: cast, effect) }
      picture = whole
    }
    guard let toPicture = pass.toPicture else { return picture }
    return placed(picture, pass, toPicture)
  }

  // MARK: Filters

  private func blurred(
    _ picture: EffectPicture, _ radius: Double, _ stage: EffectStages.Blur, _ pass: Pass,
    _ threads: Int
  ) -> EffectPicture? {
    guard let result = self.picture(stage.result) else { return nil }
    if stage.result.isEmpty { return result }
    var source = picture
    if stage.extendsEdges && picture.rect != stage.source {
      guard let whole = self.picture(stage.source) else { return nil }
      whole.copy(picture, budget)
      source = whole
    }
    let isBlurred = gaussian.blur(
      source.plane, sigmaX: radius * pass.scale.x, sigmaY: radius * pass.scale.y,
      into: result.plane, extendsEdges: stage.extendsEdges, threads: threads)
    return isBlurred ? result : nil
  }

  // MARK: Shadow

  /// Computes the alpha of the shadow in each pixel of `wanted`.
  private func castShadow(
    _ effect: Shadow, _ picture: EffectPicture, _ pass: Pass, _ wanted: PixelRect, _ threads: Int
  ) -> CheckedSpan<UInt8>? {
    let m = pass.points
    let offset = Point(
      effect.offset.x * m.a + effect.offset.y * m.c, effect.offset.x * m.b + effect.offset.y * m.d)
    let (x, y) = (SubpixelShift(offset.x), SubpixelShift(offset.y))
    let area = wanted.moved(by: PixelShift(x: 0 &- x.whole, y: 0 &- y.whole))
    guard let source = takeAlpha(picture, x.part, y.part),
      let result = shadow.hold(max(0, wanted.width) * max(0, wanted.height) + 8)
    else { return nil }
    let radius = max(0, effect.radius)
    let isBlurred = gaussian.blur(
      source, sigmaX: x.remaining(of: radius * pass.scale.x),
      sigmaY: y.remaining(of: radius * pass.scale.y),
      into: BytePlane(base: result, rect: area, bytesPerRow: wanted.width, channels: 1),
      threads: threads)
    return isBlurred ? result : nil
  }

  /// Copies the alphas of a picture, moved right and down by fractions of a pixel, in 1/256 pixel.
  private func takeAlpha(
    _ picture: EffectPicture, _ partX: UInt32, _ partY: UInt32
  ) -> BytePlane? {
    let from = picture.rect
    let rect = PixelRect(x0: from.x0, y0: from.y0, x1: from.x1 + 1, y1: from.y1 + 1)
    guard let bytes = alpha.hold(rect.width * rect.height) else { return nil }
    for y in rect.y0..<rect.y1 where budget.shouldContinue(work: rect.width) {
      let to = bytes + Int(y - rect.y0) * rect.width
      if partX == 0 && partY == 0 && y < from.y1 {
        let row = picture.row(y)
        for x in 0..<from.width { to[x] = UInt8(truncatingIfNeeded: row[x] >> 24) }
        to[from.width] = 0
        continue
      }
      let (now, above) = (picture.row(y), picture.row(max(from.y0, y - 1)))
      @inline(__always) func sum(_ x: Int) -> UInt32 {
        if x < 0 || x >= from.width { return 0 }
        let a = y < from.y1 ? now[x] >> 24 : 0
        let b = y > from.y0 && partY > 0 ? above[x] >> 24 : 0
        return a * (256 - partY) + b * partY
      }
      for x in 0..<rect.width {
        let moved = sum(x) * (256 - partX) + (partX > 0 ? sum(x - 1) * partX : 0)
        to[x] = UInt8(truncatingIfNeeded: (moved + 32_768) >> 16)
      }
    }
    return BytePlane(base: bytes, rect: rect, bytesPerRow: rect.width, channels: 1)
  }

  private func lay(
    _ picture: EffectPicture, over cast: CheckedSpan<UInt8>, _ effect: Shadow
  ) {
    let color = effect.color.clamped
    let tint = SIMD4(color.red, color.green, color.blue, 1) * color.alpha
    // The table of shadow colours has an entry for each alpha, so that the shadow's colour is rounded only once.
    let table = table.all
    for alpha in 0..<256 { table[alpha] = packed(tint * Double(alpha)) }
    let (pixels, count) = (picture.pixels, picture.rect.width * picture.rect.height)
    for first in stride(from: 0, to: count, by: 4096) where budget.shouldContinue(work: 4096) {
      let end = min(first + 4096, count)
      if effect.isAlone {
        for i in first..<end { pixels[i] = table[Int(cast[i])] }
        continue
      }
      // The rows of the picture and of the shadow have eight additional pixels after the last pixel, so a loop over eight pixels
      // stays within the memory.
      var i = first
      while i < end {
        let shares = cast.load(i, as: SIMD8<UInt8>.self)
        if unsafeBitCast(shares, to: UInt64.self) != 0 { lay(table, shares, under: pixels + i) }
        i &+= 8
      }
    }
  }

  /// Paints eight pixels of a shadow below eight pixels of a picture.
  @inline(__always) private func lay(
    _ table: CheckedSpan<UInt32>, _ shares: SIMD8<UInt8>,
    under pixels: CheckedSpan<UInt32>
  ) {
    let above = loadPixels(pixels)
    let remaining = 255 &- (above &>> 24)
    if remaining == Pixels() { return }
    var shades = Pixels()
    for lane in 0..<8 { shades[lane] = table[Int(shares[lane])] }
    storePixels(above &+ scaled(shades, by: paired(remaining)), pixels)
  }

  // MARK: Placing

  /// Transforms a picture from the space of its effects to the device.
  private func placed(
    _ picture: EffectPicture, _ pass: Pass, _ toPicture: PlaneTransform
  ) -> EffectPicture? {
    guard let result = self.picture(pass.seen) else { return nil }
    guard let inverse = toPicture.inverted,
      let sampler = ImageSampler(
        picture.pixels, width: picture.rect.width, height: picture.rect.height,
        toImage: inverse * .translation(-Double(picture.rect.x0), -Double(picture.rect.y0)))
    else {
      result.pixels.fill(pass.seen.width * pass.seen.height, with: 0)
      return result
    }
    guard let scratch = columns.hold(2 * pass.seen.width + 8) else { return nil }
    for y in pass.seen.y0..<pass.seen.y1 {
      guard budget.shouldContinue(work: pass.seen.width) else { return nil }
      sampler.fetch(pass.seen.x0, y, pass.seen.width, columns: scratch, into: result.row(y))
    }
    return result
  }
}

/// Distance along one axis, split into whole pixels and a fraction in 1/256 pixel.
private struct SubpixelShift {
  let whole: Int32
  /// Fraction of a pixel, in 1/256 pixel.
  let part: UInt32

  init(_ distance: Double) {
    let steps = Int(clampingDown: distance.clamped(to: -131_072...131_072) * 256 + 0.5)
    whole = Int32(truncatingIfNeeded: steps >> 8)
    part = UInt32(truncatingIfNeeded: steps & 255)
  }

  /// Standard deviation, in pixels, of the blur that remains to be applied for a blur of `sigma`. Less blur remains if the
  /// picture is moved by a fraction of a pixel, because the movement blurs the picture a little.
  func remaining(of sigma: Double) -> Double {
    let fraction = Double(part) / 256
    return max(0, sigma * sigma - fraction * (1 - fraction)).squareRoot()
  }
}

import StrettoGeometry

/// Bytes of a rectangle on the device, with one channel (alpha) or four channels (premultiplied pixels).
struct BytePlane {
  /// Span that begins with the first byte of the pixel at (rect.x0, rect.y0).
  var base: CheckedSpan<UInt8>
  var rect: PixelRect
  var bytesPerRow: Int
  /// Number of channels for each pixel, 1 or 4.
  var channels: Int

  @inline(__always) func row(_ y: Int) -> CheckedSpan<UInt8> {
    base + (y - Int(rect.y0)) * bytesPerRow
  }

  /// Part of the plane within a range of columns and a range of rows. Neither the range of columns nor the range of rows may be
  /// empty.
  func part(_ columns: Range<Int>, _ rows: Range<Int>) -> BytePlane {
    let part = PixelRect(
      x0: Int32(truncatingIfNeeded: columns.lowerBound),
      y0: Int32(truncatingIfNeeded: rows.lowerBound),
      x1: Int32(truncatingIfNeeded: columns.upperBound),
      y1: Int32(truncatingIfNeeded: rows.upperBound))
    return BytePlane(
      base: row(rows.lowerBound) + (columns.lowerBound - Int(rect.x0)) * channels, rect: part,
      bytesPerRow: bytesPerRow, channels: channels)
  }
}

/// A Gaussian blur whose computing time does not grow with the radius of the blur.
///
/// The picture is halved with the weights (1 3 3 1)/8 until the remaining blur has a standard deviation of two to six samples.
/// The halved picture is blurred by a kernel that is cut off at three standard deviations, and is then doubled with the weights
/// (1 3)/4 and (3 1)/4. Halving and doubling are nearly Gaussian blurs: k halvings followed by k doublings have the variance (4^k
/// - 1)/2, which is subtracted from the variance of the kernel. The horizontal and the vertical axis are blurred separately, so
///   that a blur may be wider along one axis. Each channel of a blurred pixel is within 1/255 of the blur computed in floating
///   point.
///
/// Intermediate numbers of a blur have 16 bits, 5 of them after the binary point, so the blurred bytes do not depend on how rows
/// are divided among threads. Pixels outside the source of a blur count as clear, unless the source's edge pixels are repeated.
///
/// The picture is blurred in strips of rows, from top to bottom, so that scratch memory stays within some tens of megabytes.
/// Cutting the picture into strips does not change any byte, because the samples of the halved picture lie on one grid and each
/// sample is computed from all of its inputs.
final class GaussianBlur {
  private var rows = Arena<UInt16>()
  private var otherRows = Arena<UInt16>()
  /// Rows of the halved picture that the current strip needs, followed by the same rows after the vertical blur.
  private var samples = Arena<Float>()
  private var blurred = Arena<Float>()
  /// Row numbers, in the halved picture, of the rows in `samples`.
  private var window = 0..<0
  /// A row of clear bytes, which is used for rows above and below the source.
  private var clear = Arena<UInt8>()
  /// True if the source's edge pixels are repeated outside the source.
  private var extendsEdges = false

  /// Size of a strip of the target in bytes.
  private static let stripBytes: Int = 1 << 21
  /// Number of bytes of the source in a chunk of rows. All rows of the source in a chunk are halved together.
  private static let chunkBytes: Int = 1 << 22

  private let budget: FrameBudget

  init(_ budget: FrameBudget) { self.budget = budget }

  /// Blurs `source` and writes all pixels of `target`. The rectangle of `source` may lie anywhere relative to the rectangle of
  /// `target`. The standard deviations of the blur along the two axes are in pixels, 0 or more.
  ///
  /// - Parameter extendsEdges: True if the source's edge pixels are repeated outside the source. If edge pixels are repeated, the
  ///   source must contain the target.
  /// - Returns: False if the frame was cancelled or there is no memory.
  @discardableResult
  func blur(
    _ source: BytePlane, sigmaX: Double, sigmaY: Double, into target: BytePlane,
    extendsEdges: Bool = false, threads: Int
  ) -> Bool {
    self.extendsEdges = extendsEdges
    let (from, to) = (source.rect, target.rect)
    if to.isEmpty { return true }
    let across = BlurAxis(sigmaX, from.x0, from.x1, to.x0, to.x1)
    let down = BlurAxis(sigmaY, from.y0, from.y1, to.y0, to.y1)
    if across.source.isEmpty || down.source.isEmpty {
      for y in Int(to.y0)..<Int(to.y1) {
        target.row(y).fill(to.width * target.channels, with: 0)
      }
      return true
    }
    let source = source.part(across.source, down.source)
    let width = source.rect.width * source.channels
    guard clear.hold(width, of: 0) != nil else { return false }
    window = 0..<0
    samples.removeAll()
    let step = 1 << down.levels
    let height = max(64, 2 * step, GaussianBlur.stripBytes / (to.width * target.channels))
    for top in stride(from: Int(to.y0), to: Int(to.y1), by: height) {
      guard budget.shouldContinueNow() else { return false }
      let strip = target.part(
        Int(to.x0)..<Int(to.x1), top..<min(top + height, Int(to.y1)))
      let isBlurred =
        source.channels == 4
        ? blurStrip(source, across, down, strip, SIMD4<UInt16>.self, threads)
        : blurStrip(source, across, down, strip, UInt16.self, threads)
      if !isBlurred { return false }
    }
    return true
  }

  /// Blurs the source to one strip of rows of the target. Returns false if the frame was cancelled or there is no memory.
  private func blurStrip<P: BlurPixel>(
    _ source: BytePlane, _ across: BlurAxis, _ down: BlurAxis, _ strip: BytePlane, _: P.Type,
    _ threads: Int
  ) -> Bool {
    let wanted = down.samples(Int(strip.rect.y0)..<Int(strip.rect.y1))
    let needed = down.samples(blurredInto: wanted)
    return take(needed, source, across, down, P.self, threads)
      && blurRows(wanted, across, down, strip, P.self, threads)
      && doubleDown(wanted, strip, down, threads)
  }

  // MARK: Down

  /// Fills `samples` with rows of the halved picture, and reuses rows that `samples` already contains. Returns false if the frame
  /// was cancelled or there is no memory.
  private func take<P: BlurPixel>(
    _ needed: Range<Int>, _ source: BytePlane, _ across: BlurAxis, _ down: BlurAxis, _: P.Type,
    _ threads: Int
  ) -> Bool {
    let width = across.count * P.channels
    let remaining = window.clamped(to: needed)
    if !remaining.isEmpty && remaining.lowerBound > window.lowerBound {
      let first = samples.all + (remaining.lowerBound - window.lowerBound) * width
      samples.all.copy(remaining.count * width, of: first)
    }
    samples.truncate(to: remaining.count * width)
    guard samples.extend(by: (needed.count - remaining.count) * width) != nil else { return false }
    let step = 1 << down.levels
    let most = max(8, GaussianBlur.chunkBytes / (step * source.rect.width * P.channels))
    var next = remaining.isEmpty ? needed.lowerBound : remaining.upperBound
    while next < needed.upperBound, budget.shouldContinueNow() {
      let chunk = next..<min(next + most, needed.upperBound)
      let destination = samples.all + (next - needed.lowerBound) * width
      guard halve(chunk, source, across, down, P.self, into: destination, threads) else {
        return false
      }
      next = chunk.upperBound
    }
    window = needed
    return !budget.isSpent
  }

  /// Computes rows of the halved picture by halving the source vertically and then horizontally. Returns false if the frame was
  /// cancelled or there is no memory.
  private func halve<P: BlurPixel>(
    _ chunk: Range<Int>, _ source: BytePlane, _ across: BlurAxis, _ down: BlurAxis, _: P.Type,
    into destination: CheckedSpan<Float>, _ threads: Int
  ) -> Bool {
    // The halving of the first and the last row of a chunk also reads rows outside the chunk.
    let all = max(0, chunk.lowerBound - 1)..<min(down.count, chunk.upperBound + 1)
    guard halveDown(source, all, down, threads) else { return false }
    let (width, sourceWidth) = (across.count * P.channels, source.rect.width)
    let skipped = chunk.lowerBound - all.lowerBound
    let from = rows.all + skipped * sourceWidth * P.channels
    let extendsEdges = extendsEdges
    divide(chunk.count, of: width, threads) { range in
      var line = Arena<P>()
      for j in range {
        let row = (from + j * sourceWidth * P.channels).bound(to: P.self)
        across.halve(
          row, sourceWidth, at: Int(source.rect.x0), extendsEdges: extendsEdges, &line,
          into: destination + j * width)
      }
    }
    return true
  }

  /// Fills `rows` with a range of rows of the halved picture. Each row in `rows` is as wide as the source, because only the
  /// vertical halving is done.
  private func halveDown(
    _ source: BytePlane, _ wanted: Range<Int>, _ axis: BlurAxis, _ threads: Int
  ) -> Bool {
    let width = source.rect.width * source.channels
    let none = clear.all
    let (first, last) = (Int(source.rect.y0), Int(source.rect.y1))
    let origin = axis.origin + wanted.lowerBound << axis.levels
    let extendsEdges = extendsEdges
    func bytes(_ row: Int) -> CheckedSpan<UInt8> {
      let y = origin + row
      if extendsEdges { return source.row(min(max(y, first), last - 1)) }
      return y >= first && y < last ? source.row(y) : none
    }
    let levels = axis.levels
    var count = wanted.count << max(0, levels - 1)
    guard let start = rows.hold(count * width) else { return false }
    divide(count, of: width, threads) { range in
      for j in range {
        if levels == 0 {
          widen(bytes(j), width, into: start + j * width)
        } else {
          widenHalved(
            bytes(2 * j - 1), bytes(2 * j), bytes(2 * j + 1), bytes(2 * j + 2), width,
            into: start + j * width)
        }
      }
    }
    for _ in 1..<max(1, levels) {
      guard halveOnce(&count, width, threads) else { return false }
    }
    return true
  }

  private func halveOnce(_ count: inout Int, _ width: Int, _ threads: Int) -> Bool {
    let (above, half, from) = (count, count / 2, rows.all)
    guard let to = otherRows.hold(half * width) else { return false }
    divide(half, of: width, threads) { range in
      for j in range {
        let (a, d) = (max(2 * j - 1, 0), min(2 * j + 2, above - 1))
        StrettoRaster.halve(
          from + a * width, from + 2 * j * width, from + (2 * j + 1) * width, from + d * width,
          width, into: to + j * width)
      }
    }
    swap(&rows, &otherRows)
    count = half
    return true
  }

  // MARK: Across

  /// Fills `rows` with a range of rows of the halved picture after the vertical and the horizontal blur. Each row in `rows` is as
  /// wide as the target.
  private func blurRows<P: BlurPixel>(
    _ wanted: Range<Int>, _ across: BlurAxis, _ down: BlurAxis, _ target: BytePlane, _: P.Type,
    _ threads: Int
  ) -> Bool {
    let (channels, count, width) = (P.channels, wanted.count, across.count * P.channels)
    let (small, window) = (samples.all, window)
    let (targetWidth, targetX) = (target.rect.width, Int(target.rect.x0))
    let extendsEdges = extendsEdges
    guard let smooth = blurred.hold(count * width),
      let to = rows.hold(count * targetWidth * channels)
    else { return false }
    divide(count, of: width, threads) { range in
      for j in range {
        down.convolve(
          small, window, wanted.lowerBound + j, width, extendsEdges: extendsEdges,
          into: smooth + j * width)
      }
    }
    divide(count, of: width, threads) { range in
      var sum = Arena<Float>()
      var line = Arena<P>()
      var next = Arena<P>()
      for j in range {
        guard
          across.convolve(
            across: smooth + j * width, channels, extendsEdges: extendsEdges, &sum),
          across.double(sum.all, &line, &next)
        else { return }
        let pixels = (line.all + (targetX - across.origin)).bound(to: UInt16.self)
        (to + j * targetWidth * channels).copy(targetWidth * channels, of: pixels)
      }
    }
    return true
  }

  // MARK: Up

  /// Doubles `rows` of the halved picture to the target's size and writes the target's bytes.
  private func doubleDown(
    _ wanted: Range<Int>, _ target: BytePlane, _ axis: BlurAxis, _ threads: Int
  ) -> Bool {
    let width = target.rect.width * target.channels
    var count = wanted.count
    for _ in 1..<max(1, axis.levels) {
      let before = count
      count *= 2
      let from = rows.all
      guard let to = otherRows.hold(count * width) else { return false }
      divide(count, of: width, threads) { range in
        for j in range {
          let (near, far) = neighbours(j, before)
          double(from + near * width, from + far * width, width, into: to + j * width)
        }
      }
      swap(&rows, &otherRows)
    }
    let (from, levels, first) = (rows.all, axis.levels, Int(target.rect.y0))
    let offset = first - axis.origin - wanted.lowerBound << levels
    divide(target.rect.height, of: width, threads) { range in
      for y in range {
        let destination = target.row(first + y)
        if levels == 0 {
          narrow(from + (y + offset) * width, width, into: destination)
        } else {
          let (near, far) = neighbours(y + offset, count)
          narrowDoubled(from + near * width, from + far * width, width, into: destination)
        }
      }
    }
    return true
  }
}

/// Indices of the two samples from which sample `j` of the doubled row is computed, with the nearer sample first.
@inline(__always) private func neighbours(_ j: Int, _ count: Int) -> (near: Int, far: Int) {
  let near = j >> 1
  return (near, min(max(j & 1 == 0 ? near - 1 : near + 1, 0), count - 1))
}

/// Calls `work` for ranges that together make up `0 ..< count` rows. Several threads call `work` if there are enough samples,
/// because waking a thread takes as long as computing some ten thousand samples.
private func divide(
  _ count: Int, of width: Int, _ threads: Int, _ work: (Range<Int>) -> Void
) {
  let parts = max(1, min(threads, count / 16, count * width / 32_768))
  inParallel(parts) { part in work(count * part / parts..<count * (part + 1) / parts) }
}

// MARK: - One axis

/// Plan of a blur along one axis: the number of halvings, the samples and the kernel.
private struct BlurAxis {
  /// Number of times that the picture is halved.
  let levels: Int
  /// Pixels of the source that are near enough to change the target. The source of a shadow may be far outside the target.
  let source: Range<Int>
  /// Pixel coordinate of the source at which the first sample of the halved picture begins.
  let origin: Int
  /// Number of samples of the halved picture.
  let count: Int
  /// Weights of the kernel from the middle outwards. The sum of all weights of the kernel is 1 if each weight except the first is
  /// counted twice.
  let weights: [Float]
  /// For each distance up to `count` samples, the sum of the kernel's weights from that distance on.
  private let weightsFrom: [Float]

  /// Smallest standard deviation of the blur kernel, in samples, at which nobody can see that the picture was halved.
  private static let least: Double = 2.3
  /// Largest standard deviation of a blur, in pixels. A blur with a larger deviation would spread the picture over more pixels
  /// than a frame can have. For standard deviations above about 700 pixels, the kernel has more weights, but never more weights
  /// than there are samples.
  private static let most: Double = 65_536
  private static let mostLevels: Int = 7
  /// Number of samples of the halved picture beyond each end of the picture.
  private static let margin: Int = 3

  init(_ sigma: Double, _ from: Int32, _ fromEnd: Int32, _ to: Int32, _ toEnd: Int32) {
    let sigma = min(sigma, BlurAxis.most)
    var (levels, rest) = (0, sigma)
    while levels < BlurAxis.mostLevels {
      let step = Double(2 << levels)
      let next = (max(0, sigma * sigma - (step * step - 1) / 2)).squareRoot() / step
      if next < BlurAxis.least { break }
      (levels, rest) = (levels + 1, next)
    }
    let step = 1 << levels
    self.levels = levels
    // `reach` is three standard deviations plus the distance over which halving and doubling spread a pixel. `reach` is a whole
    // number of samples of the halved picture, so that samples stay on one grid.
    let reach = Int(clampingUp: 3 * sigma) + 4 * step
    let first = Int(from) + max(0, Int(to) - reach - Int(from)) / step * step
    source = first..<max(first, min(Int(fromEnd), Int(toEnd) + reach))
    origin = min(first, Int(to)) - BlurAxis.margin * step
    let length = max(source.upperBound, Int(toEnd)) - origin
    count = (length + step - 1) / step + BlurAxis.margin
    weights = BlurAxis.weights(rest, radius: Int(clampingDown: 3 * sigma / Double(step)))
    var sums = [Float](repeating: weights.dropFirst(count).reduce(0, +), count: count + 1)
    for i in stride(from: count - 1, through: 0, by: -1) {
      sums[i] = sums[i + 1] + (i < weights.count ? weights[i] : 0)
    }
    weightsFrom = sums
  }

  private static func weights(_ sigma: Double, radius: Int) -> [Float] {
    guard radius > 0 else { return [1] }
    let all = (0...radius).map { exp(-Double($0 * $0) / (2 * sigma * sigma)) }
    let sum = 2 * all.reduce(0, +) - all[0]
    return all.map { Float($0 / sum) }
  }

  /// Halves a row of the source, which begins at pixel `x`, to samples of the halved picture. If there is no memory, no samples
  /// are written.
  func halve<P: BlurPixel>(
    _ row: CheckedSpan<P>, _ width: Int, at x: Int, extendsEdges: Bool, _ line: inout Arena<P>,
    into samples: CheckedSpan<Float>
  ) {
    var length = count << levels
    guard let destination = line.hold(length, of: extendsEdges ? row[width - 1] : .clear) else {
      return
    }
    if extendsEdges { destination.fill(x - origin, with: row[0]) }
    (destination + (x - origin)).copy(width, of: row)
    for _ in 0..<levels {
      length /= 2
      // A row is halved in place, because each sample is written to the left of the next sample that is read. Samples beyond both
      // ends of the row count as clear, unless the edge pixels are repeated.
      var before = extendsEdges ? destination[0] : .clear
      for j in 0..<length {
        let (b, c) = (destination[2 * j], destination[2 * j + 1])
        let d = j + 1 < length ? destination[2 * j + 2] : extendsEdges ? c : .clear
        destination[j] = .halved(before, b, c, d)
        before = c
      }
    }
    let bytes = destination.bound(to: UInt16.self)
    for i in 0..<count * P.channels { samples[i] = Float(bytes[i]) }
  }

  /// Samples of the halved picture that are read to compute a range of pixels.
  func samples(_ pixels: Range<Int>) -> Range<Int> {
    let first = (pixels.lowerBound - origin) >> levels
    let end = (pixels.upperBound - 1 - origin) >> levels + 1
    let margin = min(levels, 1)
    return max(0, first - margin)..<min(count, end + margin)
  }

  /// Samples of the halved picture that the kernel reads to compute the given blurred samples.
  func samples(blurredInto samples: Range<Int>) -> Range<Int> {
    let reach = weights.count - 1
    return max(0, samples.lowerBound - reach)..<min(count, samples.upperBound + reach)
  }

  /// Computes row `j` of the vertical blur.
  ///
  /// - Parameters:
  ///   - window: Numbers of the rows that `given` contains. Each row of samples in `given` has `width` samples.
  func convolve(
    _ given: CheckedSpan<Float>, _ window: Range<Int>, _ j: Int, _ width: Int,
    extendsEdges: Bool, into sum: CheckedSpan<Float>
  ) {
    @inline(__always) func row(_ k: Int) -> CheckedSpan<Float> {
      given + (k - window.lowerBound) * width
    }
    scale(row(j), weights[0], width, into: sum)
    for i in 1..<max(1, min(weights.count, count)) {
      if extendsEdges {
        add(row(max(0, j - i)), row(min(j + i, count - 1)), weights[i], width, to: sum)
        continue
      }
      switch (j - i >= 0, j + i < count) {
      case (true, true):
        add(row(j - i), row(j + i), weights[i], width, to: sum)
      case (true, false): add(row(j - i), weights[i], width, to: sum)
      case (false, true): add(row(j + i), weights[i], width, to: sum)
      case (false, false): break
      }
    }
    if extendsEdges && weights.count > count {
      add(row(0), row(count - 1), weightsFrom[count], width, to: sum)
    }
  }

  /// Blurs a row horizontally. Returns false if there is no memory.
  func convolve(
    across row: CheckedSpan<Float>, _ channels: Int, extendsEdges: Bool, _ sum: inout Arena<Float>
  ) -> Bool {
    let width = count * channels
    guard let to = sum.hold(width) else { return false }
    scale(row, weights[0], width, into: to)
    for i in 1..<max(1, min(weights.count, count)) {
      let shift = i * channels
      add(row, weights[i], width - shift, to: to + shift)
      add(row + shift, weights[i], width - shift, to: to)
    }
    if extendsEdges { addEdges(row, channels, to: to) }
    return true
  }

  /// Adds the contributions of repeated edge samples to each sample of a row. The first sample of a row is repeated before the
  /// row, and the last sample is repeated after the row.
  private func addEdges(
    _ row: CheckedSpan<Float>, _ channels: Int, to sum: CheckedSpan<Float>
  ) {
    for j in 0..<count {
      for k in 0..<channels {
        let (first, last) = (row[k], row[(count - 1) * channels + k])
        sum[j * channels + k] += first * weightsFrom[j + 1] + last * weightsFrom[count - j]
      }
    }
  }

  /// Doubles samples of the halved picture to pixels, which are stored in `line`. Returns false if there is no memory.
  func double<P: BlurPixel>(
    _ samples: CheckedSpan<Float>, _ line: inout Arena<P>, _ next: inout Arena<P>
  ) -> Bool {
    guard let destination = line.hold(count) else { return false }
    let words = destination.bound(to: UInt16.self)
    for i in 0..<count * P.channels { words[i] = rounded(samples[i]) }
    var length = count
    for _ in 0..<levels {
      let from = line.all
      guard let to = next.hold(2 * length) else { return false }
      var before = P.clear
      for j in 0..<length {
        let now = from[j]
        to[2 * j] = .doubled(now, before)
        to[2 * j + 1] = .doubled(now, j + 1 < length ? from[j + 1] : .clear)
        before = now
      }
      swap(&line, &next)
      length *= 2
    }
    return true
  }
}

// MARK: - Loops over rows

/// Pixel of one or four channels. Each channel of a blur pixel is an unsigned 16-bit number with 5 bits after the binary point.
private protocol BlurPixel: BitwiseCopyable {
  static var clear: Self { get }
  static var channels: Int { get }
  /// The halved sample (a + 3b + 3c + d) / 8, rounded.
  static func halved(_ a: Self, _ b: Self, _ c: Self, _ d: Self) -> Self
  /// The doubled sample (3 near + far) / 4, rounded.
  static func doubled(_ near: Self, _ far: Self) -> Self
}

extension UInt16: BlurPixel {
  static var clear: UInt16 { 0 }
  static var channels: Int { 1 }
  @inline(__always)
  static func halved(_ a: UInt16, _ b: UInt16, _ c: UInt16, _ d: UInt16) -> UInt16 {
    (a &+ d &+ (b &+ c) &* 3 &+ 4) &>> 3
  }
  @inline(__always) static func doubled(_ near: UInt16, _ far: UInt16) -> UInt16 {
    (near &* 3 &+ far &+ 2) &>> 2
  }
}

extension SIMD4<UInt16>: BlurPixel {
  static var clear: SIMD4<UInt16> { SIMD4(repeating: 0) }
  static var channels: Int { 4 }
  @inline(__always)
  static func halved(
    _ a: SIMD4<UInt16>, _ b: SIMD4<UInt16>, _ c: SIMD4<UInt16>, _ d: SIMD4<UInt16>
  ) -> SIMD4<UInt16> {
    (a &+ d &+ (b &+ c) &* 3 &+ 4) &>> 3
  }
  @inline(__always)
  static func doubled(_ near: SIMD4<UInt16>, _ far: SIMD4<UInt16>) -> SIMD4<UInt16> {
    (near &* 3 &+ far &+ 2) &>> 2
  }
}

// The loops over rows have the attribute `_optimize(speed)`, because tools/web.py compiles the module for small size in the
// library for web pages.

@inline(never) @_optimize(speed) private func widen(
  _ row: CheckedSpan<UInt8>, _ count: Int, into out: CheckedSpan<UInt16>
) {
  for i in 0..<count { out[i] = UInt16(truncatingIfNeeded: row[i]) &<< 5 }
}

@inline(never) @_optimize(speed) private func widenHalved(
  _ a: CheckedSpan<UInt8>, _ b: CheckedSpan<UInt8>, _ c: CheckedSpan<UInt8>,
  _ d: CheckedSpan<UInt8>, _ count: Int, into out: CheckedSpan<UInt16>
) {
  for i in 0..<count {
    let outer = UInt16(truncatingIfNeeded: a[i]) &+ UInt16(truncatingIfNeeded: d[i])
    let inner = UInt16(truncatingIfNeeded: b[i]) &+ UInt16(truncatingIfNeeded: c[i])
    out[i] = (outer &+ inner &* 3) &<< 2
  }
}

@inline(never) @_optimize(speed) private func halve(
  _ a: CheckedSpan<UInt16>, _ b: CheckedSpan<UInt16>, _ c: CheckedSpan<UInt16>,
  _ d: CheckedSpan<UInt16>, _ count: Int, into out: CheckedSpan<UInt16>
) {
  for i in 0..<count { out[i] = .halved(a[i], b[i], c[i], d[i]) }
}

@inline(never) @_optimize(speed) private func double(
  _ near: CheckedSpan<UInt16>, _ far: CheckedSpan<UInt16>, _ count: Int,
  into out: CheckedSpan<UInt16>
) {
  for i in 0..<count { out[i] = .doubled(near[i], far[i]) }
}

@inline(never) @_optimize(speed) private func narrow(
  _ row: CheckedSpan<UInt16>, _ count: Int, into out: CheckedSpan<UInt8>
) {
  for i in 0..<count { out[i] = UInt8(truncatingIfNeeded: (row[i] &+ 16) &>> 5) }
}

@inline(never) @_optimize(speed) private func narrowDoubled(
  _ near: CheckedSpan<UInt16>, _ far: CheckedSpan<UInt16>, _ count: Int,
  into out: CheckedSpan<UInt8>
) {
  for i in 0..<count {
    out[i] = UInt8(truncatingIfNeeded: (near[i] &* 3 &+ far[i] &+ 64) &>> 7)
  }
}

@inline(never) @_optimize(speed) private func scale(
  _ row: CheckedSpan<Float>, _ weight: Float, _ count: Int,
  into sum: CheckedSpan<Float>
) {
  for i in 0..<count { sum[i] = row[i] * weight }
}

@inline(never) @_optimize(speed) private func add(
  _ row: CheckedSpan<Float>, _ weight: Float, _ count: Int, to sum: CheckedSpan<Float>
) {
  for i in 0..<max(0, count) { sum[i] += row[i] * weight }
}

@inline(never) @_optimize(speed) private func add(
  _ a: CheckedSpan<Float>, _ b: CheckedSpan<Float>, _ weight: Float, _ count: Int,
  to sum: CheckedSpan<Float>
) {
  for i in 0..<count { sum[i] += (a[i] + b[i]) * weight }
}

/// Rounds to the nearest whole number in 0...65535. Adding 2^23 to a number leaves the rounded number in the low bits of the
/// mantissa.
@inline(__always) private func rounded(_ v: Float) -> UInt16 {
  UInt16(truncatingIfNeeded: (v + 8_388_608).bitPattern)
}

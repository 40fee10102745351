import StrettoDisplayList
import StrettoGeometry
import StrettoImaging

/// Area of an image that one device pixel covers, approximated by a parallelogram.
struct Footprint {
  /// Vectors from the device pixel to its neighbour on the right and to its neighbour below, in pixels of the image.
  let right: Point
  let below: Point

  init(_ m: PlaneTransform) {
    (right, below) = (Point(m.a, m.b), Point(m.c, m.d))
  }

  /// Creates the footprint of the device pixel `device` in perspective, where footprints differ from pixel to pixel. The point
  /// `image` is the image point that is visible at the device pixel `device`.
  init(_ m: PlaneTransform, at device: Point, _ image: Point) {
    let w = device.x * m.wx + device.y * m.wy + m.ww
    right = Point((m.a - image.x * m.wx) / w, (m.b - image.y * m.wx) / w)
    below = Point((m.c - image.x * m.wy) / w, (m.d - image.y * m.wy) / w)
  }

  private init(_ right: Point, _ below: Point) { (self.right, self.below) = (right, below) }

  func scaled(_ factor: Double) -> Footprint { Footprint(right * factor, below * factor) }

  /// True if the image is minified along at least one side of the footprint, apart from rounding errors.
  var isShrunk: Bool {
    let limit = 1.0 + 1e-6
    return right.x * right.x + right.y * right.y > limit
      || below.x * below.x + below.y * below.y > limit
  }

  var isFinite: Bool {
    right.x.isFinite && right.y.isFinite && below.x.isFinite && below.y.isFinite
  }

  /// Number of samples along each side that makes samples at most one image pixel apart.
  func grid(most: Double) -> (across: Int, down: Int) {
    func count(_ side: Point) -> Int {
      let length = side.length
      return length < 1.5 ? 1 : Int(clampingUp: min(most, length - 0.01))
    }
    return (count(right), count(below))
  }

  /// Chooses the finest mipmap level for which `samples` samples suffice, up to `most` halvings, and the number of samples.
  ///
  /// If the footprint is long and narrow, there may be many samples along the footprint and one sample across it, as with the
  /// anisotropic filters of graphics processors, which allow 16 samples.
  func level(most halvings: Int, samples: Int) -> (level: Int, grid: (across: Int, down: Int)) {
    guard isFinite else { return (halvings, (1, 1)) }
    var (level, footprint) = (0, self)
    while true {
      let grid = footprint.grid(most: 4096)
      if grid.across * grid.down <= samples { return (level, grid) }
      if level == halvings { return (level, footprint.grid(most: 16)) }
      (level, footprint) = (level + 1, footprint.scaled(0.5))
    }
  }
}

/// Mipmap levels of an image from which a paint samples.
struct LevelUse {
  let level: Int
  let isLinear: Bool
  let grid: (across: Int, down: Int)
  let choice: LevelChoice?

  /// Scale of a mipmap level relative to the image. For mipmap level n, the scale is 1/2^n.
  static func shrink(_ level: Int) -> Double { 1 / Double(1 << level) }
  var shrink: Double { LevelUse.shrink(level) }

  /// Chooses the mipmap levels for a paint.
  ///
  /// - Parameters:
  ///   - part: Visible part of the image, in pixels of the image.
  ///   - toImage: Transform from the device to pixels of the image.
  ///   - seen: Pixels of the device that may be fetched.
  init(
    _ paint: ImagePaint, _ image: Image, _ part: PixelRect, _ toImage: PlaneTransform,
    _ seen: PixelRect, _ budget: FrameBudget
  ) {
    let footprint = Footprint(toImage)
    let most = LevelUse.mostHalvings(part, image)
    guard toImage.isAffine else {
      let isShrunk = LevelUse.corners(seen).contains {
        Footprint(toImage, at: $0, toImage.apply($0)).needsLevels(paint)
      }
      (level, isLinear, grid) = (0, paint.filter != .nearest, (1, 1))
      choice = LevelChoice(paint, image, most: isShrunk ? most : 0, budget)
      return
    }
    guard footprint.isShrunk else {
      (level, isLinear, grid, choice) = (0, paint.filter != .nearest, (1, 1), nil)
      return
    }
    switch paint.minification {
    case .nearest: (level, isLinear, grid, choice) = (0, false, (1, 1), nil)
    case .linear:
      (level, grid) = footprint.level(most: most, samples: paint.samples)
      (isLinear, choice) = (true, nil)
    case .trilinear:
      (level, isLinear, grid) = (0, true, (1, 1))
      choice = LevelChoice(paint, image, most: most, budget)
    }
  }

  /// Largest number of halvings that mix no pixels from outside the visible part into the part. The sides of the visible part
  /// must be borders between pixels of the mipmap level.
  private static func mostHalvings(_ part: PixelRect, _ image: Image) -> Int {
    var all = 0
    while (max(image.width, image.height) - 1) >> all > 0 { all += 1 }
    func fits(_ v: Int32, _ side: Int) -> Int {
      v == 0 || Int(v) == side ? all : min(all, v.trailingZeroBitCount)
    }
    return min(
      fits(part.x0, image.width), fits(part.x1, image.width), fits(part.y0, image.height),
      fits(part.y1, image.height))
  }

  private static func corners(_ rect: PixelRect) -> [Point] {
    let (x0, y0) = (Double(rect.x0), Double(rect.y0))
    let (x1, y1) = (Double(rect.x1), Double(rect.y1))
    return [Point(x0, y0), Point(x1, y0), Point(x0, y1), Point(x1, y1)]
  }
}

extension Footprint {
  /// True if drawing the paint may need mipmap levels of the image.
  fileprivate func needsLevels(_ paint: ImagePaint) -> Bool {
    switch paint.minification {
    case .nearest: false
    case .linear: !isFinite || level(most: 1, samples: paint.samples).level > 0
    case .trilinear: !isFinite || isShrunk
    }
  }
}

extension Image {
  /// The image and its mipmap levels; nil, and the frame ends, if there is no memory or the frame was cancelled.
  func versions(_ budget: FrameBudget) -> CheckedSpan<MipLevel>? {
    do throws(NoMemory) { return try mipmaps(&budget.cancellation)?.all } catch { return nil }
  }
}

/// Mipmap levels of an image among which each device pixel chooses.
struct LevelChoice {
  let minification: ImageFilter
  /// Index of the smallest mipmap level.
  let most: Int
  private let levels: CheckedSpan<MipLevel>?
  private let bias: Double
  /// Largest number of samples for each device pixel, as in `ImagePaint`.
  let samples: Int

  fileprivate init(
    _ paint: ImagePaint, _ image: Image, most: Int, _ budget: FrameBudget
  ) {
    (minification, bias, self.most) = (paint.minification, paint.bias, most)
    samples = paint.samples
    levels = most > 0 ? image.versions(budget) : nil
  }

  /// Largest number of samples along each side for a picture that the rasteriser made.
  static let mostOwnSamples: Double = 16
  /// The settings for sampling a picture that the rasteriser made, of which no mipmaps exist.
  static var ofOwnPicture: LevelChoice { LevelChoice() }

  private init() {
    (minification, bias, most, levels) = (.linear, 0, 0, nil)
    samples = Int(LevelChoice.mostOwnSamples * LevelChoice.mostOwnSamples)
  }

  /// Pixels and width of a mipmap level; nil for the image itself.
  func version(_ level: Int) -> (pixels: CheckedSpan<UInt32>, width: Int)? {
    guard level > 0, let levels else { return nil }
    return (levels[level].all, levels[level].width)
  }

  /// Chooses two adjacent mipmap levels by the longer side of the footprint. Returns the finer mipmap level, and the weight of
  /// the coarser mipmap level in 1/256.
  func trilinear(_ footprint: Footprint) -> (level: Int, fraction: UInt64) {
    guard footprint.isFinite else { return (most, 0) }
    let length = max(footprint.right.length, footprint.below.length)
    // The logarithm to base 2 is computed by repeated halving, and is linear between two powers of two, so that the bits are the
    // same on every machine.
    var (rest, level) = (length, 0)
    while rest >= 2 && level < 64 { (rest, level) = (rest / 2, level + 1) }
    let position = (Double(level) + (rest - 1) + bias).clamped(to: 0...Double(most))
    let whole = Int(clampingDown: position)
    if whole >= most { return (most, 0) }
    return (whole, UInt64(Int(clampingDown: (position - Double(whole)) * 256)))
  }
}

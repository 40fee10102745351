import StrettoGeometry
import Testing

@testable import StrettoRaster

/// The formulas of W3C's "Compositing and Blending Level 1", in double precision, for straight colours.
private enum Specification {
  typealias Tone = SIMD3<Double>

  static func separable(_ mode: BlendMode, _ b: Double, _ s: Double) -> Double? {
    switch mode {
    case .multiply: b * s
    case .screen: 1 - (1 - b) * (1 - s)
    case .overlay: separable(.hardLight, s, b)
    case .darken: min(b, s)
    case .lighten: max(b, s)
    case .colorDodge: b == 0 ? 0 : s == 1 ? 1 : min(1, b / (1 - s))
    case .colorBurn: b == 1 ? 1 : s == 0 ? 0 : 1 - min(1, (1 - b) / s)
    case .hardLight: s <= 0.5 ? 2 * s * b : 1 - (1 - b) * (2 - 2 * s)
    case .softLight:
      s <= 0.5
        ? b - (1 - 2 * s) * b * (1 - b)
        : b + (2 * s - 1) * ((b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()) - b)
    case .difference: (b - s).magnitude
    case .exclusion: b + s - 2 * b * s
    case .subtract: max(0, b - s)
    case .divide: s == 0 ? 1 : min(1, b / s)
    case .linearBurn: max(0, b + s - 1)
    case .linearDodge: min(1, b + s)
    case .linearLight: min(1, max(0, b + 2 * s - 1))
    case .vividLight:
      s < 0.5 ? separable(.colorBurn, b, 2 * s) : separable(.colorDodge, b, 2 * s - 1)
    case .pinLight: s < 0.5 ? min(b, 2 * s) : max(b, 2 * s - 1)
    default: nil
    }
  }

  static func lum(_ c: Tone) -> Double { 0.3 * c.x + 0.59 * c.y + 0.11 * c.z }
  static func sat(_ c: Tone) -> Double { c.max() - c.min() }

  static func setLum(_ c: Tone, _ l: Double) -> Tone {
    var c = c + (l - lum(c))
    let (l, n, x) = (lum(c), c.min(), c.max())
    if n < 0 { c = l + (c - l) * l / (l - n) }
    if x > 1 { c = l + (c - l) * (1 - l) / (x - l) }
    return c
  }

  static func setSat(_ c: Tone, _ s: Double) -> Tone {
    sat(c) > 0 ? (c - c.min()) * s / sat(c) : Tone(repeating: 0)
  }

  static func mixed(_ mode: BlendMode, _ b: Tone, _ s: Tone) -> Tone? {
    switch mode {
    case .hue: setLum(setSat(s, sat(b)), lum(b))
    case .saturation: setLum(setSat(b, sat(s)), lum(b))
    case .color: setLum(s, lum(b))
    case .luminosity: setLum(b, lum(s))
    default: nil
    }
  }

  /// Porter and Duff's factors of the source and of the backdrop for a blend mode, for source alpha `s` and backdrop alpha `b`.
  static func shares(_ mode: BlendMode, _ s: Double, _ b: Double) -> (Double, Double)? {
    switch mode {
    case .clear: (0, 0)
    case .copy: (1, 0)
    case .sourceOver, .normal: (1, 1 - s)
    case .sourceIn: (b, 0)
    case .sourceOut: (1 - b, 0)
    case .sourceAtop: (b, 1 - s)
    case .dest: (0, 1)
    case .destOver: (1 - b, 1)
    case .destIn: (0, s)
    case .destOut: (0, 1 - s)
    case .destAtop: (1 - b, s)
    case .xor: (1 - b, 1 - s)
    case .additive: (1, 1)
    default: nil
    }
  }

  /// The expected premultiplied channels, in 0...255, of the premultiplied pixel `source` over the premultiplied pixel `below`.
  static func result(_ mode: BlendMode, below: UInt32, source: UInt32) -> [Double] {
    func channels(_ p: UInt32) -> ([Double], Double) {
      ([0, 8, 16].map { Double(p >> $0 & 255) / 255 }, Double(p >> 24) / 255)
    }
    let ((b, ab), (s, a)) = (channels(below), channels(source))
    if let (fs, fb) = shares(mode, a, ab) {
      return (zip(s, b).map { $0 * fs + $1 * fb } + [a * fs + ab * fb]).map { min(1, $0) * 255 }
    }
    if mode == .plusDarker {
      let alpha = min(1, a + ab)
      return (zip(s, b).map { alpha - min(alpha, a - $0 + ab - $1) } + [alpha]).map { $0 * 255 }
    }
    let tones = [b.map { ab > 0 ? $0 / ab : 0 }, s.map { $0 / a }]
    let mixed =
      Specification.mixed(
        mode, Tone(tones[0][0], tones[0][1], tones[0][2]),
        Tone(tones[1][0], tones[1][1], tones[1][2])
      ).map { [$0.x, $0.y, $0.z] }
      ?? zip(tones[0], tones[1]).map { separable(mode, $0, $1) ?? .nan }
    let colors = (0..<3).map { s[$0] * (1 - ab) + b[$0] * (1 - a) + a * ab * mixed[$0] }
    return (colors + [a + ab - a * ab]).map { $0 * 255 }
  }
}

/// The pixels of one row of `source` drawn onto the row `below`.
private func drawn(
  _ mode: BlendMode, _ source: [UInt32], onto below: [UInt32], coverage: UInt8 = 255,
  modulation: UInt32 = ~0
) -> [UInt32] {
  let row = arena(source)
  let place = arena(below)
  let run = CoverageRuns.Run(x: 0, y: 0, count: Int32(source.count), mask: 0)
  let mask = Arena(source.count, repeating: coverage)
  let rect = PixelRect(x0: 0, y0: 0, x1: Int32(source.count), y1: 1)
  blend(row.all, run, mask.all, modulation: modulation, mode, onto: Surface(place.all, rect))
  return Array(place.all)
}

private func bytes(_ pixel: UInt32) -> [Double] {
  [0, 8, 16, 24].map { Double(pixel >> $0 & 255) }
}

/// Nine colours with nine alphas each, as premultiplied 8-bit pixels.
private let grid: [UInt32] = {
  let colors: [[Double]] = [
    [0, 0, 0], [1, 1, 1], [0.5, 0.5, 0.5], [1, 0, 0], [0.2, 0.9, 0.1], [0.1, 0.2, 0.75],
    [0.9, 0.85, 0.05], [0.25, 0.5, 0.625], [0.6, 0.3, 0.7],
  ]
  return colors.flatMap { color in
    (0...8).map { step in
      let alpha = Double(step) / 8
      return packed(Color(color[0], color[1], color[2], alpha))
    }
  }
}()

@Suite("Blend modes")
struct BlendModeTests {
  @Test(
    "equal the specification's formulas for all pairs of colours and alphas",
    arguments: BlendMode.allCases)
  func formulas(mode: BlendMode) {
    for below in grid {
      let result = drawn(mode, grid, onto: [UInt32](repeating: below, count: grid.count))
      for (source, pixel) in zip(grid, result) where source >> 24 > 0 {
        let expected = Specification.result(mode, below: below, source: source)
        let error = zip(bytes(pixel), expected).map { ($0 - $1).magnitude }.max() ?? .infinity
        #expect(error <= 1, "\(mode) \(below) \(source): \(bytes(pixel)), not \(expected)")
      }
    }
  }

  @Test("a transparent pixel changes nothing, in any mode", arguments: BlendMode.allCases)
  func clear(mode: BlendMode) {
    #expect(drawn(mode, [UInt32](repeating: 0, count: grid.count), onto: grid) == grid)
  }

  @Test(
    "coverage interpolates between backdrop and result",
    arguments: [BlendMode.copy, .multiply, .clear])
  func coverage(mode: BlendMode) {
    let below = [UInt32](repeating: 0xFF80_4020, count: grid.count)
    let (none, half, all) = (
      drawn(mode, grid, onto: below, coverage: 0), drawn(mode, grid, onto: below, coverage: 128),
      drawn(mode, grid, onto: below)
    )
    #expect(none == below)
    for i in grid.indices {
      for ((a, b), c) in zip(zip(bytes(below[i]), bytes(half[i])), bytes(all[i])) {
        #expect((a + (c - a) * 128 / 255 - b).magnitude <= 1)
      }
    }
  }

  @Test("the modulation multiplies the source before it is blended")
  func modulation() {
    let half: UInt32 = 0x8080_8080
    let faded = grid.map { product($0, half) }
    let below = [UInt32](repeating: 0xC0A0_5030, count: grid.count)
    #expect(
      drawn(.difference, grid, onto: below, modulation: half)
        == drawn(.difference, faded, onto: below))
  }

  @Test("every mode has a name of its own")
  func names() {
    #expect(Set(BlendMode.allCases.map { $0.name }).count == BlendMode.allCases.count)
  }
}

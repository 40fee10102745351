import StrettoGeometry
import StrettoTestSupport
import Testing

@testable import StrettoRaster

/// Blurs a plane of 8-bit samples with `channels` channels. The rectangles of the source and of the result may differ.
private func blurred(
  _ source: [UInt8], _ from: PixelRect, to: PixelRect, channels: Int, sigma: (Double, Double),
  threads: Int = 1
) -> [UInt8] {
  let source = arena(source)
  let target = Arena<UInt8>(to.width * to.height * channels, repeating: 77)
  GaussianBlur(FrameBudget()).blur(
    BytePlane(
      base: source.all, rect: from, bytesPerRow: from.width * channels, channels: channels),
    sigmaX: sigma.0, sigmaY: sigma.1,
    into: BytePlane(
      base: target.all, rect: to, bytesPerRow: to.width * channels, channels: channels),
    threads: threads)
  return Array(target.all)
}

private func rect(_ x0: Int32, _ y0: Int32, _ x1: Int32, _ y1: Int32) -> PixelRect {
  PixelRect(x0: x0, y0: y0, x1: x1, y1: y1)
}

/// Rows that are hard to blur exactly: edges and lines at every offset, stripes, and noise.
private func hardRows(_ length: Int, _ sigma: Double) -> [[UInt8]] {
  var random = Pseudorandom(seed: 7)
  var rows: [[UInt8]] = []
  for phase in 0..<8 {
    rows.append((0..<length).map { $0 >= length / 2 + phase ? 255 : 0 })
    let line = length / 2 + phase
    rows.append((0..<length).map { $0 >= line && $0 < line + Int(sigma) + 1 ? 255 : 0 })
    let period = max(1, Int(sigma * Double(phase + 1) / 2))
    rows.append((0..<length).map { ($0 / period) & 1 == 0 ? 255 : 0 })
    rows.append((0..<length).map { _ in Bool.random(using: &random) ? 255 : 0 })
  }
  return rows
}

@Suite("Gaussian blur")
struct GaussianBlurTests {
  @Test(
    "is within 1/255 of a Gaussian in floating point, along both axes",
    arguments: [0.5, 0.7, 1, 1.5, 2, 3, 4, 4.7, 4.9, 6, 8, 9.5, 10, 13, 20, 30, 47, 100, 150, 200])
  func axes(sigma: Double) {
    let length = max(64, Int(4 * sigma))
    let reach = Int32(3 * sigma) + 2
    for row in hardRows(length, sigma) {
      let padded = [Double](repeating: 0, count: Int(reach))
      let expected = gaussianRow(padded + row.map { Double($0) } + padded, sigma)
      let n = Int32(length)
      let across = blurred(
        row, rect(0, 0, n, 1), to: rect(-reach, 0, n + reach, 1), channels: 1, sigma: (sigma, 0))
      let down = blurred(
        row, rect(0, 0, 1, n), to: rect(0, -reach, 1, n + reach), channels: 1, sigma: (0, sigma))
      for result in [across, down] {
        let error = zip(result, expected).map { (Double($0) - $1).magnitude }.max() ?? .infinity
        #expect(error <= 1, "sigma \(sigma)")
      }
    }
  }

  @Test("both axes at once, with deviations of their own", arguments: [(3.0, 11.0), (25, 6)])
  func plane(sigma: (Double, Double)) {
    var random = Pseudorandom(seed: 3)
    let (w, h) = (90, 70)
    let source = (0..<w * h).map { i -> UInt8 in
      (i % w / 20 + i / w / 20) & 1 == 0 ? 255 : UInt8.random(in: 0...60, using: &random)
    }
    let rows = (0..<h).map { y in
      gaussianRow((0..<w).map { Double(source[y * w + $0]) }, sigma.0)
    }
    let columns = (0..<w).map { x in gaussianRow((0..<h).map { rows[$0][x] }, sigma.1) }
    let place = rect(5, -9, 5 + Int32(w), -9 + Int32(h))
    let result = blurred(source, place, to: place, channels: 1, sigma: sigma)
    for (i, value) in result.enumerated() {
      #expect((Double(value) - columns[i % w][i / w]).magnitude <= 1)
    }
  }

  @Test("four channels are blurred as one is, and stay premultiplied")
  func channels() {
    var random = Pseudorandom(seed: 11)
    let pixels = (0..<40 * 30).map { _ -> [UInt8] in
      let alpha = UInt8.random(in: 0...255, using: &random)
      return [alpha / 3, UInt8.random(in: 0...alpha, using: &random), alpha, alpha]
    }
    let (from, to) = (rect(0, 0, 40, 30), rect(-20, -10, 50, 61))
    let all = blurred(pixels.flatMap { $0 }, from, to: to, channels: 4, sigma: (7, 9))
    for channel in 0..<4 {
      let one = blurred(pixels.map { $0[channel] }, from, to: to, channels: 1, sigma: (7, 9))
      #expect(one == stride(from: channel, to: all.count, by: 4).map { all[$0] })
    }
    for i in stride(from: 0, to: all.count, by: 4) {
      #expect(all[i] <= all[i + 3] && all[i + 1] <= all[i + 3])
    }
  }

  @Test("a part of the result equals the part of the whole result, to rounding")
  func parts() {
    let (from, whole, part) = (rect(0, 0, 60, 60), rect(-90, -90, 150, 150), rect(13, -20, 45, 77))
    let source = [UInt8](repeating: 200, count: 3600)
    let all = blurred(source, from, to: whole, channels: 1, sigma: (30, 30))
    let some = blurred(source, from, to: part, channels: 1, sigma: (30, 30))
    for y in 0..<part.height {
      for x in 0..<part.width {
        let full = all[(y + Int(part.y0) + 90) * 240 + x + Int(part.x0) + 90]
        #expect(abs(Int(full) - Int(some[y * part.width + x])) <= 1)
      }
    }
  }

  /// A part of the blurred plane is computed from the samples within reach of the blur, and equals the part of the whole result.
  @Test(
    "a part within the whole has the same bytes",
    arguments: [(0.0, 0.0), (1, 2), (4, 9), (12, 5), (21, 40)])
  func partWithin(sigma: (Double, Double)) {
    var random = Pseudorandom(seed: 23)
    let (w, h) = (500, 420)
    let source = (0..<w * h).map { _ in UInt8.random(in: 0...255, using: &random) }
    let whole = rect(-7, 3, Int32(w) - 7, Int32(h) + 3)
    let all = blurred(source, whole, to: whole, channels: 1, sigma: sigma)
    for part in [rect(240, 200, 250, 203), rect(-7, 3, -5, 423), rect(400, 410, 493, 423)] {
      let some = blurred(source, whole, to: part, channels: 1, sigma: sigma)
      let same = (0..<part.height).allSatisfy { y in
        (0..<part.width).allSatisfy { x in
          all[(y + Int(part.y0) - 3) * w + x + Int(part.x0) + 7] == some[y * part.width + x]
        }
      }
      #expect(same)
    }
  }

  /// Blurring all rows and columns between the source and the result would take terabytes of memory.
  @Test("a source that is too far away gives 0 without memory")
  func farAway() {
    let source = [UInt8](repeating: 255, count: 64 * 64)
    for far in [
      rect(1_000_000_000, 0, 1_000_000_064, 64), rect(-9, -1_000_000_000, 40, -999_999_990),
    ] {
      let result = blurred(source, rect(0, 0, 64, 64), to: far, channels: 1, sigma: (3, 40))
      #expect(result.allSatisfy { $0 == 0 })
    }
  }

  @Test("any number of threads gives the same bytes")
  func threads() {
    var random = Pseudorandom(seed: 5)
    let source = (0..<300 * 200 * 4).map { _ in UInt8.random(in: 0...255, using: &random) }
    let place = rect(0, 0, 300, 200)
    let one = blurred(source, place, to: place, channels: 4, sigma: (12, 5))
    for threads in [2, 3, 7] {
      #expect(
        blurred(source, place, to: place, channels: 4, sigma: (12, 5), threads: threads) == one)
    }
  }

  @Test("the sum of all samples is kept, whatever the deviation", arguments: [0, 0.2, 5, 700, 1e9])
  func light(sigma: Double) {
    let result = blurred(
      [UInt8](repeating: 255, count: 400), rect(0, 0, 20, 20), to: rect(-30, -30, 50, 50),
      channels: 1, sigma: (sigma, sigma))
    let sum = result.reduce(0) { $0 + Int($1) }
    if sigma <= 5 { #expect(abs(sum - 400 * 255) < 400) } else { #expect(sum < 400 * 255) }
  }
}

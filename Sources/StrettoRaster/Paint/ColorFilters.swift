import StrettoGeometry

/// One pixel whose channels are numbers in 0...1.
struct FloatPixel {
  var red: Float, green: Float, blue: Float, alpha: Float

  /// Creates a premultiplied pixel with channels in 0...1.
  @inline(__always) init(_ pixel: UInt32) {
    red = FloatPixel.unit(pixel)
    green = FloatPixel.unit(pixel >> 8)
    blue = FloatPixel.unit(pixel >> 16)
    alpha = FloatPixel.unit(pixel >> 24)
  }

  @inline(__always) private static func unit(_ byte: UInt32) -> Float {
    Float(Int32(truncatingIfNeeded: byte & 255)) / 255
  }

  @inline(__always) func scaled(by factor: Float) -> FloatPixel {
    var result = self
    result.red *= factor
    result.green *= factor
    result.blue *= factor
    result.alpha *= factor
    return result
  }

  /// The pixel as four bytes. Values of the pixel are clamped to 0...1, and colour channels are clamped to the alpha.
  @inline(__always) var packed: UInt32 {
    let most = min(max(alpha, 0), 1)
    @inline(__always) func byte(_ v: Float) -> UInt32 {
      // Adding 2^23 leaves the nearest integer in the low bits of the mantissa.
      (min(max(v, 0), most) * 255 + 8_388_608).bitPattern & 255
    }
    return byte(red) | byte(green) << 8 | byte(blue) << 16 | byte(alpha) << 24
  }
}

/// Changes the colours of a premultiplied picture by one colour matrix after another. The result of each matrix is clamped to
/// 0...1, clear pixels stay clear, and only the last result is rounded.
func apply(
  _ matrices: [ColorMatrix], to surface: Surface, _ threads: Int, _ budget: FrameBudget
) {
  if matrices.isEmpty { return }
  let rows = matrices.map { FloatMatrix($0) }
  let parts = max(1, min(threads, surface.rect.height / 16))
  inParallel(parts) { part in
    var cancellation = budget.cancellation.forAnotherThread
    let (width, height) = (surface.rect.width, surface.rect.height)
    for y in height * part / parts..<height * (part + 1) / parts {
      guard cancellation.shouldContinue(work: width * matrices.count) else { return }
      let line = surface.pixels(surface.rect.x0, surface.rect.y0 + Int32(truncatingIfNeeded: y))
      for x in 0..<width {
        let pixel = line.load(x, as: UInt32.self)
        if pixel >> 24 == 0 { continue }
        line.store(filtered(pixel, rows), at: x)
      }
    }
  }
}

@inline(__always) private func filtered(_ pixel: UInt32, _ matrices: [FloatMatrix]) -> UInt32 {
  var p = FloatPixel(pixel)
  p.red /= p.alpha
  p.green /= p.alpha
  p.blue /= p.alpha
  var color = SIMD4(p.red, p.green, p.blue, p.alpha)
  for matrix in matrices { color = matrix.apply(color) }
  p.alpha = color.w
  (p.red, p.green, p.blue) = (color.x * color.w, color.y * color.w, color.z * color.w)
  return p.packed
}

/// The columns of a colour matrix.
private struct FloatMatrix {
  let red: SIMD4<Float>, green: SIMD4<Float>, blue: SIMD4<Float>, alpha: SIMD4<Float>
  let sum: SIMD4<Float>
  private let scalesAlpha: Bool

  init(_ matrix: ColorMatrix) {
    func column(_ i: Int) -> SIMD4<Float> {
      let n = matrix.numbers
      return SIMD4(Float(n[i]), Float(n[5 + i]), Float(n[10 + i]), Float(n[15 + i]))
    }
    (red, green, blue, alpha, sum) = (column(0), column(1), column(2), column(3), column(4))
    scalesAlpha = matrix.scalesAlpha
  }

  @inline(__always) func apply(_ c: SIMD4<Float>) -> SIMD4<Float> {
    var result = red * c.x + green * c.y + blue * c.z + alpha * c.w + sum
    for i in 0..<4 { result[i] = min(max(result[i], 0), 1) }
    if scalesAlpha { result.w *= c.w }
    return result
  }
}

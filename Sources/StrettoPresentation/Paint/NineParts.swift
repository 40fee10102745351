import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers

/// An image that is divided into three parts along each side. The outer parts of the image keep their size, and the centre of the
/// image is stretched.
struct NineParts {
  private(set) var all: [(source: Rect, place: Rect)] = []

  /// Divides an image into nine parts; nil if the stretched centre is the whole image.
  init?(_ center: Rect, of paint: ImagePaint, _ scale: Double) {
    let center = center.standardized
    let (from, to) = (paint.source, paint.destination)
    guard center != Rect(0, 0, 1, 1) else { return nil }
    let columns = cuts(center.minX, center.maxX, from.x, from.width, to.x, to.width, scale)
    let rows = cuts(center.minY, center.maxY, from.y, from.height, to.y, to.height, scale)
    for (sy, sh, y, h) in rows {
      for (sx, sw, x, w) in columns where w > 0 && h > 0 && sw != 0 && sh != 0 {
        all.append((Rect(sx, sy, sw, sh), Rect(x, y, w, h)))
      }
    }
  }
}

/// The starts and lengths of the three parts of a side, in the image and in the layer. If the outer parts of the image do not
/// fit, the outer parts shrink proportionally. If the centre of the image is smaller than one image pixel, one image pixel is
/// stretched, as Apple documents.
private func cuts(
  _ first: Double, _ second: Double, _ start: Double, _ length: Double, _ position: Double,
  _ available: Double, _ scale: Double
) -> [(Double, Double, Double, Double)] {
  var (low, high) = (first.clamped(to: 0...1), second.clamped(to: 0...1))
  let pixel = min(1, 1 / max(length.magnitude, 1))
  if high - low < pixel {
    low = ((low + high - pixel) / 2).clamped(to: 0...1 - pixel)
    high = low + pixel
  }
  let (before, after) = (low * length.magnitude / scale, (1 - high) * length.magnitude / scale)
  let shrink = before + after > available ? available / (before + after) : 1
  let (a, b) = (before * shrink, after * shrink)
  return [
    (start, low * length, position, a),
    (start + low * length, (high - low) * length, position + a, available - a - b),
    (start + high * length, (1 - high) * length, position + available - b, b),
  ]
}

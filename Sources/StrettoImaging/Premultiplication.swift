/// A product of two 8-bit fractions, rounded to the nearest: `a * b / 255`.
@inlinable public func multiply255(_ a: UInt32, _ b: UInt32) -> UInt32 {
  let t = a * b + 128
  return (t + (t >> 8)) >> 8
}

/// A straight colour (r, g, b, a; 8 bits each) with its components multiplied by alpha.
@inlinable public func premultiplied(_ straight: UInt32) -> UInt32 {
  let alpha = straight >> 24
  if alpha == 255 { return straight }
  let r = multiply255(straight & 255, alpha)
  let g = multiply255(straight >> 8 & 255, alpha)
  let b = multiply255(straight >> 16 & 255, alpha)
  return r | g << 8 | b << 16 | alpha << 24
}

/// A premultiplied colour with its components divided by alpha, rounded; clear black where alpha is 0.
@inlinable public func straight(_ premultiplied: UInt32) -> UInt32 {
  let alpha = premultiplied >> 24
  if alpha == 255 { return premultiplied }
  if alpha == 0 { return 0 }
  let half = alpha / 2
  let r = min(255, ((premultiplied & 255) * 255 + half) / alpha)
  let g = min(255, ((premultiplied >> 8 & 255) * 255 + half) / alpha)
  let b = min(255, ((premultiplied >> 16 & 255) * 255 + half) / alpha)
  return r | g << 8 | b << 16 | alpha << 24
}

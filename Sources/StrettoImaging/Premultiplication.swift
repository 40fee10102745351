/// The product of two 8-bit fractions: `a * b / 255`, rounded to the nearest integer.
@inlinable public func multiply255(_ a: UInt32, _ b: UInt32) -> UInt32 {
  let t = a * b + 128
  return (t + (t >> 8)) >> 8
}

/// Multiplies red, green and blue by alpha. The colour has 8 bits per channel, with red in the lowest byte.
@inlinable public func premultiplied(_ straight: UInt32) -> UInt32 {
  let alpha = straight >> 24
  if alpha == 255 { return straight }
  let r = multiply255(straight & 255, alpha)
  let g = multiply255(straight >> 8 & 255, alpha)
  let b = multiply255(straight >> 16 & 255, alpha)
  return r | g << 8 | b << 16 | alpha << 24
}

/// Divides red, green and blue of a premultiplied colour by alpha, rounded to the nearest integer. If alpha is 0, the result is
/// transparent black.
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

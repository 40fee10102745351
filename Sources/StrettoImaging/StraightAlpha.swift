import StrettoGeometry

/// 2^32 / alpha, rounded up, for each alpha. The product of a number below 2^16 and the rounded 2^32 / alpha, shifted right by 32
/// bits, is the exact quotient of the number and alpha.
private let reciprocals: [UInt64] = [0] + (1...255).map { (0x1_0000_0000 + $0 - 1) / $0 }

/// Divides the colours of premultiplied RGBA rows by their alpha, in place. Each pixel becomes what the function `straight`
/// returns.
///
/// Rows start `bytesPerRow` bytes apart, with any alignment. Opaque rows are only read. If the work is cancelled, some rows do
/// not change.
@export(interface)
public func makeStraight(
  _ bytes: UnsafeMutableRawPointer, width: Int, height: Int, bytesPerRow: Int,
  _ cancellation: Cancellation = .never
) {
  var cancellation = cancellation
  reciprocals.withUnsafeBufferPointer { reciprocals in
    for y in 0..<height where cancellation.shouldContinue(work: width) {
      let row = bytes + y * bytesPerRow
      if !isOpaque(row, width) { divide(row, width, reciprocals) }
    }
  }
}

private func isOpaque(_ row: UnsafeMutableRawPointer, _ width: Int) -> Bool {
  var all: UInt32 = 0xFF00_0000
  for x in 0..<width { all &= row.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self) }
  return all == 0xFF00_0000
}

private func divide(
  _ row: UnsafeMutableRawPointer, _ width: Int, _ reciprocals: UnsafeBufferPointer<UInt64>
) {
  for x in 0..<width {
    let pixel = row.loadUnaligned(fromByteOffset: 4 &* x, as: UInt32.self)
    let alpha = pixel >> 24
    if alpha == 255 || pixel == 0 { continue }
    let half = UInt64(alpha / 2)
    let reciprocal = reciprocals[Int(alpha)]
    func channel(_ shift: UInt32) -> UInt32 {
      let value = UInt64(pixel >> shift & 255) &* 255 &+ half
      return min(255, UInt32(truncatingIfNeeded: (value &* reciprocal) >> 32)) << shift
    }
    row.storeBytes(
      of: channel(0) | channel(8) | channel(16) | alpha << 24, toByteOffset: 4 &* x, as: UInt32.self
    )
  }
}

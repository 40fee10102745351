import StrettoTiming

extension TimingFunction {
  /// `value(at:)` in each lane, with the same operations and equal bits: Newton's method within a bracket that bisection narrows.
  /// Lanes that have converged keep their value while others go on.
  @inline(never)
  func values<L: Lane>(at share: L) -> L {
    let x = share.clamped(0, 1)
    if c1x == c1y && c2x == c2y { return x }
    let (zero, one) = (L(repeating: 0), L(repeating: 1))
    let isEnd = x .== zero .| x .== one
    var (low, high, u, isOpen) = (zero, one, x, .!isEnd)
    for _ in 0..<64 {
      if !isOpen.isAny { break }
      let error = bezier(c1x, c2x, at: u) - x
      isOpen = isOpen .& .!(error .== zero)
      high.replace(with: u, where: isOpen .& (error .> zero))
      low.replace(with: u, where: isOpen .& .!(error .> zero))
      let newton = u - error / bezierSlope(c1x, c2x, at: u)
      let isInside = newton .> low .& (newton .< high)
      let next = ((low + high) / 2).replacing(newton, where: isInside)
      isOpen = isOpen .& .!(next .== u)
      u.replace(with: next, where: isOpen)
    }
    return bezier(c1y, c2y, at: u).replacing(x, where: isEnd)
  }
}

/// One coordinate of the curve 0, c1, c2, 1 at parameters `u`, summed as in StrettoTiming.
@inline(__always)
private func bezier<L: Lane>(_ c1: Double, _ c2: Double, at u: L) -> L {
  let v = L(repeating: 1) - u
  return v * 3 * v * u * c1 + v * 3 * u * u * c2 + u * u * u
}

@inline(__always)
private func bezierSlope<L: Lane>(_ c1: Double, _ c2: Double, at u: L) -> L {
  let v = L(repeating: 1) - u
  return v * 3 * v * c1 + v * 6 * u * (c2 - c1) + u * 3 * u * (1 - c2)
}

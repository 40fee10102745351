import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

struct ColorLanes {
  private var red: Doubles, green: Doubles, blue: Doubles
  fileprivate(set) var alpha: Doubles

  @inline(__always)
  init(repeating color: Color) {
    (red, green) = (Doubles(repeating: color.red), Doubles(repeating: color.green))
    (blue, alpha) = (Doubles(repeating: color.blue), Doubles(repeating: color.alpha))
  }

  /// The colours of copies 8 * block ..< 8 * block + 8 without overrides, equal to `ReplicatorValues.color(ofCopy:)`.
  @inline(__always)
  init(_ replicator: ReplicatorValues, _ block: Int) {
    let base = replicator.instanceColor ?? .white
    let k = Doubles(0, 1, 2, 3, 4, 5, 6, 7) + Double(8 * block)
    red = clamped(k * replicator.redOffset + base.red)
    green = clamped(k * replicator.greenOffset + base.green)
    blue = clamped(k * replicator.blueOffset + base.blue)
    alpha = clamped(k * replicator.alphaOffset + base.alpha)
  }

  subscript(lane: Int) -> Color {
    @inline(__always) get { Color(red[lane], green[lane], blue[lane], alpha[lane]) }
    set {
      (red[lane], green[lane]) = (newValue.red, newValue.green)
      (blue[lane], alpha[lane]) = (newValue.blue, newValue.alpha)
    }
  }
}

/// The colour components clamped to 0...1, where NaN becomes 0.
@inline(__always)
private func clamped(_ values: Doubles) -> Doubles {
  let (zero, one) = (Doubles(), Doubles(repeating: 1))
  return zero.replacing(
    with: values.replacing(with: one, where: values .>= one), where: values .> zero)
}

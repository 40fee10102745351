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

  /// Colours of copies 8 * block ..< 8 * block + 8 by the regular rule, equal to `ReplicatorValues.color(ofCopy:)`.
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

/// Within 0...1; NaN becomes 0.
@inline(__always)
private func clamped(_ values: Doubles) -> Doubles {
  let (zero, one) = (Doubles(), Doubles(repeating: 1))
  return zero.replacing(
    with: values.replacing(with: one, where: values .>= one), where: values .> zero)
}

/// Tells copies that lie wholly outside an area, by a rectangle around all that their body paints.
struct Sight {
  private let middle: Point
  private let reach: Size
  private let area: Rect

  /// Nil if nothing can be said.
  init?(of extent: Extent.Area, in area: Rect?) {
    guard case .within(let bounds) = extent, let area, area.isFinite else { return nil }
    middle = bounds.center
    reach = Size(bounds.width.magnitude / 2, bounds.height.magnitude / 2)
    self.area = area
  }

  @inline(__always)
  func meets(_ plane: PlaneLanes) -> LaneMask {
    let x = plane.a * middle.x + plane.c * middle.y + plane.tx
    let y = plane.b * middle.x + plane.d * middle.y + plane.ty
    let width = plane.a.positive * reach.width + plane.c.positive * reach.height
    let height = plane.b.positive * reach.width + plane.d.positive * reach.height
    return (x + width .>= Doubles(repeating: area.minX))
      .& (x - width .<= Doubles(repeating: area.maxX))
      .& (y + height .>= Doubles(repeating: area.minY))
      .& (y - height .<= Doubles(repeating: area.maxY))
  }
}

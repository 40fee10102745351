import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// Eight copies on their way into the list.
struct CopyLanes {
  var plane: PlaneLanes
  /// Opacity of the layer that is shown, multiplied into the colour.
  var opacity: Doubles
  var color: ColorLanes
}

/// Eight colours.
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

/// One flag for each of eight copies.
typealias LaneMask = SIMDMask<SIMD8<Int64>>

/// Tells copies that lie wholly outside an area, by a rectangle around all that their body paints.
struct Sight {
  private let middle: Point
  private let reach: Size
  private let area: Rect

  /// Nil if nothing can be said.
  init?(of bounds: Rect?, in area: Rect) {
    guard let bounds, bounds.isFinite, area.isFinite else { return nil }
    middle = bounds.center
    reach = Size(bounds.width.magnitude / 2, bounds.height.magnitude / 2)
    self.area = area
  }

  @inline(__always)
  func meets(_ plane: PlaneLanes) -> LaneMask {
    area.meets(
      plane, Doubles(repeating: middle.x), Doubles(repeating: middle.y),
      Doubles(repeating: reach.width), Doubles(repeating: reach.height))
  }
}

extension Rect {
  /// Whether this area meets what rectangles about middles, by half their sizes, become in eight planes.
  @inline(__always)
  func meets(
    _ plane: PlaneLanes, _ middleX: Doubles, _ middleY: Doubles, _ halfWidth: Doubles,
    _ halfHeight: Doubles
  ) -> LaneMask {
    let x = plane.a * middleX + plane.c * middleY + plane.tx
    let y = plane.b * middleX + plane.d * middleY + plane.ty
    let width = magnitude(plane.a) * halfWidth + magnitude(plane.c) * halfHeight
    let height = magnitude(plane.b) * halfWidth + magnitude(plane.d) * halfHeight
    return (x + width .>= Doubles(repeating: minX)) .& (x - width .<= Doubles(repeating: maxX))
      .& (y + height .>= Doubles(repeating: minY)) .& (y - height .<= Doubles(repeating: maxY))
  }
}

extension Sight {
  /// A single copy, which is kept where it is in perspective.
  func meets(_ m: PlaneTransform) -> Bool {
    if !m.isAffine { return true }
    let x = m.a * middle.x + m.c * middle.y + m.tx
    let y = m.b * middle.x + m.d * middle.y + m.ty
    let width = m.a.magnitude * reach.width + m.c.magnitude * reach.height
    let height = m.b.magnitude * reach.width + m.d.magnitude * reach.height
    return x + width >= area.minX && x - width <= area.maxX && y + height >= area.minY
      && y - height <= area.maxY
  }
}

@inline(__always)
func magnitude(_ values: Doubles) -> Doubles {
  unsafeBitCast(unsafeBitCast(values, to: SIMD8<Int64>.self) & Int64.max, to: Doubles.self)
}

/// Whether some lane is set.
@inline(__always)
func any(_ mask: LaneMask) -> Bool {
  let bits = unsafeBitCast(mask, to: SIMD8<Int64>.self)
  let four = bits.lowHalf | bits.highHalf
  let two = four.lowHalf | four.highHalf
  return two[0] | two[1] != 0
}

extension DisplayList {
  /// Appends the first `count` of eight copies, but for those that show nothing.
  @inline(__always)
  mutating func append(_ lanes: CopyLanes, _ count: Int, _ isSeen: LaneMask) {
    let zero = Doubles()
    let isSeen = isSeen .& (lanes.color.alpha .> zero) .& (lanes.opacity .> zero)
    guard any(isSeen) else { return }
    for lane in 0..<count where isSeen[lane] {
      let plane = lanes.plane[lane]
      guard plane.isFinite else { continue }
      var color = lanes.color[lane]
      if lanes.opacity[lane] < 1 { color.alpha *= lanes.opacity[lane] }
      copies.append(Copy(transform: plane, color: color))
    }
  }
}

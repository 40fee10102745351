import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// Test for copies that lie completely outside an area. The cull test uses a rectangle around everything that the subpicture of
/// the copies paints.
struct CullTest {
  private let middle: Point
  private let reach: Size
  private let area: Rect

  /// Creates the test for swept bounds; nil if the swept bounds are unknown.
  init?(of sweptBounds: SweptBounds.Area, in area: Rect?) {
    guard case .within(let bounds) = sweptBounds, let area, area.isFinite else { return nil }
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

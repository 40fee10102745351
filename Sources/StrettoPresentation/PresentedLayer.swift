import StrettoGeometry
import StrettoLayers

/// Where and when a layer is seen: all that its superlayer decides.
struct Placement {
  /// The moment in the superlayer's time, with the delay of the copy.
  var time: LocalTime
  /// What happens to the layer, after its own geometry, before the picture is flattened.
  var step: Transform3D
  /// From the superlayer's plane to the space of the display list around it.
  var plane: PlaneTransform
  /// The sign of the determinant of the whole way from the superlayer to the screen.
  var facing: Double
  /// Which of its own properties place and fade the layer.
  var role: Role = .home

  /// The place of a scene's root, or of the top of a tree that is in no scene.
  static func top(at time: Double) -> Placement {
    Placement(
      time: LocalTime(time: time, base: time), step: .identity, plane: .identity, facing: 1)
  }
}

/// Which of a layer's own properties count where it is shown: all at home, few elsewhere.
struct Role: Hashable {
  var takesPosition: Bool
  var takesTransform: Bool
  var takesOpacity: Bool
  /// Whether it is shown in its own place in the tree; a portal can take over everything else.
  var isHome: Bool

  static let home: Role = Role(
    takesPosition: true, takesTransform: true, takesOpacity: true, isHome: true)
  /// As a source: its coordinates are laid over those of the place where it is shown.
  static let source: Role = Role(takesPosition: false, takesTransform: false, takesOpacity: false)
  /// At home, written in its own coordinates: whoever shows it has taken care of its place.
  static let flat: Role = Role(
    takesPosition: false, takesTransform: false, takesOpacity: true, isHome: true)

  init(takesPosition: Bool, takesTransform: Bool, takesOpacity: Bool, isHome: Bool = false) {
    self.takesPosition = takesPosition
    self.takesTransform = takesTransform
    self.takesOpacity = takesOpacity
    self.isHome = isHome
  }

  init(_ portal: PortalValues) {
    self.init(
      takesPosition: portal.matchesPosition, takesTransform: portal.matchesTransform,
      takesOpacity: portal.matchesOpacity)
  }

  /// Makes a layer's values such that what does not count has no effect.
  func apply(to values: inout LayerValues) {
    if !takesTransform { values.transform = .identity }
    if !takesPosition { (values.position, values.zPosition) = (values.anchor, 0) }
    if !takesOpacity { values.opacity = 1 }
  }
}

/// One appearance of a layer: its values at a moment, and the way to the display list.
///
/// A class, because the walk down a tree holds one of them at each level: as a value of about a kilobyte it
/// would be copied over and over and fill the stack of a small thread.
final class PresentedLayer {
  let layer: Layer
  let time: LocalTime
  /// The moment that its superlayer shows it at.
  let parentTime: LocalTime
  private(set) var values: LayerValues
  /// From the layer's own coordinates to the space of the display list around it.
  let plane: PlaneTransform
  let facing: Double
  /// Where its sublayers are seen if it hands them up into the space around it; nil for all others.
  private let space: Placement?

  /// Nil if the layer's own duration is over.
  @inline(never)
  init?(_ layer: Layer, at placement: Placement, copy: [Int]) {
    guard let time = layer.values.timing.localTime(at: placement.time) else { return nil }
    self.layer = layer
    self.time = time
    parentTime = placement.time
    values = layer.values
    layer.applyAnimations(at: time, copy: copy, to: &values)
    if placement.role != .home { placement.role.apply(to: &values) }
    if layer.kind == .proxy { values.clipPartOfSource() }
    let geometry =
      placement.step == .identity ? values.geometry : values.geometry * placement.step
    let own = PlaneTransform(flattening: geometry)
    plane = own * placement.plane
    let determinant = own.determinant
    facing = determinant == 0 ? 0 : (determinant < 0 ? -placement.facing : placement.facing)
    space =
      layer.keepsDepth
      ? Placement(
        time: time, step: geometry, plane: placement.plane, facing: placement.facing) : nil
  }

  /// Whether anything of it, or below it, can be seen.
  var isVisible: Bool {
    !values.isHidden && values.opacity > 0 && (values.isDoubleSided || facing > 0)
      && plane.isFinite
  }

  /// What `sublayerTransform` and `geometryFlipped` do to sublayers; the flip comes last.
  var sublayerStep: Transform3D {
    var step = values.sublayerTransform.matrix.about(values.anchor, z: values.anchorPointZ)
    if values.isGeometryFlipped {
      step = step * .scale(1, -1) * .translation(0, 2 * values.bounds.y + values.bounds.height)
    }
    return step
  }

  /// Where sublayers are seen, or a mask.
  var sublayerPlacement: Placement {
    if var space {
      space.step = sublayerStep * space.step
      return space
    }
    return Placement(time: time, step: sublayerStep, plane: plane, facing: facing)
  }

  /// Where sublayers are seen that are written once, inside the copies of a replicator.
  var bodyPlacement: Placement {
    Placement(time: time, step: .identity, plane: .identity, facing: facing)
  }

  /// Where a mask is seen: in the layer's own coordinates, at the time of its sublayers.
  var maskPlacement: Placement {
    Placement(time: time, step: .identity, plane: plane, facing: facing)
  }

  /// From the sublayers' space to that of copy `k` of a replicator: about the centre of its bounds, before
  /// `sublayerTransform` (semantics section 7.2).
  func instanceTransform(ofCopy k: Int) -> Transform3D {
    values.replicator.transform(ofCopy: k).about(values.bounds.center)
  }

  /// The moment that copy `k` of a replicator shows.
  func moment(ofCopy k: Int) -> LocalTime {
    time.delayed(by: values.replicator.delay(ofCopy: k))
  }

  /// Where sublayers are seen in copy `k` of a replicator.
  @inline(never)
  func placement(ofCopy k: Int) -> Placement {
    var placement = sublayerPlacement
    placement.time = moment(ofCopy: k)
    placement.step = instanceTransform(ofCopy: k) * placement.step
    return placement
  }
}

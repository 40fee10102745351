import StrettoGeometry

extension LayerValues {
  /// Anchor point in the layer's coordinates.
  public var anchor: Point {
    Point(bounds.x + anchorPoint.x * bounds.width, bounds.y + anchorPoint.y * bounds.height)
  }

  /// Transform from the layer's coordinates to the superlayer's coordinates: the layer's transform about the anchor point,
  /// followed by the translation to the position.
  public var geometry: Transform3D {
    let a = anchor
    if transform.matrix == .identity, anchorPointZ == 0 {
      return .translation(position.x - a.x, position.y - a.y, zPosition)
    }
    return .translation(-a.x, -a.y, -anchorPointZ) * transform.matrix
      * .translation(position.x, position.y, zPosition)
  }

  /// Transform of sublayers: `sublayerTransform` followed by the flip of `geometryFlipped`.
  public var sublayerGeometry: Transform3D {
    var geometry = sublayerTransform.matrix.about(anchor, z: anchorPointZ)
    if isGeometryFlipped {
      geometry = geometry * .scale(1, -1) * .translation(0, 2 * bounds.y + bounds.height)
    }
    return geometry
  }

  /// Bounding box of the transformed bounds, in the superlayer's coordinates.
  ///
  /// Setting the frame changes the position and the size of the bounds, so that the layer fills the frame (`CALayer.frame`). For
  /// a layer with a rotation other than quarter turns, the size of the frame becomes the size of the bounds. The rule for the
  /// frame of rotated layers is our choice, because Core Animation leaves their frame undefined.
  public var frame: Rect {
    get { PlaneTransform(flattening: geometry).boundingBox(of: bounds) }
    set {
      let target = newValue.standardized
      let linear = PlaneTransform(flattening: transform.matrix).withoutRounding
      (bounds.width, bounds.height) = (target.width, target.height)
      if linear.keepsRectangles, let inverse = linear.inverted {
        let size = inverse.boundingBox(of: Rect(0, 0, target.width, target.height))
        (bounds.width, bounds.height) = (size.width, size.height)
      }
      let now = frame
      position = position + Point(target.x - now.x, target.y - now.y)
    }
  }
}

extension PlaneTransform {
  /// This transform with rounding errors replaced by 0. An example of a rounding error is the cosine of a quarter turn, which is
  /// computed as 6e-17.
  fileprivate var withoutRounding: PlaneTransform {
    var result = self
    let least = 1e-12 * max(max(a.magnitude, b.magnitude), max(c.magnitude, d.magnitude))
    if a.magnitude < least { result.a = 0 }
    if b.magnitude < least { result.b = 0 }
    if c.magnitude < least { result.c = 0 }
    if d.magnitude < least { result.d = 0 }
    return result
  }

  /// Bounding box of the transformed rectangle `rect`.
  public func boundingBox(of rect: Rect) -> Rect {
    let (a, b, c, d) = rect.corners
    let (p, q, r, s) = (apply(a), apply(b), apply(c), apply(d))
    let (x0, x1) = (min(min(p.x, q.x), min(r.x, s.x)), max(max(p.x, q.x), max(r.x, s.x)))
    let (y0, y1) = (min(min(p.y, q.y), min(r.y, s.y)), max(max(p.y, q.y), max(r.y, s.y)))
    return Rect(x0, y0, x1 - x0, y1 - y0)
  }
}

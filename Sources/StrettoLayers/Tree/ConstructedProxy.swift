import StrettoGeometry

/// Proxy of a view replicator with the proxy's model values, without its animations.
struct ConstructedProxy {
  let layer: Layer
  var values: LayerValues
  /// Transform from the source's coordinates to the proxy's coordinates, as a `sublayerTransform`.
  let sizeTransform: Transform3D

  /// Creates the description of a proxy; nil for a layer that is not a proxy, or for a proxy that shows nothing.
  init?(_ layer: Layer, _ source: Layer) {
    guard layer.kind == .proxy else { return nil }
    (self.layer, values) = (layer, layer.values)
    let part = values.proxy.sourceRect
    let shown = part.isEmpty ? source.values.bounds : part
    guard let plane = PlaneTransform(from: shown, to: values.bounds) else { return nil }
    if !part.isEmpty { values.masksToBounds = true }
    let anchor = values.anchor
    // Core Animation applies a `sublayerTransform` about the anchor point, but the source is stretched about the origin.
    sizeTransform = plane.transform3D.about(Point(-anchor.x, -anchor.y), z: -values.anchorPointZ)
  }
}

import StrettoGeometry

extension DisplayList {
  /// An axis-aligned rectangle that contains everything that a shape paints, in the shape's own space, or nil if the shape paints
  /// nothing.
  public func bounds(of shape: Shape) -> Rect? {
    switch shape {
    case .rect(let rect), .roundedRect(let rect, _, _), .border(let rect, _, _, _): return rect
    case .fill(let path, _): return paths.indices.contains(path) ? paths[path].controlBounds : nil
    case .stroke(let path, let style):
      guard paths.indices.contains(path), strokes.indices.contains(style) else { return nil }
      return paths[path].controlBounds?.insetBy(-strokes[style].maxDistance)
    }
  }
}

extension StrokeStyle {
  /// The greatest distance from the path at which a stroke in this style paints.
  public var maxDistance: Double {
    let corner = cap == .square ? 1.5 : 1
    return width / 2 * (join == .miter ? max(miterLimit, corner) : corner)
  }
}

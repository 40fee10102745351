import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers

extension Presenter {
  /// The index of the path that a shape layer shows; negative if the layer shows no path.
  func pathIndex(_ presented: PresentedLayer) -> Int {
    guard case .shape(let shape) = presented.values.specific, let path = shape.path, shape.isDrawn
    else { return -1 }
    return pathIndex(of: path, presented.layer)
  }

  /// The index of a shape layer's path. Copies of a layer whose path does not change share one index, so that the rasteriser
  /// recognises equal shapes.
  private func pathIndex(of path: Path, _ layer: Layer) -> Int {
    if let known = frame.pathIndices[ObjectIdentifier(layer)], list.paths[known] == path {
      return known
    }
    list.paths.append(path)
    frame.pathIndices[ObjectIdentifier(layer)] = list.paths.count - 1
    return list.paths.count - 1
  }
}

extension ShapeValues {
  var isDrawn: Bool {
    guard let path, !path.isEmpty else { return false }
    return (fillColor?.clamped ?? .clear).alpha > 0
      || (strokeStyle != nil && (strokeColor?.clamped ?? .clear).alpha > 0)
  }

  /// The stroke style of the shape; nil if the shape has no stroke.
  package var strokeStyle: StrokeStyle? {
    var style = StrokeStyle()
    style.width = lineWidth
    style.start = strokeStart.clamped(to: 0...1)
    style.end = strokeEnd.clamped(to: 0...1)
    guard lineWidth > 0, style.start < style.end else { return nil }
    style.cap = lineCap == .round ? .round : lineCap == .square ? .square : .butt
    style.join = lineJoin == .round ? .round : lineJoin == .bevel ? .bevel : .miter
    style.miterLimit = max(1, miterLimit)
    // If the sum of a dash pattern's lengths is not positive, the line is solid.
    let total = lineDashPattern.reduce(0, +)
    if total > 0, total < .infinity, lineDashPattern.allSatisfy({ $0 >= 0 }) {
      style.dashPattern = lineDashPattern
      style.dashPhase = lineDashPhase
    }
    return style
  }
}

import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers

extension LayerValues {
  /// The colour by which the layer's contents are multiplied; nil if the contents are not tinted.
  var contentsTint: Color? {
    guard hasEffects, let color = effectValues.contentsMultiplyColor?.clamped, color != .white
    else {
      return nil
    }
    return color
  }
}

extension StableValue<LayerValues> {
  /// The values of a gradient layer; nil for a layer of another kind.
  @inline(__always)
  var gradient: GradientValues? {
    // A pattern that binds the values would copy the values of any kind of layer first.
    guard case .gradient = pointee.specific else { return nil }
    return pointee.gradient
  }

  /// The box of the layer. `box` is a property of the reference, because a property of the layer values would copy all layer
  /// values.
  @inline(__always)
  var box: LayerBox {
    let bounds = pointee.bounds
    return LayerBox(
      bounds: bounds,
      cornerRadius: pointee.maskedCorners.isEmpty
        ? 0 : pointee.cornerRadius.clamped(to: 0...max(0, min(bounds.width, bounds.height) / 2)),
      corners: pointee.maskedCorners, isContinuous: hasContinuousCorners,
      backgroundColor: pointee.backgroundColor, borderWidth: pointee.borderWidth,
      borderColor: pointee.borderColor)
  }

  private var hasContinuousCorners: Bool {
    pointee.hasEffects && pointee.effectValues.cornerCurve == .continuous
  }
}

/// The box of a layer: its rounded bounds, background and border. Functions take a `LayerBox` in place of `LayerValues`, because
/// a kilobyte of `LayerValues` would be copied on each call.
struct LayerBox {
  let bounds: Rect
  /// The corner radius of the layer, at most half the shorter side of the bounds.
  let cornerRadius: Double
  let corners: CornerMask
  let isContinuous: Bool
  let backgroundColor: Color?
  let borderWidth: Double
  let borderColor: Color?

  /// The box with each side moved inwards by `inset` points.
  func insetBy(_ inset: Double) -> LayerBox {
    LayerBox(
      bounds: bounds.insetBy(inset), cornerRadius: max(0, cornerRadius - inset), corners: corners,
      isContinuous: isContinuous, backgroundColor: backgroundColor, borderWidth: borderWidth,
      borderColor: borderColor)
  }
}

extension DisplayList {
  /// The bounds of the layer with rounded corners, which may be continuous.
  mutating func shape(of box: LayerBox) -> Shape {
    guard box.cornerRadius > 0 else { return .rect(box.bounds) }
    guard box.isContinuous else {
      return .roundedRect(box.bounds, radius: box.cornerRadius, corners: box.corners)
    }
    paths.append(.continuousRoundedRect(box.bounds, radius: box.cornerRadius, corners: box.corners))
    return .fill(path: paths.count - 1, rule: .nonZero)
  }

  /// The border inside the bounds of the layer. A border that is wide enough fills the bounds.
  mutating func border(of box: LayerBox) -> Shape {
    let (bounds, width, radius) = (box.bounds, box.borderWidth, box.cornerRadius)
    if width >= min(bounds.width, bounds.height) / 2 { return shape(of: box) }
    guard box.isContinuous, radius > 0 else {
      return .border(bounds, radius: radius, corners: box.corners, width: width)
    }
    var path = Path.continuousRoundedRect(bounds, radius: radius, corners: box.corners)
    let inner = Path.continuousRoundedRect(
      bounds.insetBy(width), radius: max(0, radius - width), corners: box.corners)
    for element in inner.elements { path.append(element) }
    paths.append(path)
    return .fill(path: paths.count - 1, rule: .evenOdd)
  }
}

/// A paint that is resolved for the device.
struct DevicePaint {
  enum Source: UInt8 {
    case color, gradient, image
    /// The finished picture of a pass, whose pixels coincide with the pixels of the device.
    case picture
  }

  /// Premultiplied colour of the paint, or the factor for each channel of a gradient, an image or a picture.
  var color: UInt32 = 0
  /// Index of the gradient, the image or the placed pass in the command list.
  var index: Int32 = 0
  var source: Source = .color
}

/// A paint that shares the edges of the command before it.
struct JoinedPaint {
  var paint: DevicePaint
  /// Area that the paint does not cover, if the paint is a border, whose outer contour is the outline of the shared area.
  var hole: Area?
}

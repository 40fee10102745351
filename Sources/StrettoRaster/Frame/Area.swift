/// A covered area, in one of the forms from which coverage can be computed.
enum Area {
  /// All pixels within the bounds of the command.
  case everything
  /// An upright rectangle on the device, in pixels.
  case rect(Extent)
  /// The outline `outlines[outline]`, transformed to the device by the affine `transform`.
  case outline(outline: Int32, transform: Affine)
  /// An outline that fits into a tile and that `SmallShapes` draws, with fields as in `outline`.
  case small(outline: Int32, transform: Affine)
}

extension Area {
  /// This area in a form that bands can draw. An area for `SmallShapes` becomes an outline, and any other area does not change.
  var general: Area {
    guard case .small(let outline, let transform) = self else { return self }
    return .outline(outline: outline, transform: transform)
  }
}

import StrettoPresentation

/// Reason why a point or a time cannot be converted.
public enum ConversionError: Error, Equatable {
  case copy(TimeMapError)
  /// The given portal does not show the layer, or the given copy of the layer is not the copy that the proxy shows.
  case notInPortal
  /// A layer on the path from the root has ended at the given time, or has no area, so that nothing can be scaled to its bounds.
  case notShown
  /// A transform on the path from the root has no inverse, because the plane is seen edge-on or collapses to a line.
  case flat
}

import StrettoGeometry

/// One visible instance of a layer: a copy of the layer at the position of the copy in the scene.
public struct Instance: Sendable {
  /// The indices of the layer's copy in the replicators around the layer, outermost first.
  public var copy: [Int]
  /// The local time of the layer in this instance of the layer, in seconds.
  public var localTime: Double
  /// The transform from the layer's coordinates to the scene's coordinates, flattened into the plane of the scene.
  public var transform: Transform3D
  /// The product of the colours that the replicators around the layer give the copy of the layer.
  public var color: Color
}

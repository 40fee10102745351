import StrettoGeometry

/// A tree of layers with the frame that it is seen in.
public final class Scene: @unchecked Sendable {
  /// In points.
  public let size: Size
  /// The top of the tree; its bounds are the frame.
  public let root: Layer
  /// What lies behind the root; transparent by default.
  public var background: Color = .clear

  public init(size: Size) {
    self.size = size
    root = Layer(.plain)
    root.isSceneRoot = true
    root.values.bounds = Rect(0, 0, size.width, size.height)
    root.values.position = Point(size.width / 2, size.height / 2)
  }
}

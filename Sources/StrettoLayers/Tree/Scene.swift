import StrettoGeometry

/// A tree of layers with the frame that it is seen in.
public final class Scene: @unchecked Sendable {
  /// Size of the frame in points.
  public let size: Size
  /// The top of the tree; its bounds are the frame.
  public let root: Layer
  /// Colour behind the root; transparent by default.
  public var background: Color = .clear

  /// States of the scene. `makeStateTracks` is to follow a change.
  public package(set) var states = SceneStates()
  var trackedLayers: [Layer] = []
  /// Unknown parts of the scene's document.
  public var unknownMarkup: UnknownMarkup?
  /// Entries of its bundle's index that have no effect: values as XML, by their keys.
  public var indexEntries: [String: String] = [:]
  /// Warnings from opening the scene: "file:line: sentence".
  public var warnings: [String] = []
  /// Bytes that its documents took when they were read, about.
  public var documentMemory: Int = 0
  /// Trees that portals in the scene look into, and that are not in the scene.
  public var outside: [Layer] = []

  /// - Parameter rootKind: plain, or transform as the roots of some documents are.
  public init(size: Size, rootKind: LayerKind = .plain) {
    self.size = size
    root = Layer(rootKind)
    root.isSceneRoot = true
    root.values.bounds = Rect(0, 0, size.width, size.height)
    root.values.position = Point(size.width / 2, size.height / 2)
  }
}

import StrettoGeometry

/// Scene: a tree of layers with the size of the frame that shows the tree.
public final class Scene: @unchecked Sendable {
  /// Size of the frame in points.
  public let size: Size
  /// Root layer, whose bounds are the frame.
  public let root: Layer
  /// Colour behind the root layer; transparent by default.
  public var background: Color = .clear

  /// States of the scene. The caller must call `makeStateTracks` after a change of the states.
  public package(set) var states = SceneStates()
  var trackedLayers: [Layer] = []
  /// Unknown markup in the scene's document.
  public var unknownMarkup: UnknownMarkup?
  /// Entries of the document bundle's index that have no effect, as XML values by key.
  public var indexEntries: [String: String] = [:]
  /// Warnings from opening the scene's documents, in the form "file:line: sentence".
  public var warnings: [String] = []
  /// Approximate memory that reading the scene's documents took, in bytes.
  public var documentMemory: Int = 0
  /// Trees outside the scene that portals in the scene show.
  public var outside: [Layer] = []

  /// Creates a scene with an empty root layer.
  ///
  /// - Parameter rootKind: Kind of the root layer: plain, or transform as in some documents.
  public init(size: Size, rootKind: LayerKind = .plain) {
    self.size = size
    root = Layer(rootKind)
    root.isSceneRoot = true
    root.values.bounds = Rect(0, 0, size.width, size.height)
    root.values.position = Point(size.width / 2, size.height / 2)
  }
}

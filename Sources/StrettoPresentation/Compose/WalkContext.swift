import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// What holds for the whole subtree at a point of the walk. Each level passes it down in its `Placement`.
package struct WalkContext {
  /// The range of the frame's indices that identifies the current copy.
  var copy = 0..<0
  /// The number of the frame's portals on the path.
  var portals = 0
  var depth = 0
  /// Whether this is inside a subpicture or a picture with effects, which may be seen outside the scene's bounds too.
  var isInSharedSubpicture = false
  /// Whether the items only mask others or cast a shadow, so that no hit test finds them.
  var isMaskOrShadow = false
}

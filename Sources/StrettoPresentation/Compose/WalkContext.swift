import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// State of the tree traversal that applies to a whole subtree. Each level of layers passes the walk context to the next level in
/// a `Placement`.
package struct WalkContext {
  /// The range of the frame's indices that identifies the current copy.
  var copy = 0..<0
  /// The number of the frame's portals around the current layer.
  var portals = 0
  var depth = 0
  /// True if the current layer is inside a subpicture or a picture with effects, which may also be visible outside the scene's
  /// bounds.
  var isInSharedSubpicture = false
  /// True if display-list items only mask other items or cast a shadow, so that no hit test finds them.
  var isMaskOrShadow = false
}

import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// Facts that hold for everything below a place in the walk. Each level passes them down in its `Placement`.
package struct WalkContext {
  /// Range of the frame's indices that names the copy that is visited.
  var copy = 0..<0
  /// How many of the frame's portals are looked through.
  var portals = 0
  var depth = 0
  /// Whether this is inside a body or a picture with effects, which shows what lies outside the scene.
  var isInSharedSubpicture = false
  /// Whether the items written here only mask others or cast a shadow: nobody hits them.
  var isMaskOrShadow = false
}

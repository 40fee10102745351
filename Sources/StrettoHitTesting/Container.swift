/// A group or copy around display-list items.
struct Container {
  var item: Int
  /// The index of the next outer container, or -1 if there is none.
  var parent: Int
  /// The product of the alpha factors of this container and all outer containers, or nil if one of the containers clips or masks.
  var alpha: Double?
}

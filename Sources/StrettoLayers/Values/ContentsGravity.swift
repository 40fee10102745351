/// Alignment or scaling of an image in a layer's bounds. In the names of gravities, the top is the side with the smaller y.
public enum ContentsGravity: String, NamedOption {
  case resize, resizeAspect, resizeAspectFill, center, top, bottom, left, right
  case topLeft, topRight, bottomLeft, bottomRight
}

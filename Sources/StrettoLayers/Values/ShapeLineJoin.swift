public enum ShapeLineJoin: String, NamedOption {
  case miter, round, bevel
}

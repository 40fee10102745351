public enum ShapeLineCap: String, NamedOption {
  case butt, round, square
}

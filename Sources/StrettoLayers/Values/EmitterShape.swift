public enum EmitterShape: String, NamedOption {
  case point, line, rectangle, circle, cuboid, sphere
}

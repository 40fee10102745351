public enum ShapeFillRule: String, NamedOption {
  case nonZero = "non-zero"
  case evenOdd = "even-odd"
}

public enum CornerCurve: String, NamedOption {
  case circular, continuous
}

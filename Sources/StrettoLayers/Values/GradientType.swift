public enum GradientType: String, NamedOption {
  case axial, radial, conic
}

public enum AttractorType: String, NamedOption {
  case radial, axial, planar
}

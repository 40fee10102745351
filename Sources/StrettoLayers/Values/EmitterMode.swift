public enum EmitterMode: String, NamedOption {
  case points, outline, surface, volume
}

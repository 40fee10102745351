public enum EmitterRenderMode: String, NamedOption {
  case unordered, oldestFirst, oldestLast, backToFront, additive
}

public enum ContentsFilter: String, NamedOption {
  case linear, nearest, trilinear
}

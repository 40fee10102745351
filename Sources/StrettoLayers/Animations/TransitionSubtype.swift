/// Side from which the pictures of a transition move. In the names of the sides, the top is the side with the smaller y.
public enum TransitionSubtype: String, NamedOption {
  case fromLeft, fromRight, fromTop, fromBottom
}

/// Values of one state for one layer.
final class StatePart {
  let draft: Int
  var values: [(path: PropertyPath, value: Value)]
  /// Index of the first of the state's values in the track draft; nil until the layer enters the state for the first time.
  var first: Int?
  /// Values of the state and of its parent states; nil until the values are needed.
  var whole: StateValues?

  init(draft: Int) { (self.draft, values) = (draft, []) }
}

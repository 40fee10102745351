/// Reason why a key path is invalid. The property `sentence` explains each case of the error.
public enum KeyPathError: Error, Equatable {
  /// A property name in the key path is unknown: the first name, or the third name after "emitterCells".
  case unknownProperty(String)
  case unknownComponent(property: String, kind: ValueKind)
  case unknownCell(String), unknownBehavior(String), unknownSublayer(String), unknownFilter(String)
  /// Filters or behaviors of the type `of` lack the input; `inputs` lists the inputs of the type.
  case unknownInput(String, of: String, inputs: [String])
  case notAnimatable
}

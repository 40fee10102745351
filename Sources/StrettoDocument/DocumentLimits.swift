/// Limits of a document. Documents are untrusted input, so that every limit is checked before memory or stack is used.
enum DocumentLimits {
  /// Largest size of one file in bytes.
  static let bytes = 1 << 28
  static let elements = 1 << 22
  /// Largest depth of nested elements. Each layer of a tree takes two elements, and the lists of the deepest layer need a few
  /// more.
  static let depth = 1024
  /// Limit of the number of states, and of transitions between states. A linear search looks up states and transitions.
  static let states = 4096
  /// Limit of the pixels of one image that is read, and of all images that are written: 2^28 pixels, which are 1 GiB.
  static let pixels = 1 << 28
  /// Limit of the number of different warnings.
  static let warnings = 1000
}

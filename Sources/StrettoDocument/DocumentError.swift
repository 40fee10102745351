/// Reason why bytes are no scene that can be opened.
public struct DocumentError: Error, Equatable, Sendable {
  /// Sentence without the place.
  public let message: String
  /// Line of the document, from 1; 0 if no line is to blame.
  public let line: Int
  public let kind: Kind

  public enum Kind: Sendable {
    /// Something is wrong with the document.
    case document
    /// The document would take too much memory.
    case limit
    /// The work was cancelled.
    case cancelled
  }

  public init(_ message: String, line: Int = 0, kind: Kind = .document) {
    (self.message, self.line, self.kind) = (message, line, kind)
  }
}

/// Limits of a document. Strangers make files, so every limit is checked before memory or stack is taken.
enum DocumentLimits {
  /// Bytes of one file.
  static let bytes = 1 << 28
  static let elements = 1 << 22
  /// Elements inside elements: two for each of the engine's layers, and room for the lists in the last one.
  static let depth = 1024
  /// States, and transitions between them: each is looked for among all.
  static let states = 4096
  /// Pixels of an image that is read, and of all images that are written: 1 GiB.
  static let pixels = 1 << 28
  /// Kinds of warnings that are told apart.
  static let warnings = 1000
}

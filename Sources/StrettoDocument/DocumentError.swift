/// Reason why bytes cannot be opened as a scene.
public struct DocumentError: Error, Equatable, Sendable {
  /// Error message without the document's name and line.
  public let message: String
  /// Line of the document, counted from 1; 0 if no line caused the error.
  public let line: Int
  public let kind: Kind

  public enum Kind: Sendable {
    /// The document is invalid.
    case document
    /// The document would need too much memory.
    case limit
    /// The reader or writer was cancelled.
    case cancelled
  }

  public init(_ message: String, line: Int = 0, kind: Kind = .document) {
    (self.message, self.line, self.kind) = (message, line, kind)
  }
}

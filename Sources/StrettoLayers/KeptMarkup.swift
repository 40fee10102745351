/// What a document said of a thing and the engine has no word for: kept, so that it can be written back.
public final class KeptMarkup: Sendable {
  /// The element's name, where the thing was read as one of another class.
  public let className: String?
  /// The element's id, where nothing that is understood refers to it.
  public let id: String?
  /// Attributes, in order of their names.
  public let attributes: [(name: String, value: String)]
  /// Elements as XML, each on one line, in the order of the document.
  public let elements: [String]

  public init(
    className: String? = nil, id: String? = nil, attributes: [(name: String, value: String)] = [],
    elements: [String] = []
  ) {
    (self.className, self.id) = (className, id)
    (self.attributes, self.elements) = (attributes, elements)
  }

  public var isEmpty: Bool {
    className == nil && id == nil && attributes.isEmpty && elements.isEmpty
  }
}

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
  /// Filters that the engine does not draw: the list that they are in, their places there, and their XML.
  public let filters: [(list: String, index: Int, markup: String)]

  public init(
    className: String? = nil, id: String? = nil, attributes: [(name: String, value: String)] = [],
    elements: [String] = [], filters: [(list: String, index: Int, markup: String)] = []
  ) {
    (self.className, self.id) = (className, id)
    (self.attributes, self.elements, self.filters) = (attributes, elements, filters)
  }

  public var isEmpty: Bool {
    className == nil && id == nil && attributes.isEmpty && elements.isEmpty && filters.isEmpty
  }

  /// The same with another id.
  public func identified(by id: String) -> KeptMarkup {
    KeptMarkup(
      className: className, id: id, attributes: attributes, elements: elements, filters: filters)
  }
}

extension KeptMarkup: Equatable {
  public static func == (a: KeptMarkup, b: KeptMarkup) -> Bool {
    a === b
      || a.className == b.className && a.id == b.id && a.elements == b.elements
        && a.attributes.elementsEqual(b.attributes, by: ==)
        && a.filters.elementsEqual(b.filters, by: ==)
  }
}

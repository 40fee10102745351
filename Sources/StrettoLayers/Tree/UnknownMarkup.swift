/// Parts of a document that Stretto does not know. Unknown parts are preserved, so that they can be written back.
public final class UnknownMarkup: Sendable {
  /// Class name of the document element, if the element was read as an object of another class.
  public let className: String?
  /// Id of the document element, if no known part of the document refers to the id.
  public let id: String?
  /// Unknown attributes, sorted by name.
  public let attributes: [(name: String, value: String)]
  /// Unknown elements as XML, each on one line, in the order of the document.
  public let elements: [String]
  /// Filters that Stretto does not draw: the names of their lists, their indices in the lists, and their XML.
  public let filters: [(list: String, index: Int, markup: String)]

  /// Returns nil if there is no unknown markup.
  public init?(
    className: String? = nil, id: String? = nil, attributes: [(name: String, value: String)] = [],
    elements: [String] = [], filters: [(list: String, index: Int, markup: String)] = []
  ) {
    (self.className, self.id) = (className, id)
    (self.attributes, self.elements, self.filters) = (attributes, elements, filters)
    if className == nil, id == nil, attributes.isEmpty, elements.isEmpty, filters.isEmpty {
      return nil
    }
  }
}

extension UnknownMarkup: Equatable {
  public static func == (a: UnknownMarkup, b: UnknownMarkup) -> Bool {
    a === b
      || a.className == b.className && a.id == b.id && a.elements == b.elements
        && a.attributes.elementsEqual(b.attributes, by: ==)
        && a.filters.elementsEqual(b.filters, by: ==)
  }
}

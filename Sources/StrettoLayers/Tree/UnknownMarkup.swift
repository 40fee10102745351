/// Parts of a document that Stretto does not know. Unknown markup is preserved, so that it is written again when the document is
/// written.
public final class UnknownMarkup: Sendable {
  /// Class name of the document's element, if the element was read as an object of another class.
  public let className: String?
  /// Id of the document's element, if no known part of the document refers to the id.
  public let id: String?
  /// Unknown attributes of the element, sorted by name.
  public let attributes: [(name: String, value: String)]
  /// Unknown child elements as XML, each on one line, in the order of the document.
  public let elements: [String]
  /// Filters that Stretto does not draw. Each undrawn filter is stored as the name of the list that contains the filter, the
  /// filter's index in this list, and the filter's XML.
  public let filters: [(list: String, index: Int, markup: String)]

  /// Creates the unknown markup of an element; nil if the element has no unknown parts.
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

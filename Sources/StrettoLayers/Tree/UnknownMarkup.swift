/// Parts of a document that the engine has no word for, kept so that they can be written back.
public final class UnknownMarkup: Sendable {
  /// Name of the element, if its object was read as one of another class.
  public let className: String?
  /// Id of the element, if nothing that is understood refers to it.
  public let id: String?
  /// Attributes, in order of their names.
  public let attributes: [(name: String, value: String)]
  /// Elements as XML, each on one line, in the order of the document.
  public let elements: [String]
  /// Filters that the engine does not draw: names of their lists, their indices there, and their XML.
  public let filters: [(list: String, index: Int, markup: String)]

  /// Nil if there is nothing to keep.
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

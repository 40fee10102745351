import StrettoLayers

extension CAMLReader {
  /// Reads a list of filters of a layer. Returns the filters that Stretto does not draw, with their indices. Returns nil if the
  /// element is not a list of filters.
  func readFilters(_ list: Element, _ values: inout LayerValues)
    -> [(list: String, index: Int, markup: String)]?
  {
    guard let filterList = PropertyPath.List(rawValue: list.name),
      PropertyPath.List.ofFilters.contains(filterList)
    else {
      return nil
    }
    var unknownMarkup: [(list: String, index: Int, markup: String)] = []
    var filters: [FilterValues] = []
    var known: Set<String> = []
    for (index, item) in list.children.enumerated() {
      if let filter = filter(item) {
        if known.insert(filter.name).inserted {
          filters.append(filter)
          continue
        }
        warn("the filter \(filter.name) appears twice; the first one counts", line: item.line)
      }
      unknownMarkup.append((list.name, index, item.xml))
    }
    values[filterList] = filters
    return unknownMarkup
  }

  /// Reads a filter of Core Animation: its type, a name for key paths, and its inputs as attributes. Returns nil if Stretto does
  /// not draw the filter.
  private func filter(_ element: Element) -> FilterValues? {
    let type = element["filter"] ?? element["type"] ?? ""
    let name = element.text("name")
    guard CAMLReader.className(of: element) == "CAFilter",
      var filter = FilterValues(name.map { $0 + "=" + type } ?? type)
    else {
      warn("the filter \(type) is not drawn", line: element.line)
      return nil
    }
    if ["0", "false"].contains(element["enabled"] ?? "") { return nil }
    let inputs = element.without(["filter", "name", "enabled", Vocabulary.strettoPrefix + "name"])
    let unread = readProperties(inputs, FilterProperties.table, .filters, &filter)
    let elements = inputs.children.filter { !unread.properties.contains($0.name) }.flatMap {
      preserve($0)
    }
    let enabled = element.attributes.filter { $0.name == "enabled" }
    filter.unknownMarkup = UnknownMarkup(
      attributes: enabled + unread.attributes, elements: elements)
    return filter
  }
}

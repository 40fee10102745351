import StrettoLayers

extension CAMLReader {
  static let filterLists: Set<String> = ["filters", "backgroundFilters"]

  /// Reads both lists of filters of a layer. Returns the filters that are not drawn, with their places.
  func readFilters(_ element: Element, _ light: inout LightValues)
    -> [(list: String, index: Int, markup: String)]
  {
    var kept: [(list: String, index: Int, markup: String)] = []
    for list in element.children where CAMLReader.filterLists.contains(list.name) {
      var filters: [FilterValues] = []
      var known: Set<String> = []
      for (index, item) in list.children.enumerated() {
        guard let filter = filter(item) else {
          kept.append((list.name, index, item.xml))
          continue
        }
        if known.insert(filter.name).inserted {
          filters.append(filter)
        } else {
          warn("the filter \(filter.name) appears twice; the first one counts", line: item.line)
          kept.append((list.name, index, item.xml))
        }
      }
      if list.name == "filters" {
        light.filters = filters
      } else {
        light.backgroundFilters = filters
      }
    }
    return kept
  }

  /// Reads Core Animation's filter: a type, a name for key paths, and inputs as attributes. Nil if it is not drawn.
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
    let inputs = element.without(["filter", "name", "enabled", Vocabulary.own + "name"])
    let unread = readProperties(inputs, FilterProperties.table, .filters, &filter)
    let elements = inputs.children.filter { !unread.properties.contains($0.name) }.flatMap {
      keep($0)
    }
    let enabled = element.attributes.filter { $0.name == "enabled" }
    filter.kept = KeptMarkup(attributes: enabled + unread.attributes, elements: elements)
    return filter
  }
}

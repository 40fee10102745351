import StrettoLayers

extension CAMLReader {
  /// The cell at a place: the element's own, or the one that it names. Nil for one that would lie in itself.
  func cell(at element: Element, depth: Int = 1) -> EmitterCell? {
    let named = object(element)
    if named === element { return cell(element, depth: depth) }
    return namedCells.object(named, as: "") { cell(named, depth: depth) }
  }

  private func cell(_ element: Element, depth: Int) -> EmitterCell? {
    // One that several emitters share is written wherever it is; the first time counts.
    let number = element[Vocabulary.own + "cell"]
    if let number, let known = cells[number] { return known }
    let size = MemoryLayout<CellValues>.stride + 256
    guard allowance.take(size, for: "cells of emitters", line: element.line) else { return nil }
    let cell = EmitterCell()
    defer { if let number, cells[number] == nil { cells[number] = cell } }
    let kept = readProperties(element, CellProperties.table, .cells, &cell.values)
    var unknown: [String] = []
    for child in element.children where !kept.properties.contains(child.name) {
      if child.name != "emitterCells" {
        unknown += keep(child, kept)
      } else if depth >= EmitterCell.depthLimit
        || !cell.setCells(child.children.compactMap { self.cell(at: $0, depth: depth + 1) })
      {
        let limit = EmitterCell.depthLimit
        warn("cells more than \(limit) deep in cells are left out", line: child.line)
      }
    }
    let markup = KeptMarkup(attributes: kept.attributes, elements: unknown)
    cell.kept = markup.isEmpty ? nil : markup
    return cell
  }
}

import StrettoLayers

extension CAMLReader {
  /// Reads the emitter cell of an element, or of the element that it references. Returns nil for a cell that contains itself.
  func cell(at element: Element, depth: Int = 1) -> EmitterCell? {
    let named = object(element)
    if named === element { return cell(element, depth: depth) }
    return namedCells.object(named, as: "") { cell(named, depth: depth) }
  }

  private func cell(_ element: Element, depth: Int) -> EmitterCell? {
    // A cell that several emitters share is written in each emitter. The reader uses only the first element of a shared cell.
    let number = element[own: "cell"]
    if let number, let known = cells[number] { return known }
    let size = MemoryLayout<CellValues>.stride + 256
    guard allowance.take(size, for: "cells of emitters", line: element.line) else { return nil }
    let cell = EmitterCell()
    defer { if let number, cells[number] == nil { cells[number] = cell } }
    let unknownMarkup = readProperties(element, CellProperties.table, .cells, &cell.values)
    var unknown: [String] = []
    for child in element.children where !unknownMarkup.properties.contains(child.name) {
      if child.name != "emitterCells" {
        unknown += preserve(child, unknownMarkup)
      } else if depth >= EmitterCell.depthLimit
        || !cell.setCells(child.children.compactMap { self.cell(at: $0, depth: depth + 1) })
      {
        let limit = EmitterCell.depthLimit
        warn("cells more than \(limit) deep in cells are left out", line: child.line)
      }
    }
    cell.unknownMarkup = UnknownMarkup(attributes: unknownMarkup.attributes, elements: unknown)
    return cell
  }
}

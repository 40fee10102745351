import StrettoGeometry

// Objects that a document defines once and references elsewhere by `object="#id"`.

/// Cache of the objects that were read from referenced elements, one for each use. A document of a few bytes could reference a
/// large object millions of times.
final class NamedObjects<T> {
  /// Objects by element and then by use.
  private var known: [ObjectIdentifier: [String: T?]] = [:]

  /// Reads the object of a referenced element once.
  ///
  /// - Parameter use: text that distinguishes the ways to read the element.
  /// - Returns: nil for an object that references itself while the object is being read.
  func object(_ element: Element, as use: String, _ read: () -> T?) -> T? {
    let id = ObjectIdentifier(element)
    if let known = known[id]?[use] { return known }
    known[id, default: [:]][use] = .some(nil)
    let made = read()
    known[id, default: [:]][use] = .some(made)
    return made
  }
}

extension CAMLReader {
  /// Collects all elements with ids. If two elements have the same id, the last element is used.
  func noteObjects(_ root: Element) {
    var walk = TreeWalk([root])
    while let element = walk.next(), allowance.take() {
      if let id = element["id"] { objects[id] = element }
      walk.push(element.children)
    }
  }

  /// Element that the attribute `object` references, or else the element itself.
  func object(_ element: Element) -> Element {
    guard let id = element["object"] else { return element }
    guard let named = objects[id] else {
      warn("there is no object \(id)", line: element.line)
      return element
    }
    return named
  }
}

import StrettoGeometry

// Objects that are written in one place of a document and named in others, by `object="#id"`.

/// Objects that are named, as they were read: once for each use, however often they are named. A document of a few bytes
/// could name a large one millions of times.
final class NamedObjects<T> {
  /// By the element, and then by the use.
  private var known: [ObjectIdentifier: [String: T?]] = [:]

  /// - Parameter use: in words, what the object is read as.
  /// - Returns: nil for an object that names itself, while it is being read.
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
  /// Collects the elements with ids; of two with one id, the last counts.
  func noteObjects(_ root: Element) {
    var walk = TreeWalk([root])
    while let element = walk.next(), allowance.take() {
      if let id = element["id"] { objects[id] = element }
      walk.enter(element.children)
    }
  }

  /// Element that an attribute `object` names, or else the element itself.
  func object(_ element: Element) -> Element {
    guard let id = element["object"] else { return element }
    guard let named = objects[id] else {
      warn("there is no object \(id)", line: element.line)
      return element
    }
    return named
  }
}

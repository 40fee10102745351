extension KeyPathError {
  /// Message that explains why a key path is invalid and suggests the most similar name.
  ///
  /// - Parameters:
  ///   - className: Name of the class to which the key path was applied.
  ///   - names: Names of the properties or cells from which a suggestion is chosen.
  @export(interface)
  public func sentence(_ keyPath: String, _ className: String, _ names: [String]) -> String {
    switch self {
    case .unknownProperty(let name):
      if let member = PropertyPath.member(keyPath), !keyPath.hasPrefix(name + ".") {
        let near = nearest(name, in: member.names).map { "; the nearest is \"\($0)\"" } ?? ""
        return "\"\(keyPath)\": there is no property \"\(name)\" of \(member.className)\(near)"
      }
      let owners = LayerKind.allCases.filter { kind in
        kind.properties.contains { $0.name == name } && kind.className != className
      }
      if className == LayerKind.glyph.className,
        LayerKind.plain.properties.contains(where: {
          $0.name == name && $0.traits.contains(.laidOut)
        })
      {
        return "\"\(keyPath)\": the layout positions the glyphs; use transform to move a glyph"
      }
      var text = "\"\(keyPath)\": there is no property \"\(name)\" of \(className)"
      if let near = nearest(name, in: names) {
        text += "; the nearest is \"\(near)\""
      } else if let owner = owners.first {
        text += "; \(owner.className) has it"
      }
      return text
    case .unknownComponent(let property, let kind):
      let parts = Component.all(of: kind).map { property + "." + $0.name }
      return "\"\(keyPath)\": no such part of \"\(property)\"; "
        + (kind == .variations
          ? "an axis of the font has four characters, such as wght"
          : parts.isEmpty ? "it has no parts" : "allowed: " + parts.joined(separator: ", "))
    case .unknownCell(let name):
      return "\"\(keyPath)\": the emitter has no cell named \"\(name)\"; "
        + (names.isEmpty ? "it has no cells" : "it has: " + names.joined(separator: ", "))
    case .unknownSublayer(let name):
      return "\"\(keyPath)\": there is no sublayer named \"\(name)\" that has this property"
    case .unknownFilter(let name):
      return "\"\(keyPath)\": there is no filter named \"\(name)\" in that list"
    case .unknownBehavior(let name):
      return "\"\(keyPath)\": the emitter has no behavior named \"\(name)\"; "
        + (names.isEmpty ? "it has none with a name" : "it has: " + names.joined(separator: ", "))
    case .unknownInput(let input, let type, let inputs):
      return "\"\(keyPath)\": \(article(type)) \(type) has no \"\(input)\"; it has: "
        + (inputs.isEmpty ? "none" : inputs.joined(separator: ", "))
    case .notAnimatable: return "\"\(keyPath)\" cannot be animated"
    }
  }
}

private func article(_ noun: String) -> String {
  noun.utf8.first.map { "aeiou".utf8.contains($0) } ?? false ? "an" : "a"
}

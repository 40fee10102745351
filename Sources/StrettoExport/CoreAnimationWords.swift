import StrettoLayers

/// Words of properties in Swift where they are not Core Animation's key paths.
let swiftNames = [
  "hidden": "isHidden", "doubleSided": "isDoubleSided", "geometryFlipped": "isGeometryFlipped",
  "wrapped": "isWrapped", "enabled": "isEnabled", "additive": "isAdditive",
  "cumulative": "isCumulative", "removedOnCompletion": "isRemovedOnCompletion",
]

extension LayerKind {
  /// Public class; nil for kinds that have none.
  var publicClass: String? {
    switch self {
    case .plain, .viewReplicator: "CALayer"
    case .replicator, .shape, .gradient, .emitter, .transform, .text: className
    case .portal, .proxy, .glyph: nil
    }
  }

  /// Whether its public class has a property. A text's copies are ours.
  func hasPublic(_ property: Property<LayerValues>) -> Bool {
    property.isPublic && (self != .text || !property.name.hasPrefix("instance"))
  }
}

extension Property {
  /// Whether Core Animation has the property, and not for itself alone.
  var isPublic: Bool { traits.isDisjoint(with: [.strettoOnly, .unpublished]) }
}

/// Name of a property as a case of Core Animation's type for it, or as text where it has no type.
func swiftCase(_ name: String, of property: String, isCell: Bool) -> String {
  switch property {
  case "compositingFilter": quoted(name)
  case "magnificationFilter" where isCell, "minificationFilter" where isCell: quoted(name)
  case "rotationMode": name == "auto" ? ".rotateAuto" : ".rotateAutoReverse"
  case "valueFunction": "CAValueFunction(name: .\(name))"
  case "fillRule": name == "even-odd" ? ".evenOdd" : ".nonZero"
  default: "." + name
  }
}

func quoted(_ text: String) -> String {
  var literal = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"", "\\": literal += "\\" + String(Character(scalar))
    case "\n": literal += "\\n"
    case "\u{0}"..."\u{1F}", "\u{7F}": literal += "\\u{\(String(scalar.value, radix: 16))}"
    default: literal.unicodeScalars.append(scalar)
    }
  }
  return literal + "\""
}

func inOneLine(_ text: String) -> String { String(text.map { $0.isNewline ? " " : $0 }) }

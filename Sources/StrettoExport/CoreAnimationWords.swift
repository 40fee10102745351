import StrettoLayers

/// Words of properties in Swift where they are not Core Animation's key paths.
let swiftNames = [
  "hidden": "isHidden", "doubleSided": "isDoubleSided", "geometryFlipped": "isGeometryFlipped",
  "wrapped": "isWrapped", "enabled": "isEnabled", "additive": "isAdditive",
  "cumulative": "isCumulative", "removedOnCompletion": "isRemovedOnCompletion",
]

/// Properties that Core Animation has only for itself, or for other classes.
private let privateWords: Set = [
  "contentsMultiplyColor", "allowsGroupBlending", "filters", "backgroundFilters",
]
private let privateTextWords: Set = [
  "tracking", "leading", "verticalAlignmentMode", "instanceDelay", "instanceTransform",
  "instanceColor", "instanceRedOffset", "instanceGreenOffset", "instanceBlueOffset",
  "instanceAlphaOffset",
]
private let privateCellWords: Set = ["mass", "massRange", "rotation", "rotationRange"]

extension LayerKind {
  /// Public class; nil for kinds that have none.
  var publicClass: String? {
    switch self {
    case .plain, .viewReplicator: "CALayer"
    case .replicator, .shape, .gradient, .emitter, .transform, .text: className
    case .portal, .proxy, .glyph: nil
    }
  }

  func hasPublic(_ property: String, _ traits: PropertyTraits) -> Bool {
    if traits.contains(.ours) || privateWords.contains(property) { return false }
    return self != .text || !privateTextWords.contains(property)
  }
}

extension EmitterCell {
  static func hasPublic(_ property: String, _ traits: PropertyTraits) -> Bool {
    !traits.contains(.ours) && !privateCellWords.contains(property)
  }
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

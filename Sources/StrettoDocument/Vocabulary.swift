import StrettoLayers

/// Names in documents that are not in the property tables.
enum Vocabulary {
  static let namespace = "http://www.apple.com/CoreAnimation/1.0"
  /// XML namespace of names that Core Animation lacks. Core Animation ignores elements and attributes of other namespaces.
  static let ownNamespace = "urn:stretto:document:1"
  static let strettoPrefix = "stretto:"

  static let continuousCorners = "continuousCorners"

  /// Names that editors give to the base state.
  static let baseStates: Set<String> = ["Base", "Base State"]

  /// True for attributes that have no effect on pictures. Attributes without an effect are preserved without a warning.
  static func isSilent(attribute name: String, _ value: String) -> Bool {
    silentAttributes.contains(name) || usualValues[name] == value
      || ["mica_", "caplay", "nugget", "xmlns"].contains { name.hasPrefix($0) }
  }

  /// Attributes that have no effect if they have the given value.
  private static let usualValues = [
    "allowsGroupOpacity": "1", "allowsGroupBlending": "1", "cornerCurve": "circular",
  ]

  private static let silentAttributes: Set<String> = [
    "allowsEdgeAntialiasing", "contentsFormat", "shouldRasterize", "classIfAvailable", "final",
    "opaque", continuousCorners,
  ]

  /// Elements that have no effect on pictures. Elements without an effect are preserved without a warning.
  static let ignoredElements: Set<String> = [
    "scriptComponents", "modules", "scriptObject", "style",
  ]

  /// Element of a kind of layer: Core Animation's class, or `CALayer` with the kind in an attribute of Stretto's namespace.
  static func element(of kind: LayerKind) -> (name: String, own: String?) {
    switch kind {
    case .portal: ("CAPortalLayer", nil)
    default: kind.className.hasPrefix("CA") ? (kind.className, nil) : ("CALayer", kind.className)
    }
  }

  static let layerKinds: [String: LayerKind] = {
    var kinds = Dictionary(uniqueKeysWithValues: LayerKind.allCases.map { ($0.className, $0) })
    kinds["CAPortalLayer"] = .portal
    kinds["LKTextLayer"] = kinds["CATextLayer"]
    return kinds
  }()

  static let animationKinds: [String: AnimationKind] = Dictionary(
    uniqueKeysWithValues: AnimationKind.allCases.map { ($0.className, $0) })
}

extension Vocabulary {
  /// Earlier names of Stretto's properties in documents, with the current names.
  static let formerNames = ["value": "number", "loop": "loopDuration"]

  /// Key path of a layer with earlier names replaced by current names.
  static func keyPath(_ given: String, of kind: LayerKind) -> String {
    guard let name = formerNames[given], kind.properties.contains(where: { $0.name == name }) else {
      return given
    }
    return name
  }
}

import StrettoText

extension ValueError {
  /// Error message that says what was given for a key path, and what is allowed.
  @export(interface)
  public func sentence(_ keyPath: String, _ kind: ValueKind) -> String {
    switch self {
    case .number(let given, let range):
      "\(keyPath): \(given) was given; \(ValueError.allowed(range)) is allowed"
    case .boolean(let given): "\(keyPath): \(given) was given; 0 (false) or 1 (true) is allowed"
    case .fraction(let given): "\(keyPath): \(given) was given; a whole number is allowed"
    case .decreasing(let a, let b):
      "\(keyPath): \(b) was given after \(a); numbers that do not decrease are allowed"
    case .count(let count):
      "\(keyPath) takes \(kind.wording); \(count == 1 ? "a number" : "\(count) numbers") was given"
    case .listCount(let given, let allowed):
      "\(keyPath): \(given) numbers were given; \(allowed) are allowed"
    case .curve(let c):
      "\(keyPath): control points (\(c.c1x), \(c.c1y)) (\(c.c2x), \(c.c2y)) were given; "
        + "their x must be within 0...1"
    case .name(let word, let names):
      "\(keyPath): \"\(word)\" was given"
        + (nearest(word, in: names).map { "; the nearest is \"\($0)\"" } ?? "")
        + "; allowed: \(names.joined(separator: ", "))"
    case .filter(let text):
      "\(keyPath): \"\(text)\" was given; filters separated by spaces are allowed, each a type such as "
        + "gaussianBlur or NAME=TYPE, with names that differ and have no dot"
    case .characters:
      "\(keyPath): a text of more than \(ShapedText.characterLimit) characters or \(ShapedText.byteLimit) bytes was given"
    case .features(let text):
      "\(keyPath): \"\(text)\" was given; at most 64 features separated by commas are allowed, each of four "
        + "characters such as tnum, or with a value such as liga=0"
    case .numberFormat(let text):
      "\(keyPath): \"\(text)\" was given; a text with one field in braces is allowed, such as \"{:,.0f} km\", "
        + "with the types f, d and %, a precision of at most \(NumberFormat.largestPrecision) and a width of at "
        + "most \(NumberFormat.largestWidth); braces themselves are written twice"
    case .kind: "\(keyPath) takes \(kind.wording); a text was given"
    }
  }

  private static func allowed(_ range: ClosedRange<Double>?) -> String {
    switch (range?.lowerBound, range?.upperBound) {
    case (nil, _), (_, nil): "a finite number"
    case (0, .infinity): "a number of at least 0, infinity included,"
    case (0, .greatestFiniteMagnitude): "a finite number of at least 0"
    case (let low?, let high?): "a number in \(low)...\(high)"
    }
  }
}

extension AnimationError {
  /// Error message that says what is wrong with an animation, and how to fix the animation.
  public var sentence: String {
    switch self {
    case .pathNeedsPoint: "path: only a point, such as position, can be animated along a path"
    case .valueFunction(let name):
      "valueFunction: \(name) was given; it makes a transform, from \(name.hasSuffix("e") ? "three numbers" : "a number"), "
        + "and is set before the values"
    case .noValues: "values: a keyframe animation without values was given; give it at least one"
    case .threeEnds:
      "fromValue, toValue and byValue were all given; at most two of them are allowed"
    case .speedNotAlone:
      "speed: an animation of a layer's speed cannot be in a group, additive or cumulative"
    }
  }
}

extension ValueKind {
  /// Description of the values that a property of this kind takes, for error messages.
  public var wording: String {
    switch self {
    case .number, .integer: "a number"
    case .boolean: "a boolean (0 or 1)"
    case .point: "a point (2 numbers)"
    case .size: "a size (2 numbers)"
    case .rect: "a rectangle (4 numbers)"
    case .transform: "a transform (16 numbers)"
    case .color: "a colour (4 numbers)"
    case .numbers: "a list of numbers"
    case .colors: "a list of colours (4 numbers each)"
    case .transforms: "a list of transforms (16 numbers each)"
    case .string: "a text"
    case .name: "a name"
    case .names: "names, separated by spaces"
    case .path: "a path"
    case .image: "an image"
    case .layer: "a layer"
    case .curve: "a timing function (a name, or 4 numbers)"
    case .curves: "timing functions (4 numbers each)"
    case .filters: "filters (types, or NAME=TYPE, separated by spaces)"
    case .any: "a value"
    case .font: "a font"
    case .fonts: "a list of fonts"
    case .variations: "values on a font's axes (2 numbers each: the axis and the value)"
    case .features: "OpenType features, separated by commas"
    }
  }
}

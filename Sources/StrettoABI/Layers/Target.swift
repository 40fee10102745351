import StrettoLayers

/// Property or component that a key path resolves to, with the rule for its values.
struct Target {
  var keyPath: String
  var path: PropertyPath
  var rule: ValueRule
  var kind: ValueKind { rule.kind }

  init(_ keyPath: String, _ path: PropertyPath, _ rule: ValueRule) {
    (self.keyPath, self.path, self.rule) = (keyPath, path, rule)
  }

  init<Owner>(_ keyPath: String, of className: String, in table: [Property<Owner>]) throws {
    let path = try wording(keyPath, className, table.map { $0.name }) {
      try PropertyPath(keyPath, in: table)
    }
    self.init(keyPath, path, ValueRule(path, in: table))
  }

  /// Converts a caller's argument by the rule of the property, and words the error if the rule rejects the argument.
  func checked(_ make: (ValueRule) throws -> Value) throws -> Value {
    do {
      return try make(rule)
    } catch let error as ValueError {
      let sentence = error.sentence(keyPath, kind)
      switch error {
      case .count, .kind: throw ABIError.keyPath(sentence)
      default: throw ABIError.invalid(sentence)
      }
    }
  }

  func wrongKind(_ given: String) -> ABIError {
    .keyPath("\(keyPath) takes \(kind.wording); \(given) was given")
  }
}

extension Target {
  /// Text of a value. If a property has an optional name and no name is set, the result is "".
  func string(of value: Value) throws -> String {
    switch value {
    case .string(let string): return string
    case .none where kind == .name: return ""
    default: throw wrongKind("a text")
    }
  }
}

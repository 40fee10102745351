import CStretto
import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoText

extension PropertyHolder {
  func setFont(_ keyPath: CString, _ font: Handle) throws {
    let target = try resolve(text(keyPath, "key_path"))
    guard target.kind == .font else { throw wrongKind("a font", target) }
    let font = try optionalObject(font, Font.self)
    try write(font.map { .font($0) } ?? .none, to: target)
  }

  func setFonts(_ keyPath: CString, _ fonts: [Handle]) throws {
    let target = try resolve(text(keyPath, "key_path"))
    guard target.kind == .fonts else { throw wrongKind("a list of fonts", target) }
    guard fonts.count <= TextValues.mostFonts else {
      throw ABIError.limit(
        "\(target.keyPath): \(fonts.count) fonts were given; at most \(TextValues.mostFonts) are allowed"
      )
    }
    let fonts = try fonts.map { try object($0, Font.self) }
    try write(fonts.isEmpty ? .none : .fonts(fonts), to: target)
  }

  func font(_ keyPath: CString) throws -> Font? {
    let target = try resolve(text(keyPath, "key_path"))
    guard target.kind == .font else { throw wrongKind("a font", target) }
    guard case .font(let font) = try read(target) else { return nil }
    return font
  }

  func fonts(_ keyPath: CString) throws -> [Font] {
    let target = try resolve(text(keyPath, "key_path"))
    guard target.kind == .fonts else { throw wrongKind("a list of fonts", target) }
    guard case .fonts(let fonts) = try read(target) else { return [] }
    return fonts
  }

  func font(_ keyPath: CString, at index: UInt32) throws -> Font {
    let fonts = try fonts(keyPath)
    guard index < fonts.count else {
      throw ABIError.invalid("there are \(fonts.count) fonts; \(index) was asked for")
    }
    return fonts[Int(index)]
  }
}

extension Layer {
  /// This layer, which must be a text.
  func asText() throws -> Layer {
    guard kind == .text else {
      throw ABIError.keyPath("\(className) has no characters; CATextLayer has them")
    }
    return self
  }

  /// The layout of this text in one copy of it at the scene's time.
  func laidOut(at time: Double, copy: [Int], _ end: CallEnd) throws -> LaidOutText {
    let text = try asText()
    var cancellation = end.cancellation
    return try text.laidOutInPlace(
      text.presentationValues(at: time, copy: copy), at: time, &cancellation)
  }
}

/// Calls a body with the layout of a text in one copy of it at the scene's time.
func askingText(
  _ handle: Handle, _ time: Double, _ indices: In<Int32>, _ count: UInt32,
  _ body: (LaidOutText, CallEnd) throws -> Void
) -> Status {
  asking(handle, Layer.self) {
    try body($0.laidOut(at: finite(time, "time"), copy: instance(indices, count), $1), $1)
  }
}

/// A length that may be 0, which is none.
func atLeastZero(_ value: Double, _ name: String) throws -> Double {
  guard value >= 0, value.isFinite else {
    throw ABIError.invalid("\(name): \(value) was given; a finite number of at least 0 is allowed")
  }
  return value
}

extension stretto_text_copy {
  init(_ text: LaidOutText, copy k: Int) {
    self.init()
    let copy = text.layout.copies[k]
    let box = text.box(ofCopy: k)
    (x, y, width, height) = (box.x, box.y, box.width, box.height)
    baseline = text.baseline(ofCopy: k)
    character = Int32(clamping: copy.characters.lowerBound)
    character_count = Int32(clamping: copy.characters.count)
    line = Int32(clamping: copy.line)
    word = Int32(clamping: copy.word ?? -1)
    is_missing = text.isMissing(copy.characters) ? 1 : 0
  }
}

extension stretto_text_line {
  init(_ line: TextLayout.Line, _ text: LaidOutText) {
    self.init()
    let box = text.moved(line.box)
    (x, y, width, height) = (box.x, box.y, box.width, box.height)
    baseline = text.y(ofBaseline: line.baseline)
    character = Int32(clamping: line.characters.lowerBound)
    character_count = Int32(clamping: line.characters.count)
  }
}

extension Animation {
  func setStrings(_ texts: [CString]) throws {
    guard values.kind == .keyframe else {
      throw ABIError.keyPath("\(className) has no values; CAKeyframeAnimation has them")
    }
    guard values.valueKind == .string else {
      throw ABIError.keyPath(
        "\"\(values.keyPath)\" takes \(values.valueKind.wording); texts were given")
    }
    var target = try resolve("keyTimes")
    (target.keyPath, target.rule) = ("values", ValueRule(animating: .string))
    values.keyValues = try texts.map {
      let text = try StrettoABI.text($0, "values")
      return try target.checked { rule throws(ValueError) in try rule.value(text) }
    }
  }

  func string(at index: UInt32) throws -> String {
    guard index < values.keyValues.count, case .string(let text) = values.keyValues[Int(index)]
    else {
      throw ABIError.invalid("there is no text \(index) among \(values.keyValues.count) values")
    }
    return text
  }
}

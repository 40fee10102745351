import StrettoGeometry

/// A number with at most `digits` digits after the decimal point, in the shortest form that CSS and JSON accept.
///
/// - Parameter isCSS: Whether a 0 before the decimal point may be omitted.
func short(_ x: Double, _ digits: Int, isCSS: Bool = true) -> String {
  guard x.isFinite else { return "0" }
  var power = 1.0
  for _ in 0..<digits { power *= 10 }
  let scaled = (x * power).rounded()
  if scaled == 0 { return "0" }
  if scaled.magnitude >= 9e15 { return "\(x)" }
  let whole = Int64(scaled.magnitude)
  var text = String(whole)
  var tail = ""
  if digits > 0 {
    while text.count <= digits { text = "0" + text }
    tail = String(text.suffix(digits))
    text = String(text.dropLast(digits))
    while tail.hasSuffix("0") { tail.removeLast() }
    if !tail.isEmpty { tail = "." + tail }
    if isCSS, text == "0", !tail.isEmpty { text = "" }
  }
  return (scaled < 0 ? "-" : "") + text + tail
}

/// A list of numbers, without unnecessary spaces.
func list(_ numbers: [Double], _ digits: Int) -> String {
  var result = ""
  for number in numbers {
    let text = short(number, digits)
    if !result.isEmpty, !text.hasPrefix("-") { result += " " }
    result += text
  }
  return result
}

/// A text as the content of an element or the value of an attribute. Characters that XML cannot represent are omitted.
func escaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "\t", "\n", "\r": result += " "
    default:
      let isAllowed = scalar.value >= 0x20 && scalar.value != 0xFFFE && scalar.value != 0xFFFF
      if isAllowed { result.unicodeScalars.append(scalar) }
    }
  }
  return result
}

/// A colour as CSS hexadecimal digits, from red, green and blue. Alpha is not included.
func hexColor(_ numbers: [Double]) -> String {
  let digits = Array("0123456789abcdef")
  let bytes = numbers.prefix(3).map { Int(clampingDown: ($0.clamped(to: 0...1) * 255).rounded()) }
  if bytes.allSatisfy({ $0 % 17 == 0 }) {
    return bytes.reduce(into: "#") { $0.append(digits[$1 / 17]) }
  }
  return bytes.reduce(into: "#") { text, byte in
    text.append(digits[byte >> 4])
    text.append(digits[byte & 15])
  }
}

/// Generates short names in the order a, b, ... z, aa, ...
func shortName(_ number: Int) -> String {
  var (text, rest) = ("", number)
  repeat {
    let letter = Character(Unicode.Scalar(UInt8(97 + rest % 26)))
    text = String(letter) + text
    rest = rest / 26 - 1
  } while rest >= 0
  return text
}

/// A period in seconds, in CSS and SMIL. A rounding error of the period adds up over the repetitions, so the text has more digits
/// than the text of a delay.
func periodText(_ period: Double) -> String { short(period, 7) + "s" }

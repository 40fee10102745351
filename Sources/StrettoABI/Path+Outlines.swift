// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoRaster

@c @implementation public func stretto_path_add_stroke(
  _ self: Handle, _ other: Handle, _ width: Double, _ cap: CString, _ join: CString,
  _ miterLimit: Double
) -> Status {
  var pen = ShapeValues()
  var added = Path()
  let status = reading(other, PathObject.self) {
    pen.lineWidth = try atLeastZero(width, "width")
    pen.lineCap = try option(cap, "cap")
    pen.lineJoin = try option(join, "join")
    pen.miterLimit = try atLeastZero(miterLimit, "miter_limit")
    guard let style = pen.strokeStyle else { return }
    guard let outline = $0.path.stroked(style) else {
      throw ABIError.limit("the outline of the line would have too many corners")
    }
    added = outline
  }
  if status != Status(STRETTO_OK) { return status }
  return changing(self, PathObject.self) { try $0.add(added) }
}

@c @implementation public func stretto_path_add_continuous_rect(
  _ self: Handle, _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ radius: Double
) -> Status {
  changing(self, PathObject.self) { object in
    try checkFinite(x, y, width, height, radius)
    object.path.append(
      .continuousRoundedRect(Rect(x, y, width, height).standardized, radius: radius))
  }
}

/// One of certain words; NULL is the first.
private func option<Option: NamedOption>(_ word: CString, _ name: String) throws
  -> Option
{
  let word = try word.map { try text($0, name) } ?? Option.names[0]
  guard let option = Option(name: word) else {
    throw ABIError.invalid(
      ValueError.name(word, allowed: Option.names).sentence(name, .name))
  }
  return option
}

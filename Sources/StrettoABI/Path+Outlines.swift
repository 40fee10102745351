// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoRaster

// Each function here checks, converts, calls and converts back; the header says what it means.

@_cdecl("stretto_path_add_stroke") @implementation
public func stretto_path_add_stroke(
  _ self: OpaquePointer?, _ other: OpaquePointer?, _ width: Double,
  _ cap: UnsafePointer<CChar>?, _ join: UnsafePointer<CChar>?, _ miterLimit: Double
) -> stretto_status {
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
  if status != stretto_status(STRETTO_OK) { return status }
  return changing(self, PathObject.self) { try $0.add(added) }
}

@_cdecl("stretto_path_add_continuous_rect") @implementation
public func stretto_path_add_continuous_rect(
  _ self: OpaquePointer?, _ x: Double, _ y: Double, _ width: Double, _ height: Double,
  _ radius: Double
) -> stretto_status {
  changing(self, PathObject.self) { object in
    try checkFinite(x, y, width, height, radius)
    object.path.append(
      .continuousRoundedRect(Rect(x, y, width, height).standardized, radius: radius))
  }
}

/// One of certain words; NULL is the first.
private func option<Option: NamedOption>(_ word: UnsafePointer<CChar>?, _ name: String) throws
  -> Option
{
  let word = try word.map { try text($0, name) } ?? Option.names[0]
  guard let option = Option(name: word) else {
    throw ABIError.invalid(
      ValueError.name(word, allowed: Option.names).sentence(name, .name))
  }
  return option
}

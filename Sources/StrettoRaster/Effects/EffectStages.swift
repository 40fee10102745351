import StrettoDisplayList
import StrettoGeometry

/// Sizes of the pictures that the effects of a pass need. They are known before any is made, so that memory is counted
/// before it is taken.
struct EffectStages {
  /// The part of the pass's pixels that makes what is seen; empty where that reaches none of them.
  let wanted: PixelRect
  private let pass: Pass
  private let effects: Effects

  /// Pixels of a finished picture at most, where it does not lie pixel on pixel.
  private static let mostPixels: Int = 1 << 26

  init(_ pass: Pass, _ effects: Effects) {
    (self.pass, self.effects) = (pass, effects)
    wanted = EffectStages.wanted(pass, effects)
  }

  /// Rectangles of one blur.
  struct Blur {
    /// Whether the edge pixels of `source` go on beyond it.
    var extendsEdges: Bool
    /// The part of the picture that is blurred, if its edges are extended.
    var source: PixelRect
    var result: PixelRect
  }

  /// Rectangles of a blur of `picture`; the filters in `rest` will need some of what lies around the part wanted.
  func blur(
    _ picture: PixelRect, _ radius: Double, _ edges: Rect?, then rest: ArraySlice<Filter>
  ) -> Blur {
    let later = rest.reduce(0.0) { $0 + $1.reach } * max(pass.scale.x, pass.scale.y)
    let wanted = wanted.grown(by: later)
    let (sigmaX, sigmaY) = (radius * pass.scale.x, radius * pass.scale.y)
    guard let edges else {
      let result = picture.grown(by: 3 * sigmaX + 1, 3 * sigmaY + 1).intersection(wanted)
      return Blur(extendsEdges: false, source: .empty, result: result.orEmpty)
    }
    let inside = PixelRect(touching: Extent(edges).transformed(by: pass.points).grown(by: -1e-6))
    let shown = wanted.intersection(inside).orEmpty
    let reach = min(3 * max(sigmaX, sigmaY), 4096)
    let source = shown.isEmpty ? .empty : shown.grown(by: reach).intersection(inside)
    return Blur(extendsEdges: true, source: source, result: shown)
  }

  /// Bytes of the finished picture.
  var finishedBytes: Int { 4 * pass.seen.pixels }

  /// Bytes that are taken while the pass is made, the finished picture among them.
  var workingBytes: Int {
    var picture = PixelRect(x0: 0, y0: 0, x1: pass.width, y1: pass.height)
    var bytes = 4 * picture.pixels
    if effects.shadow != nil { bytes += picture.pixels + wanted.pixels }
    var rest = effects.filters[...]
    while let filter = rest.popFirst() {
      guard case .gaussianBlur(let radius, let edges) = filter else { continue }
      let stage = blur(picture, max(0, radius), edges, then: rest)
      bytes += 4 * (stage.source.pixels + stage.result.pixels)
      picture = stage.result
    }
    if effects.shadow != nil || picture != wanted { bytes += 4 * wanted.pixels }
    return bytes + (pass.toPicture == nil ? 0 : finishedBytes)
  }

  private static func wanted(_ pass: Pass, _ effects: Effects) -> PixelRect {
    guard let toPicture = pass.toPicture else { return pass.seen }
    let reach = effects.reach * max(pass.scale.x, pass.scale.y)
    let drawn = PixelRect(x0: 0, y0: 0, x1: pass.width, y1: pass.height)
    var wanted = drawn.grown(by: reach + 2)
    if let inverse = toPicture.inverted {
      wanted =
        PixelRect(touching: Extent(pass.seen).transformed(by: inverse).grown(by: 2))
        .intersection(wanted).orEmpty
    }
    if wanted.pixels <= mostPixels { return wanted }
    // A horizon is seen, and a shadow goes on for miles: it is cut off where so many pixels end.
    let (w, h) = (Double(drawn.width), Double(drawn.height))
    let rest = Double(mostPixels) - w * h
    let margin = (((w + h) * (w + h) + 4 * rest).squareRoot() - (w + h)) / 4
    return wanted.intersection(drawn.grown(by: margin.rounded(.down))).orEmpty
  }
}

extension PixelRect {
  fileprivate var pixels: Int { isEmpty ? 0 : width * height }
}

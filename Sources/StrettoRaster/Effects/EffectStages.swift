import StrettoDisplayList
import StrettoGeometry

/// Sizes of all pictures that the effects of a pass need. The sizes of the pictures are computed before the first picture is
/// made, so that memory is counted before it is allocated.
struct EffectStages {
  /// Part of the pass's pixels that determines the visible pixels. The rectangle `wanted` is empty if no visible pixel depends on
  /// the pass.
  let wanted: PixelRect
  private let pass: Pass
  private let effects: Effects

  /// Largest number of pixels of a finished picture that is transformed or interpolated before the picture is shown on the
  /// device.
  private static let mostPixels: Int = 1 << 26

  init(_ pass: Pass, _ effects: Effects) {
    (self.pass, self.effects) = (pass, effects)
    wanted = EffectStages.wanted(pass, effects)
  }

  /// Rectangles that one blur reads and writes.
  struct Blur {
    /// True if the edge pixels of `source` are repeated outside `source`.
    var extendsEdges: Bool
    /// Rectangle of the picture that is blurred, if edge pixels are repeated.
    var source: PixelRect
    var result: PixelRect
  }

  /// Rectangles of a blur of `picture`. The argument `rest` has the filters that follow the blur, and that need pixels around the
  /// wanted part of the picture.
  func blur(
    _ picture: PixelRect, _ radius: Double, _ edges: Rect?, then rest: ArraySlice<Filter>
  ) -> Blur {
    let later = rest.reduce(0.0) { $0 + $1.reach } * pass.scale.most
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

  /// Size of the finished picture in bytes.
  var finishedBytes: Int { 4 * pass.seen.pixels }

  /// Number of bytes that are allocated while the pass is drawn, including the finished picture.
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
    let reach = effects.reach * pass.scale.most
    let drawn = PixelRect(x0: 0, y0: 0, x1: pass.width, y1: pass.height)
    var wanted = drawn.grown(by: reach + 2)
    if let inverse = toPicture.inverted {
      wanted =
        PixelRect(touching: Extent(pass.seen).transformed(by: inverse).grown(by: 2))
        .intersection(wanted).orEmpty
    }
    if wanted.pixels <= mostPixels { return wanted }
    // In perspective, the shadow of a picture that reaches the horizon could be millions of pixels long. Therefore the picture of
    // a shadow is cut off at the largest allowed number of pixels.
    let (w, h) = (Double(drawn.width), Double(drawn.height))
    let rest = Double(mostPixels) - w * h
    let margin = (((w + h) * (w + h) + 4 * rest).squareRoot() - (w + h)) / 4
    return wanted.intersection(drawn.grown(by: margin.rounded(.down))).orEmpty
  }
}

extension PixelRect {
  fileprivate var pixels: Int { isEmpty ? 0 : width * height }
}

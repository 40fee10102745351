import StrettoDisplayList
import StrettoGeometry

extension Node {
  var paintCount: Int {
    content.reduce(0) {
      switch $1 {
      case .node(let node): $0 + node.paintCount
      case .paint: $0 + 1
      }
    }
  }

  /// Whether the content of the node moves, apart from the node's own transform and opacity.
  var movesInside: Bool {
    clip?.numbers.isStatic == false || mask?.moves ?? false
      || content.contains {
        switch $0 {
        case .node(let node): node.moves
        case .paint(let paint): paint.moves
        }
      }
  }

  /// The number of keyframes of all tracks in a duration in seconds, including every repetition.
  func keyframes(in duration: Double) -> Double {
    func count(_ channel: Channel) -> Double {
      guard case .moving(let track, _) = channel else { return 0 }
      return Double(track.segments.count) * duration / track.period
    }
    var sum = ownChannels.reduce(0) { $0 + count($1) } + (mask?.keyframes(in: duration) ?? 0)
    for element in content {
      switch element {
      case .node(let node): sum += node.keyframes(in: duration)
      case .paint(let paint): sum += paint.channels.reduce(0) { $0 + count($1) }
      }
    }
    return sum
  }

  /// The time at which the first track of the node's content begins.
  func firstOrigin(besidesOwn: Bool) -> Double? {
    let own = besidesOwn ? [] : ownChannels
    for case .moving(_, let origin) in own { return origin }
    if case .moving(_, let origin)? = clip?.numbers { return origin }
    for element in content {
      switch element {
      case .node(let node):
        if let found = node.firstOrigin(besidesOwn: false) { return found }
      case .paint(let paint):
        for case .moving(_, let origin) in paint.channels { return origin }
      }
    }
    return mask?.firstOrigin(besidesOwn: false)
  }

  var ownChannels: [Channel] { [scale, skew, rotation, translation, opacity] }

  /// A signature of the node's content and of its motion relative to its first track. Nodes with equal signatures show the same
  /// content, possibly at different times.
  var contentSignature: Signature {
    var signature = Signature(base: firstOrigin(besidesOwn: true) ?? 0)
    signature.addContent(of: self)
    return signature
  }
}

extension Outline {
  /// The outline as a path that has the same number of points in all keyframes.
  var asPath: Outline {
    guard case .rect = kind else { return self }
    let example = Path.rounded(numbers.value(at: 0))
    let (form, _) = Outline.numbers(of: example, .nonZero)
    return Outline(
      kind: form, numbers: numbers.map { Outline.numbers(of: Path.rounded($0), .nonZero).1 })
  }

  func moved(by shift: Point) -> Outline {
    Outline(
      kind: kind,
      numbers: numbers.map {
        $0.enumerated().map { $0.element + ($0.offset % 2 == 0 ? shift.x : shift.y) }
      })
  }

  /// The subpaths of a path, each as a separate outline.
  var subpaths: [Outline] {
    guard case .path(let verbs, let rule) = kind else { return [self] }
    var result: [Outline] = []
    var (start, first, next) = (0, 0, 0)
    func close(_ end: Int) {
      guard end > start else { return }
      let range = first..<next
      result.append(
        Outline(
          kind: .path(Array(verbs[start..<end]), rule), numbers: numbers.map { Array($0[range]) }))
    }
    for (index, verb) in verbs.enumerated() {
      if verb == .move {
        close(index)
        (start, first) = (index, next)
      }
      next += verb.count
    }
    close(verbs.count)
    return result
  }
}

extension Path {
  /// The path of a rectangle with x, y, width, height and radius. The corners of a rectangle are always round, so that the paths
  /// of all rectangles have the same number of points.
  fileprivate static func rounded(_ n: [Double]) -> Path {
    Path.roundedRect(
      Rect(n[0], n[1], n[2], n[3]), radiusX: max(n[4], 1e-6), radiusY: max(n[4], 1e-6),
      corners: .all)
  }
}

extension PaintElement {
  /// A paint in coordinates in which its radial gradient is a circle, and the transform from these coordinates. Lottie supports
  /// circular gradients only.
  var withRoundGradient: (PaintElement, stretch: PlaneTransform?) {
    guard case .gradient(var gradient, let opacity) = brush, gradient.isRadial, pen == nil,
      let first = gradient.geometry.keyValues.first, first[2] > 0, first[3] > 0,
      (first[2] - first[3]).magnitude > 1e-9 * first[2]
    else { return (self, nil) }
    let factor = first[3] / first[2]
    gradient.geometry = gradient.geometry.map { [$0[0], $0[1] / factor, $0[2], $0[3] / factor] }
    var round = self
    round.brush = .gradient(gradient, opacity: opacity)
    let path = outline.asPath
    round.outline = Outline(
      kind: path.kind,
      numbers: path.numbers.map {
        $0.enumerated().map { $0.offset % 2 == 0 ? $0.element : $0.element / factor }
      })
    return (round, .scale(1, factor))
  }
}

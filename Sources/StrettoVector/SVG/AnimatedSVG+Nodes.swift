import StrettoGeometry

extension AnimatedSVG {
  // MARK: Transforms

  /// The styles of the elements, outermost first, that together transform a node. Parts of a transform with equal timing share an
  /// element.
  func transformStyles(_ node: Node) -> [Styles] {
    if let matrix = node.matrix {
      var styles = Styles()
      styles.add("transform", matrix) {
        "matrix(\($0.map { short($0, 3) }.joined(separator: ",")))"
      }
      return [styles]
    }
    // The parts of the node's transform, outermost first.
    let parts: [(name: Part, channel: Channel)] = [
      (.translate, node.translation), (.rotate, node.rotation), (.skew, node.skew),
      (.scale, node.scale),
    ]
    var groups: [[MovingPart]] = []
    for part in parts where !part.channel.isNeutral(part.name) {
      for moving in MovingPart.all(part.name, part.channel) {
        let timing = groups.last?.compactMap { $0.timing }.first
        if let last = groups.indices.last,
          timing == nil || moving.timing == nil || timing == moving.timing
        {
          groups[last].append(moving)
        } else {
          groups.append([moving])
        }
      }
    }
    return groups.compactMap(joined)
  }

  enum Part { case translate, translateX, translateY, rotate, skew, scale }

  /// A part of a transform in an element that may move.
  struct MovingPart {
    let name: Part
    let channel: Channel
    /// The timing of the part's keyframes; nil for a constant part.
    let timing: KeyTiming?

    private init(_ name: Part, _ channel: Channel) {
      (self.name, self.channel) = (name, channel)
      if case .moving(let track, let origin) = channel {
        timing = KeyTiming(track, origin, SampledPace(track)?.text)
      } else {
        timing = nil
      }
    }

    /// A translation along a curve becomes two parts if separate tracks for x and y are shorter.
    static func all(_ name: Part, _ channel: Channel) -> [MovingPart] {
      if name == .translate, case .moving(let track, _) = channel, SampledPace(track) == nil {
        let (x, y) = (channel.numbers(0..<1), channel.numbers(1..<2))
        if [x, y].allSatisfy({ $0.isStatic || SampledPace($0) != nil }) {
          return [MovingPart(.translateX, x), MovingPart(.translateY, y)]
        }
      }
      return [MovingPart(name, channel)]
    }
  }

  /// Several parts of a transform as one animated list of transform functions; nil if all parts are constant.
  private func joined(_ parts: [MovingPart]) -> Styles? {
    let lead = parts.first { $0.timing != nil }?.channel
    guard case .moving(let track, let origin)? = lead else { return nil }
    func numbers(_ index: Int, _ isEnd: Bool) -> [Double] {
      parts.flatMap { part -> [Double] in
        switch part.channel {
        case .constant(let value): value
        case .moving(let track, _): isEnd ? track.segments[index].to : track.segments[index].from
        }
      }
    }
    let segments = track.segments.enumerated().map { index, segment in
      Segment(
        start: segment.start, end: segment.end, from: numbers(index, false),
        to: numbers(index, true), easing: segment.easing)
    }
    let tolerance = parts.flatMap { part -> [Double] in
      switch part.channel {
      case .constant(let value): value.map { _ in 1e-3 }
      case .moving(let track, _): track.tolerance
      }
    }
    let whole = Track(period: track.period, segments: segments, tolerance: tolerance)
    var styles = Styles()
    styles.add("transform", .moving(whole, origin: origin)) { numbers in
      var (text, next) = ("", 0)
      for part in parts {
        let count = part.name.count
        text += part.name.css(Array(numbers[next..<next + count]))
        next += count
      }
      return text
    }
    return styles
  }

  /// An attribute for a constant transform; empty for the identity.
  func transformAttribute(_ m: PlaneTransform) -> String {
    if m.isNear(.identity) { return "" }
    return " transform=\"\(transformText(m))\""
  }

  private func transformText(_ m: PlaneTransform) -> String {
    let move =
      m.tx.magnitude < 5e-5 && m.ty.magnitude < 5e-5
      ? "" : "translate(\(list([m.tx, m.ty], 4)))"
    if m.onlyMoves { return move }
    let parts = m.parts
    let matrix = "matrix(\(list([m.a, m.b, m.c, m.d, m.tx, m.ty], 5)))"
    var text = move
    if parts.rotation.magnitude > 1e-6 { text += "rotate(\(short(parts.rotation, 5)))" }
    if parts.skew.magnitude > 1e-6 { text += "skewX(\(short(parts.skew, 5)))" }
    let (x, y) = (parts.scale[0], parts.scale[1])
    if (x - 1).magnitude > 1e-7 || (y - 1).magnitude > 1e-7 {
      text += (x - y).magnitude < 1e-9 ? "scale(\(short(x, 6)))" : "scale(\(list([x, y], 6)))"
    }
    return text.utf8.count <= matrix.utf8.count ? text : matrix
  }

  // MARK: Opacity and effects

  func addOpacity(_ node: Node, _ styles: inout Styles, _ attributes: inout String) {
    switch node.opacity {
    case .constant(let value):
      if value[0] < 1 { attributes += " opacity=\"\(short(value[0], 3))\"" }
    case .moving: styles.add("opacity", node.opacity) { short($0[0], 3) }
    }
  }

  func addEffects(_ node: Node, _ styles: inout Styles, _ attributes: inout String) {
    if let clip = node.clip {
      let id = define("clipPath", write(clip, "", Styles(), asClip: true))
      attributes += " clip-path=\"url(#\(id))\""
    }
    if let mask = node.mask {
      let id = newID()
      let content = write(mask)
      definitions +=
        "<mask id=\"\(id)\" style=\"mask-type:alpha\" maskUnits=\"userSpaceOnUse\" "
        + "x=\"-9999\" y=\"-9999\" width=\"19999\" height=\"19999\">\(content)</mask>"
      attributes += " mask=\"url(#\(id))\""
    }
    if !node.filters.isEmpty {
      attributes += " filter=\"url(#\(define(node.filters, node.innerBounds(time.duration))))\""
    }
  }
}

extension AnimatedSVG {
  /// Defines the filter element for a list of filters. A shadow is the last filter, and is drawn below the picture.
  private func define(_ filters: [VectorFilter], _ bounds: Rect) -> String {
    var (text, reach) = ("", 1.0)
    for filter in filters {
      let all = filter.numbers.keyValues
      switch filter.kind {
      case .blur:
        reach += 3 * (all.map { $0[0] }.max() ?? 0)
        text += primitive("feGaussianBlur", [("stdDeviation", filter.numbers, { short($0[0], 3) })])
      case .matrix:
        text += primitive("feColorMatrix", [("values", filter.numbers, { list($0, 4) })])
      case .shadow:
        let lengths = all.map { 3 * $0[2] + max($0[0].magnitude, $0[1].magnitude) }
        reach += lengths.max() ?? 0
        text += shadow(filter.numbers, isFirst: text.isEmpty)
      }
    }
    let area = bounds.insetBy(-reach)
    let id = newID()
    definitions +=
      "<filter id=\"\(id)\" filterUnits=\"userSpaceOnUse\" color-interpolation-filters=\"sRGB\" "
      + "x=\"\(short(area.x, 2))\" y=\"\(short(area.y, 2))\" width=\"\(short(area.width, 2))\" "
      + "height=\"\(short(area.height, 2))\">\(text)</filter>"
    return id
  }

  private func shadow(_ numbers: Channel, isFirst: Bool) -> String {
    var text = isFirst ? "" : "<feOffset result=\"p\"/>"
    text += primitive(
      "feGaussianBlur in=\"SourceAlpha\"",
      [("stdDeviation", numbers.numbers(2..<3), { short($0[0], 3) })])
    text += primitive(
      "feOffset result=\"s\"",
      [
        ("dx", numbers.numbers(0..<1), { short($0[0], 3) }),
        ("dy", numbers.numbers(1..<2), { short($0[0], 3) }),
      ])
    text += primitive(
      "feFlood",
      [
        ("flood-color", numbers.numbers(3..<6), { hexColor($0) }),
        ("flood-opacity", numbers.numbers(6..<7), { short($0[0], 3) }),
      ])
    text += "<feComposite in2=\"s\" operator=\"in\" result=\"d\"/><feMerge><feMergeNode in=\"d\"/>"
    return text + "<feMergeNode in=\"\(isFirst ? "SourceGraphic" : "p")\"/></feMerge>"
  }

  /// A filter primitive whose attributes may move.
  private func primitive(
    _ name: String, _ attributes: [(name: String, channel: Channel, text: ([Double]) -> String)]
  ) -> String {
    var (text, inner) = ("<" + name, "")
    for attribute in attributes {
      switch attribute.channel.simplified {
      case .constant(let value): text += " \(attribute.name)=\"\(attribute.text(value))\""
      case .moving(let track, let origin):
        text += " \(attribute.name)=\"\(attribute.text(track.value(at: -origin)))\""
        inner += smil(attribute.name, track, origin, attribute.text)
      }
    }
    let word = name.prefix { $0 != " " }
    return inner.isEmpty ? text + "/>" : text + ">" + inner + "</\(word)>"
  }
}

extension AnimatedSVG.Part {
  fileprivate var count: Int { self == .translate || self == .scale ? 2 : 1 }

  func css(_ numbers: [Double]) -> String {
    func length(_ index: Int) -> String {
      let text = short(numbers[index], 3)
      return text == "0" ? text : text + "px"
    }
    switch self {
    case .translate: return "translate(\(length(0)),\(length(1)))"
    case .translateX: return "translateX(\(length(0)))"
    case .translateY: return "translateY(\(length(0)))"
    case .rotate: return "rotate(\(short(numbers[0], 3))deg)"
    case .skew: return "skewX(\(short(numbers[0], 3))deg)"
    case .scale:
      let (x, y) = (short(numbers[0], 4), short(numbers[1], 4))
      return x == y ? "scale(\(x))" : "scale(\(x),\(y))"
    }
  }
}

extension Channel {
  fileprivate func isNeutral(_ part: AnimatedSVG.Part) -> Bool {
    guard let constant else { return false }
    return constant.allSatisfy { ($0 - (part == .scale ? 1 : 0)).magnitude < 1e-7 }
  }
}

import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoTiming

extension AnimatedSVG {
  /// The markup of a paint.
  func write(_ paint: PaintElement) -> String {
    var styles = Styles()
    var attributes = ""
    let word = paint.pen == nil ? "fill" : "stroke"
    switch paint.brush {
    case .color(let color): addColor(color, word, &styles, &attributes)
    case .gradient(let gradient, let opacity):
      attributes += " \(word)=\"url(#\(define(gradient)))\""
      addOpacity(opacity, word + "-opacity", &styles, &attributes)
    case .image(let image, let source, let nearest, let opacity):
      return write(image, source, nearest, opacity, paint)
    case .frames(let pictures): return write(pictures, paint.outline.numbers.value(at: 0))
    }
    if let pen = paint.pen {
      addPen(pen, &styles, &attributes)
      if pen.trim.constant == [0, 1], pen.dash.constant != [],
        let length = paint.outline.constantLength
      {
        // Browsers measure the lengths of curves less exactly than Stretto, so dashes would drift without `pathLength`.
        attributes += " pathLength=\"\(short(length, 3))\""
      }
    }
    attributes += transformAttribute(paint.transform)
    return write(paint.outline, attributes, styles, asClip: false)
  }

  private func addColor(
    _ color: Channel, _ word: String, _ styles: inout Styles, _ attributes: inout String
  ) {
    let (rgb, alpha) = (color.numbers(0..<3), color.numbers(3..<4))
    switch rgb {
    case .constant(let value):
      let text = hexColor(value)
      if word == "stroke" || text != "#000" { attributes += " \(word)=\"\(text)\"" }
    case .moving: styles.add(word, rgb) { hexColor($0) }
    }
    addOpacity(alpha, word + "-opacity", &styles, &attributes)
  }

  private func addOpacity(
    _ opacity: Channel, _ word: String, _ styles: inout Styles, _ attributes: inout String
  ) {
    switch opacity {
    case .constant(let value):
      if value[0] < 1 { attributes += " \(word)=\"\(short(value[0], 3))\"" }
    case .moving: styles.add(word, opacity) { short($0[0], 3) }
    }
  }

  private func addPen(_ pen: Pen, _ styles: inout Styles, _ attributes: inout String) {
    attributes += " fill=\"none\""
    add(pen.width, "stroke-width", 3, isDefault: { $0 == [1] }, &styles, &attributes)
    if pen.cap != .butt {
      attributes += " stroke-linecap=\"\(pen.cap == .round ? "round" : "square")\""
    }
    switch pen.join {
    case .miter:
      if pen.miterLimit != 4 { attributes += " stroke-miterlimit=\"\(short(pen.miterLimit, 3))\"" }
    case .round: attributes += " stroke-linejoin=\"round\""
    case .bevel: attributes += " stroke-linejoin=\"bevel\""
    }
    if pen.trim.constant == [0, 1] {
      guard pen.dash.constant != [] else { return }
      add(pen.dash, "stroke-dasharray", 3, &styles, &attributes)
      add(pen.dashPhase, "stroke-dashoffset", 3, isDefault: { $0 == [0] }, &styles, &attributes)
      return
    }
    // A trimmed line is drawn as one dash. The gap after the dash is longer than the line, so the gap reaches beyond both ends of
    // the line.
    attributes += " pathLength=\"1\""
    let length = pen.trim.map { [max(0, $0[1] - $0[0]), 2] }
    let start = pen.trim.map { [-$0[0]] }
    add(length, "stroke-dasharray", 4, &styles, &attributes)
    add(start, "stroke-dashoffset", 4, isDefault: { $0 == [0] }, &styles, &attributes)
  }

  /// Adds a property as a constant attribute, or as a CSS animation.
  private func add(
    _ channel: Channel, _ property: String, _ digits: Int,
    isDefault: ([Double]) -> Bool = { _ in false }, _ styles: inout Styles,
    _ attributes: inout String
  ) {
    switch channel.simplified {
    case .constant(let value):
      if !isDefault(value) { attributes += " \(property)=\"\(list(value, digits))\"" }
    case .moving(let track, let origin):
      styles.add(property, .moving(track, origin: origin)) {
        $0.map { short($0, digits) }.joined(separator: " ")
      }
    }
  }

  // MARK: Outlines

  /// The SVG element of an outline.
  func write(_ outline: Outline, _ attributes: String, _ styles: Styles, asClip: Bool) -> String {
    var text: String
    var inner = ""
    switch outline.kind {
    case .rect:
      text = rectangle(outline.numbers, &inner)
    case .path(let verbs, let rule):
      text = "<path"
      switch outline.numbers {
      case .constant(let numbers): text += " d=\"\(pathText(verbs, numbers))\""
      case .moving(let track, let origin):
        text += " d=\"\(pathText(verbs, track.value(at: -origin)))\""
        inner += smil("d", track, origin) { pathText(verbs, $0) }
      }
      if rule == .evenOdd { text += asClip ? " clip-rule=\"evenodd\"" : " fill-rule=\"evenodd\"" }
    }
    let all = grouped("<g/>", attributes, styles).dropFirst(2).dropLast(2)
    text += all
    return inner.isEmpty ? text + "/>" : text + ">" + inner + "</path>".closing(text)
  }

  private func rectangle(_ channel: Channel, _ inner: inout String) -> String {
    switch channel {
    case .constant(let n):
      let isRound = n[4] > 0 && (n[2] - n[3]).magnitude < 1e-9 && (n[4] * 2 - n[2]).magnitude < 1e-9
      if isRound {
        let center = [n[0] + n[4], n[1] + n[4]]
        return "<circle" + [("cx", center[0]), ("cy", center[1]), ("r", n[4])].attributes
      }
      return "<rect"
        + [("x", n[0]), ("y", n[1]), ("width", n[2]), ("height", n[3]), ("rx", n[4])].attributes
    case .moving(let track, let origin):
      let now = track.value(at: -origin)
      var text = "<rect"
      for (index, name) in ["x", "y", "width", "height", "rx"].enumerated() {
        text += [(name, now[index])].attributes
        let own = channel.numbers(index..<index + 1)
        if case .moving(let track, let origin) = own {
          inner += smil(name, track, origin) { short(max(index > 1 ? 0 : -1e9, $0[0]), 3) }
        }
      }
      return text
    }
  }

  /// SVG path commands with their points, in relative coordinates where relative coordinates are shorter.
  func pathText(_ verbs: [Outline.Verb], _ numbers: [Double]) -> String {
    var (text, next, last) = ("", 0, Outline.Verb?.none)
    for verb in verbs {
      let count = verb.count
      let own = list(Array(numbers[next..<next + count]), 3)
      next += count
      let isSame = last == verb && verb != .close && verb != .move
      if isSame { text += own.hasPrefix("-") ? own : " " + own } else { text += verb.letter + own }
      last = verb
    }
    return text
  }

  // MARK: SMIL

  /// An `animate` element. If a path holds its value during a segment, the value is written at both ends of the segment.
  func smil(_ name: String, _ track: Track, _ origin: Double, _ text: ([Double]) -> String)
    -> String
  {
    var (values, times, splines) = ([String](), [String](), [String]())
    var hasPace = false
    for (index, segment) in track.segments.enumerated() {
      let (from, to) = (text(segment.from), text(segment.to))
      if values.last != from || index == 0 {
        if index > 0 { splines.append("0 0 1 1") }
        values.append(from)
        times.append(short(segment.start / track.period, 5))
      }
      values.append(to)
      times.append(index + 1 == track.segments.count ? "1" : short(segment.end / track.period, 5))
      if let easing = segment.easing, !segment.holds {
        hasPace = true
        splines.append(list([easing.c1x, easing.c1y, easing.c2x, easing.c2y], 3))
      } else {
        splines.append("0 0 1 1")
      }
    }
    let begin = origin > 1e-9 ? " begin=\"\(short(origin - track.period, 4))s\"" : ""
    var result = "<animate attributeName=\"\(name)\" dur=\"\(periodText(track.period))\"\(begin)"
    result += " repeatCount=\"indefinite\" values=\"\(values.joined(separator: ";"))\""
    if hasPace || times != ["0", "1"] {
      result += " keyTimes=\"\(times.joined(separator: ";"))\""
    }
    if hasPace {
      result += " calcMode=\"spline\" keySplines=\"\(splines.joined(separator: ";"))\""
    }
    return result + "/>"
  }

  // MARK: Gradients and images

  private func define(_ gradient: GradientBrush) -> String {
    let names = gradient.isRadial ? ["cx", "cy", "r"] : ["x1", "y1", "x2", "y2"]
    let word = gradient.isRadial ? "radialGradient" : "linearGradient"
    var text = ""
    func number(_ name: String, _ channel: Channel, _ digits: Int) -> (String, String) {
      switch channel.simplified {
      case .constant(let value): return (" \(name)=\"\(short(value[0], digits))\"", "")
      case .moving(let track, let origin):
        return (
          " \(name)=\"\(short(track.value(at: -origin)[0], digits))\"",
          smil(name, track, origin) { short($0[0], digits) }
        )
      }
    }
    var inner = ""
    if gradient.isRadial, let n = gradient.geometry.constant {
      let transform = PlaneTransform.scale(n[2], n[3]) * .translation(n[0], n[1])
      text +=
        " cx=\"0\" cy=\"0\" r=\"1\" gradientTransform=\"matrix(\(list([transform.a, 0, 0, transform.d, transform.tx, transform.ty], 4)))\""
    } else {
      for (index, name) in names.enumerated() {
        let (attribute, moving) = number(name, gradient.geometry.numbers(index..<index + 1), 3)
        text += attribute
        inner += moving
      }
    }
    let count = (gradient.stops.keyValues.first?.count ?? 0) / 5
    for k in 0..<count {
      let (offset, moving) = number("offset", gradient.stops.numbers(5 * k..<5 * k + 1), 4)
      var (stop, animations) = ("<stop" + offset, moving)
      let color = gradient.stops.numbers(5 * k + 1..<5 * k + 4).simplified
      let alpha = gradient.stops.numbers(5 * k + 4..<5 * k + 5)
      switch color {
      case .constant(let value): stop += " stop-color=\"\(hexColor(value))\""
      case .moving(let track, let origin):
        stop += " stop-color=\"\(hexColor(track.value(at: -origin)))\""
        animations += smil("stop-color", track, origin) { hexColor($0) }
      }
      if alpha.constant != [1] {
        let (attribute, moving) = number("stop-opacity", alpha, 3)
        stop += attribute
        animations += moving
      }
      inner += animations.isEmpty ? stop + "/>" : stop + ">" + animations + "</stop>"
    }
    let element = "\(text) gradientUnits=\"userSpaceOnUse\">\(inner)</\(word)>"
    if let known = gradients[element] { return known }
    let id = newID()
    gradients[element] = id
    definitions += "<\(word) id=\"\(id)\"\(element)"
    return id
  }

  private func write(
    _ image: Image, _ source: Rect, _ nearest: Bool, _ opacity: Channel, _ paint: PaintElement
  ) -> String {
    var styles = Styles()
    var attributes = transformAttribute(paint.transform)
    addOpacity(opacity, "opacity", &styles, &attributes)
    guard case .moving = paint.outline.numbers else {
      let n = paint.outline.numbers.constant ?? [0, 0, 1, 1, 0]
      return grouped(picture(image, source, nearest, n), attributes, styles)
    }
    // An image of unit size, which a transform stretches.
    let unit = picture(image, source, nearest, [0, 0, 1, 1, 0])
    let node = Node("")
    node.translation = paint.outline.numbers.numbers(0..<2)
    node.scale = paint.outline.numbers.numbers(2..<4)
    var text = unit
    for layer in transformStyles(node).reversed() {
      text = grouped(text, "", layer)
    }
    return grouped(text, attributes, styles)
  }

  /// The greatest width and height in pixels of an image that every browser decodes.
  private static let longestSide = 16_000

  /// The markup of pictures that are shown one after another. One image contains all pictures, and one picture is visible at a
  /// time.
  private func write(_ pictures: [Image], _ n: [Double]) -> String {
    guard let first = pictures.first else { return "" }
    let runs = pictures.runs
    let rows = max(1, min(runs.count, AnimatedSVG.longestSide / first.height))
    let columns = (runs.count + rows - 1) / rows
    guard let atlas = try? PixelBuffer(ifMemoryFor: columns * first.width, by: rows * first.height)
    else { return "" }
    var segments: [Segment] = []
    let length = time.duration / Double(pictures.count)
    for (index, run) in runs.enumerated() {
      let picture = pictures[run.lowerBound]
      let (column, row) = (index / rows, index % rows)
      for y in 0..<first.height {
        let start = (row * first.height + y) * atlas.width + column * first.width
        for x in 0..<first.width {
          atlas.pixels[start + x] = picture.pixels.pixels[y * first.width + x]
        }
      }
      let offset = [-Double(column) * n[2], -Double(row) * n[3]]
      segments.append(
        Segment(
          start: Double(run.lowerBound) * length, end: Double(run.upperBound) * length,
          from: offset, to: offset, easing: nil))
    }
    let track = Track(period: time.duration, segments: segments)
    var styles = Styles()
    styles.add("transform", .moving(track, origin: 0)) { Part.translate.css($0) }
    let (width, height) = (short(n[2], 4), short(n[3], 4))
    let image =
      "<image width=\"\(short(n[2] * Double(columns), 4))\" height=\"\(short(n[3] * Double(rows), 4))\" "
      + "preserveAspectRatio=\"none\" href=\"\(address(of: atlas))\"/>"
    return
      "<svg x=\"\(short(n[0], 4))\" y=\"\(short(n[1], 4))\" width=\"\(width)\" height=\"\(height)\" "
      + "viewBox=\"0 0 \(width) \(height)\" preserveAspectRatio=\"none\">"
      + grouped(image, "", styles) + "</svg>"
  }

  private func picture(_ image: Image, _ source: Rect, _ nearest: Bool, _ n: [Double]) -> String {
    let id = define(image, source)
    let (width, height) = (source.width.magnitude, source.height.magnitude)
    let plane =
      PlaneTransform.scale(n[2] / width, n[3] / height) * .translation(n[0], n[1])
    let style = nearest ? " style=\"image-rendering:pixelated\"" : ""
    return "<use href=\"#\(id)\"\(style)\(transformAttribute(plane))/>"
  }

  /// Defines the visible part of an image, in pixels from the part's corner.
  private func define(_ image: Image, _ source: Rect) -> String {
    let key = ImageKey(image: ObjectIdentifier(image), part: source)
    if let known = images[key] { return known }
    let id = newID()
    images[key] = id
    let part = image.part(in: source)
    definitions += "<image id=\"\(id)\" width=\"\(part.width)\" height=\"\(part.height)\" "
    definitions += "href=\"\(address(of: part))\"/>"
    return id
  }

  /// A picture as a PNG file in a data URL; empty after a cancellation.
  private func address(of picture: PixelBuffer) -> String {
    cancellation.shouldContinueNow() ? picture.dataAddress : ""
  }
}

/// Identifies a part of an image.
struct ImageKey: Hashable {
  let image: ObjectIdentifier
  private let numbers: [Double]

  init(image: ObjectIdentifier, part: Rect) {
    self.image = image
    numbers = [part.x, part.y, part.width, part.height]
  }
}

extension String {
  /// The end tag of the element with which the given markup starts.
  fileprivate func closing(_ element: String) -> String {
    let name = element.dropFirst().prefix { $0 != " " }
    return "</\(name)>"
  }
}

extension Outline {
  /// The length of a constant outline that is one subpath.
  fileprivate var constantLength: Double? {
    guard case .path(let verbs, _) = kind, let n = numbers.constant,
      verbs.filter({ $0 == .move }).count == 1
    else { return nil }
    var (path, next) = (Path(), 0)
    func point(_ index: Int) -> Point { Point(n[next + 2 * index], n[next + 2 * index + 1]) }
    for verb in verbs {
      switch verb {
      case .move: path.append(.move(point(0)))
      case .line: path.append(.line(point(0)))
      case .quad: path.append(.quad(point(0), point(1)))
      case .curve: path.append(.curve(point(0), point(1), point(2)))
      case .close: path.append(.close)
      }
      next += verb.count
    }
    let length = PathMeasure(path).length
    return length > 0 && length.isFinite ? length : nil
  }
}

extension Outline.Verb {
  var count: Int {
    switch self {
    case .move, .line: 2
    case .quad: 4
    case .curve: 6
    case .close: 0
    }
  }
  var letter: String {
    switch self {
    case .move: "M"
    case .line: "L"
    case .quad: "Q"
    case .curve: "C"
    case .close: "Z"
    }
  }
}

extension [(String, Double)] {
  /// The markup of numeric attributes, without attributes whose value is 0.
  fileprivate var attributes: String {
    reduce("") { $1.1.magnitude < 5e-5 ? $0 : $0 + " \($1.0)=\"\(short($1.1, 3))\"" }
  }
}

extension Channel {
  /// A channel of some of this channel's numbers, which is constant if these numbers do not change.
  func numbers(_ range: Range<Int>) -> Channel {
    map({ range.upperBound <= $0.count ? Array($0[range]) : [] }) { Array($0[range]) }.simplified
  }

  /// This channel, or a constant channel if the track of the channel has only one value.
  var simplified: Channel {
    guard case .moving(let track, _) = self, let first = track.segments.first?.from,
      track.segments.allSatisfy({ $0.from == first && $0.to == first })
    else { return self }
    return .constant(first)
  }
}

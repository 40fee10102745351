import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation

/// The form and the numbers of a layer's paint at one time.
private struct PaintSample {
  /// The properties of a layer's paint that one element cannot animate. Two paints with different forms become different
  /// elements.
  struct Form: Equatable {
    enum Brush: Equatable {
      case color
      case gradient(isRadial: Bool, stops: Int)
      case image(ObjectIdentifier, source: Rect, nearest: Bool)
    }
    var outline: Outline.Kind
    var brush: Brush
    var pen: PenForm?
    var transform: PlaneTransform = .identity
  }
  struct PenForm: Equatable {
    var cap: LineCap
    var join: LineJoin
    var miterLimit: Double
    var dashes: Int
  }

  var form: Form
  var outline: [Double]
  var color: [Double] = []
  var opacity = 1.0
  var geometry: [Double] = []
  var stops: [Double] = []
  var width: [Double] = []
  var dash: [Double] = []
  var dashPhase: [Double] = [0]
  var trim: [Double] = [0, 1]
  var image: Image?
}

extension TreeReader {
  /// The layer's own paints as elements in drawing order.
  func paints(_ slots: [LayerPaint], _ seen: InstanceSampler, _ inside: Surroundings)
    throws(VectorError)
    -> [Node.Element]
  {
    var elements: [Node.Element] = []
    for slot in slots { elements += try paints(of: slot, seen, inside) }
    return elements
  }

  private func paints(of slot: LayerPaint, _ seen: InstanceSampler, _ inside: Surroundings)
    throws(VectorError)
    -> [Node.Element]
  {
    let reader = SlotReader(
      slot, seen, inside, presenter, liesUnderBorder: slot == .background && hasOpaqueBorder(seen))
    if slot == .border {
      reader.strokesBorder = clock(of: seen).samples.allSatisfy(reader.hasCentreline)
    }
    var forms: [[PaintSample]] = []
    for (number, time) in clock(of: seen).samples.enumerated() {
      if number % InstanceClock.samplesOfSegment == 0 { reader.beginRange() }
      for (index, sample) in reader.samples(at: time).enumerated() {
        reader.note(sample.form, of: index)
        if index == forms.count { forms.append([]) }
        if !forms[index].contains(where: { $0.form == sample.form }) { forms[index].append(sample) }
        if forms[index].count > 64 {
          throw unsupported("a shape that changes its form", seen.layer)
        }
      }
      if let problem = reader.problem { throw unsupported(problem, seen.layer) }
    }
    var elements: [Node.Element] = []
    for (index, samples) in forms.enumerated() {
      for (number, sample) in samples.enumerated() {
        try count(elements: 1)
        let element = try element(
          sample, seen, reader, (slot.rawValue, index, number), isAlone: samples.count == 1)
        if let element { elements.append(.paint(element)) }
      }
    }
    return elements
  }

  /// Whether an opaque border hides the edge of the layer's background at all times.
  private func hasOpaqueBorder(_ seen: InstanceSampler) -> Bool {
    clock(of: seen).samples.allSatisfy { time in
      seen.state(at: time).map { $0.presented.insetOfOpaqueBorder != nil } ?? true
    }
  }

  /// - Parameter position: The slot of the paint, the index of the paint in the slot, and the number of the paint's form.
  private func element(
    _ sample: PaintSample, _ seen: InstanceSampler, _ reader: SlotReader,
    _ position: (slot: Int, index: Int, form: Int), isAlone: Bool
  ) throws(VectorError) -> PaintElement? {
    func at(_ time: Double) -> PaintSample? {
      let all = reader.samples(at: time)
      guard position.index < all.count,
        all[position.index].form == sample.form
      else { return nil }
      return all[position.index]
    }
    func numbers(
      _ kind: PaintNumbers, _ tolerance: [Double], _ isOutline: Bool = false,
      _ value: @escaping (PaintSample?) -> [Double]
    ) throws(VectorError) -> Channel {
      let kind = TrackKey.Kind.paint(
        kind, slot: position.slot, index: position.index, form: position.form)
      return try channel(kind, seen, tolerance, isOutline: isOutline) { value(at($0)) }
    }
    let slack = [options.tolerance]
    // The error of an edge equals the error of the edge's points, so the tolerance of points is smaller than the tolerance of
    // other numbers.
    let slackOfOutline = [0.8 * options.tolerance]
    let outline = Outline(
      kind: sample.form.outline,
      numbers: try numbers(.outline, slackOfOutline, true) { ($0 ?? sample).outline })
    let fade = { (sample: PaintSample?) in [sample?.opacity ?? 0] }
    let brush: PaintElement.Brush
    switch sample.form.brush {
    case .color:
      // A paint that is not shown keeps its colour with alpha 0.
      let color = try numbers(.color, [0.002, 0.002, 0.002, 0.003]) { now in
        now?.color ?? Array(sample.color.prefix(3)) + [0]
      }
      if let constant = color.constant, constant[3] <= 0 { return nil }
      brush = .color(color)
    case .gradient(let isRadial, _):
      let geometry = try numbers(.geometry, slack, true) { ($0 ?? sample).geometry }
      let stops = try numbers(.stops, [0.002], true) { ($0 ?? sample).stops }
      brush = .gradient(
        GradientBrush(isRadial: isRadial, geometry: geometry, stops: stops),
        opacity: try numbers(.opacity, [0.003], false, fade))
    case .image(_, let source, let nearest):
      guard let image = sample.image else { return nil }
      brush = .image(
        image, source: source, nearest: nearest,
        opacity: try numbers(.opacity, [0.003], false, fade))
    }
    var element = PaintElement(outline: outline, brush: brush, transform: sample.form.transform)
    if let pen = sample.form.pen {
      element.pen = Pen(
        width: try numbers(.width, slack) { ($0 ?? sample).width }, cap: pen.cap, join: pen.join,
        miterLimit: pen.miterLimit, dash: try numbers(.dash, slack) { ($0 ?? sample).dash },
        dashPhase: try numbers(.dashPhase, slack) { ($0 ?? sample).dashPhase },
        trim: try numbers(.trim, [0.0005]) { ($0 ?? sample).trim })
    }
    return element
  }

  /// The shape to which a layer clips its content; nil if the layer does not clip.
  func clip(of seen: InstanceSampler, _ inside: Surroundings) throws(VectorError) -> Outline? {
    var list = DisplayList()
    func sample(_ time: Double) -> (Outline.Kind, [Double])? {
      guard let presented = seen.state(at: time)?.presented,
        let shape = presented.clipShape(&list)
      else { return nil }
      if let projection = inside.projection {
        let seen = Outline.path(of: shape, list)?.seen(
          through: projection(time), from: inside.origin)
        return seen.map { Outline.numbers(of: $0, .nonZero) }
      }
      return Outline.numbers(of: shape, list, by: -inside.origin)
    }
    let samples = clock(of: seen).samples.map(sample)
    guard let some = samples.compactMap({ $0 }).first else { return nil }
    guard samples.allSatisfy({ $0?.0 == some.0 }) else {
      throw unsupported("a clip that changes its form", seen.layer)
    }
    let numbers = try channel(.clip, seen, [options.tolerance], isOutline: true) {
      sample($0)?.1 ?? some.1
    }
    return Outline(kind: some.0, numbers: numbers)
  }
}

/// Reads one paint slot of a layer instance at many times.
private final class SlotReader {
  private let slot: LayerPaint
  private let seen: InstanceSampler
  private let inside: TreeReader.Surroundings
  private let presenter: Presenter
  /// Whether the paint ends below the middle of the layer's border. A paint that ends at the edge of the border would be visible
  /// through the antialiased pixels of that edge. Stretto draws the paint and the border on these pixels as one.
  private let liesUnderBorder: Bool
  /// Whether the border is a stroke at all times, so that the paint does not switch between a stroke and an area.
  var strokesBorder = false
  private var known: [Double: [PaintSample]] = [:]
  /// The property of the layer that the format cannot express; nil if the format can express all properties.
  private(set) var problem: String?

  /// The forms that each paint takes between two key times.
  private var formsOfRange: [[PaintSample.Form]] = []

  func beginRange() { formsOfRange = [] }

  /// Records the form of a paint at one time. If a paint switches from one form to another, the paint has two forms between two
  /// key times. A paint with more than two forms changes continuously, which vector formats cannot express.
  func note(_ form: PaintSample.Form, of index: Int) {
    while formsOfRange.count <= index { formsOfRange.append([]) }
    if formsOfRange[index].contains(form) { return }
    formsOfRange[index].append(form)
    if formsOfRange[index].count > 2 {
      problem = slot == .contents ? "contentsRect that moves" : "a shape that changes its form"
    }
  }

  init(
    _ slot: LayerPaint, _ seen: InstanceSampler, _ inside: TreeReader.Surroundings,
    _ presenter: Presenter, liesUnderBorder: Bool
  ) {
    (self.slot, self.seen, self.inside, self.presenter) = (slot, seen, inside, presenter)
    self.liesUnderBorder = liesUnderBorder
  }

  func samples(at time: Double) -> [PaintSample] {
    if let known = known[time] { return known }
    if known.count > 2048 { known.removeAll() }
    let samples = read(at: time)
    known[time] = samples
    return samples
  }

  /// Whether the layer's border is the stroke of a rectangle at a time, or is not shown.
  func hasCentreline(at time: Double) -> Bool {
    guard let presented = seen.state(at: time)?.presented else { return true }
    presenter.paint(slot, of: presented, insetBy: 0)
    return presenter.list.items.allSatisfy {
      guard case .draw(let draw) = $0 else { return false }
      return draw.shape.centreline != nil
    }
  }

  private func read(at time: Double) -> [PaintSample] {
    guard let presented = seen.state(at: time)?.presented else { return [] }
    presenter.paint(
      slot, of: presented, insetBy: liesUnderBorder ? presented.insetOfOpaqueBorder ?? 0 : 0)
    let tint = inside.tint?(time) ?? .white
    var result: [PaintSample] = []
    for item in presenter.list.items {
      guard case .draw(let draw) = item else {
        problem = slot == .contents ? "contents" : "characters in several colours"
        return []
      }
      if let projection = inside.projection?(time) {
        result += read(draw, tint, presented.paintOpacity, through: projection)
      } else {
        result += read(draw, tint, presented.paintOpacity)
      }
    }
    return result
  }

  private func read(_ draw: Draw, _ tint: Color, _ opacity: Double) -> [PaintSample] {
    let (shape, list) = shape(of: draw)
    let toNode =
      draw.transform * PlaneTransform.translation(-inside.origin.x, -inside.origin.y)
    guard let form = brush(draw.paint, tint, toNode) else { return [] }
    var sample = PaintSample(
      form: PaintSample.Form(outline: .rect(.all), brush: form), outline: [])
    guard fill(&sample, draw, tint, opacity, toNode) else { return [] }
    if strokesBorder, toNode.onlyMoves, let border = shape.centreline {
      sample.form.pen = PaintSample.PenForm(cap: .butt, join: .miter, miterLimit: 2, dashes: 0)
      sample.outline = border.numbers(moved: Point(toNode.tx, toNode.ty))
      sample.width = [border.width]
      return [sample]
    }
    guard case .stroke(let path, let index) = shape else {
      guard
        let (kind, numbers) = Outline.numbers(of: shape, list, through: toNode, &sample)
      else { return [] }
      (sample.form.outline, sample.outline) = (kind, numbers)
      return [sample]
    }
    return strokes(sample, list.paths[path], list.strokes[index], toNode)
  }

  /// The paints of a layer in perspective, which must be areas of one colour.
  private func read(
    _ draw: Draw, _ tint: Color, _ opacity: Double, through projection: PlaneTransform
  ) -> [PaintSample] {
    let (shape, list) = shape(of: draw)
    guard case .color = draw.paint, let path = Outline.path(of: shape, list),
      let seen = path.map(draw.transform.apply).seen(through: projection, from: inside.origin)
    else {
      problem = "perspective"
      return []
    }
    var rule = FillRule.nonZero
    if case .fill(_, let own) = shape { rule = own }
    let (kind, numbers) = Outline.numbers(of: seen, rule)
    var sample = PaintSample(form: PaintSample.Form(outline: kind, brush: .color), outline: numbers)
    return fill(&sample, draw, tint, opacity, .identity) ? [sample] : []
  }

  /// The shape of a draw, and the list that contains the paths of the shape. The path of a border is filled by the nonzero rule.
  private func shape(of draw: Draw) -> (Shape, DisplayList) {
    var list = presenter.list
    guard slot == .border, case .fill(let path, .evenOdd) = draw.shape else {
      return (draw.shape, list)
    }
    list.paths.append(list.paths[path].withReversedHole)
    return (.fill(path: list.paths.count - 1, rule: .nonZero), list)
  }

  private func brush(_ paint: Paint, _ tint: Color, _ toNode: PlaneTransform)
    -> PaintSample.Form.Brush?
  {
    let list = presenter.list
    switch paint {
    case .color: return .color
    case .gradient(let index):
      let gradient = list.gradients[index]
      switch gradient.kind {
      case .axial: return .gradient(isRadial: false, stops: gradient.stops.count)
      case .radial: return .gradient(isRadial: true, stops: gradient.stops.count)
      case .conic, .twoCircles: problem = "a conic gradient"
      }
    case .image(let index):
      if tint.withAlpha(1) != .white { problem = "the colour of a copy over an image" }
      let paint = list.imagePaints[index]
      let image = list.images[paint.image]
      return .image(
        ObjectIdentifier(image), source: paint.source, nearest: paint.filter == .nearest)
    case .backdrop: problem = "backgroundFilters"
    }
    return nil
  }

  /// Adds the numbers of a draw's paint to a sample. Returns false if the vector format cannot express the paint.
  private func fill(
    _ sample: inout PaintSample, _ draw: Draw, _ tint: Color, _ opacity: Double,
    _ toNode: PlaneTransform
  ) -> Bool {
    let list = presenter.list
    switch draw.paint {
    case .color(let own):
      let color = own.clamped.multiplied(by: tint)
      sample.color = [color.red, color.green, color.blue, color.alpha * opacity]
    case .gradient(let index):
      sample.opacity = opacity
      let gradient = list.gradients[index]
      guard toNode.onlyMoves else { return false }
      switch gradient.kind {
      case .axial(let p, let q):
        let (a, b) = (toNode.apply(p), toNode.apply(q))
        sample.geometry = [a.x, a.y, b.x, b.y]
      case .radial(let center, let x, let y):
        let c = toNode.apply(center)
        sample.geometry = [c.x, c.y, x, y]
      case .conic, .twoCircles: return false
      }
      for stop in gradient.stops {
        let color = stop.color.clamped.multiplied(by: tint)
        sample.stops += [stop.location, color.red, color.green, color.blue, color.alpha]
      }
    case .image(let index):
      sample.opacity = opacity
      sample.image = list.images[list.imagePaints[index].image]
    case .backdrop: return false
    }
    return true
  }

  /// The samples of a stroke. If a stroke is trimmed, each subpath becomes a separate sample.
  private func strokes(
    _ sample: PaintSample, _ path: Path, _ style: StrokeStyle, _ toNode: PlaneTransform
  ) -> [PaintSample] {
    var sample = sample
    let factor = (toNode.a * toNode.a + toNode.b * toNode.b).squareRoot()
    let isTrimmed = style.start > 0 || style.end < 1
    sample.form.pen = PaintSample.PenForm(
      cap: style.cap, join: style.join, miterLimit: style.miterLimit,
      dashes: style.dashPattern.count)
    sample.width = [style.width * factor]
    sample.dash = style.dashPattern.map { $0 * factor }
    sample.dashPhase = [style.dashPhase * factor]
    let mapped = path.map(toNode.apply)
    func with(_ path: Path, _ trim: [Double]) -> PaintSample {
      var part = sample
      part.trim = trim
      (part.form.outline, part.outline) = Outline.numbers(of: path, .nonZero)
      return part
    }
    if isTrimmed, !style.dashPattern.isEmpty {
      if !seen.isStatic { problem = "strokeStart and strokeEnd of a dashed line" }
      return [with(mapped.trimmed(from: style.start, to: style.end), [0, 1])]
    }
    let parts = mapped.subpaths
    if parts.count < 2 || (!isTrimmed && seen.isStatic) {
      return [with(mapped, [style.start, style.end])]
    }
    // Fractions of the whole length of a stroke are converted to fractions of each subpath.
    let lengths = parts.map { PathMeasure($0).length }
    let whole = lengths.reduce(0, +)
    var (result, before) = ([PaintSample](), 0.0)
    for (part, length) in zip(parts, lengths) where length > 0 {
      let ends = [style.start, style.end].map {
        (($0 * whole - before) / length).clamped(to: 0...1)
      }
      before += length
      var each = with(part, ends)
      if ends[0] >= ends[1] { each.color[3] = 0 }
      result.append(each)
    }
    return result
  }
}

/// The middle of a border, as a rectangle that is stroked.
private struct Centreline {
  let rect: Rect
  let radius: Double
  let width: Double

  func numbers(moved shift: Point) -> [Double] { rect.numbers(moved: shift) + [radius] }
}

extension Shape {
  /// The centreline of a border; nil for other shapes, and for a border that is no stroke of a rectangle. The strokes of rectangles
  /// have smoother edges in WebKitGTK than paths of two contours, and are shorter.
  fileprivate var centreline: Centreline? {
    guard case .border(let bounds, let radius, .all, let width) = self else { return nil }
    let rect = bounds.standardized
    let slack = 1e-6
    guard radius == 0 || radius >= width - slack,
      radius <= min(rect.width, rect.height) / 2 + slack
    else { return nil }
    return Centreline(
      rect: rect.insetBy(width / 2), radius: max(0, radius - width / 2), width: width)
  }
}

extension Outline {
  /// The kind and the numbers of a shape, translated by `shift`.
  static func numbers(of shape: Shape, _ list: DisplayList, by shift: Point) -> (Kind, [Double])? {
    let move = PlaneTransform.translation(shift.x, shift.y)
    switch shape {
    case .rect(let rect): return (.rect(.all), rect.standardized.numbers(moved: shift) + [0])
    case .roundedRect(let rect, let radius, let corners):
      if corners == .all {
        return (.rect(.all), rect.standardized.numbers(moved: shift) + [radius])
      }
      return numbers(
        of: Path.roundedRect(
          rect.standardized, radiusX: radius, radiusY: radius, corners: corners
        ).map(move.apply), .nonZero)
    case .border(let rect, let radius, let corners, let width):
      return numbers(
        of: Path.border(rect.standardized, radius: radius, corners: corners, width: width)
          .withReversedHole.map(move.apply), .nonZero)
    case .fill(let path, let rule):
      return numbers(of: list.paths[path].map(move.apply), rule)
    case .stroke: return nil
    }
  }

  /// The path of a filled shape; nil for a stroke.
  static func path(of shape: Shape, _ list: DisplayList) -> Path? {
    switch shape {
    case .rect(let rect): .rect(rect.standardized)
    case .roundedRect(let rect, let radius, let corners):
      .roundedRect(rect.standardized, radiusX: radius, radiusY: radius, corners: corners)
    case .border(let rect, let radius, let corners, let width):
      .border(rect.standardized, radius: radius, corners: corners, width: width).withReversedHole
    case .fill(let path, _): list.paths[path]
    case .stroke: nil
    }
  }

  /// The kind and the numbers of a shape under a transform. If the transform does more than translate, the paint of a rectangle
  /// keeps the transform separately.
  fileprivate static func numbers(
    of shape: Shape, _ list: DisplayList, through toNode: PlaneTransform,
    _ sample: inout PaintSample
  ) -> (Kind, [Double])? {
    if toNode.onlyMoves { return numbers(of: shape, list, by: Point(toNode.tx, toNode.ty)) }
    if case .fill(let path, let rule) = shape {
      return numbers(of: list.paths[path].map(toNode.apply), rule)
    }
    sample.form.transform = toNode
    return numbers(of: shape, list, by: .zero)
  }

  static func numbers(of path: Path, _ rule: FillRule) -> (Kind, [Double]) {
    var (verbs, numbers) = ([Verb](), [Double]())
    func add(_ verb: Verb, _ points: Point...) {
      verbs.append(verb)
      for point in points { numbers += [point.x, point.y] }
    }
    for element in path.elements {
      switch element {
      case .move(let p): add(.move, p)
      case .line(let p): add(.line, p)
      case .quad(let c, let p): add(.quad, c, p)
      case .curve(let c, let d, let p): add(.curve, c, d, p)
      case .close: add(.close)
      }
    }
    return (.path(verbs, rule), numbers)
  }
}

extension Path {
  /// The path of a border with its inner contour reversed, for the nonzero rule. Players such as ThorVG and rlottie add the
  /// signed areas that all contours cover in a pixel, so two contours of one direction in one pixel would cover too much.
  fileprivate var withReversedHole: Path {
    let contours = subpaths
    guard contours.count == 2 else { return self }
    var (path, ends, isClosed) = (contours[0], [Point](), false)
    for element in contours[1].elements {
      switch element {
      case .move(let p), .line(let p), .quad(_, let p), .curve(_, _, let p): ends.append(p)
      case .close: isClosed = true
      }
    }
    guard let last = ends.last else { return self }
    path.append(.move(last))
    let segments = contours[1].elements.dropFirst().prefix(ends.count - 1)
    for (element, end) in zip(segments, ends).reversed() {
      switch element {
      case .move, .line, .close: path.append(.line(end))
      case .quad(let c, _): path.append(.quad(c, end))
      case .curve(let c, let d, _): path.append(.curve(d, c, end))
      }
    }
    if isClosed { path.append(.close) }
    return path
  }

  /// The projection of the path, whose corners and ends of curves have exact positions; nil if a part of the path lies behind the
  /// viewer.
  fileprivate func seen(through projection: PlaneTransform, from origin: Point) -> Path? {
    var isBefore = true
    let seen = map { p in
      if projection.wx * p.x + projection.wy * p.y + projection.ww < 0.01 { isBefore = false }
      return projection.apply(p) - origin
    }
    return isBefore ? seen : nil
  }
}

extension Rect {
  fileprivate func numbers(moved by: Point) -> [Double] { [x + by.x, y + by.y, width, height] }
}

extension Point {
  static prefix func - (p: Point) -> Point { Point(-p.x, -p.y) }
}

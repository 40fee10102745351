import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoTiming

extension VectorOptions {
  static let lottieAbilities = FormatAbilities(
    name: "Lottie", hasFilters: false, hasSkew: false, outlinesMayOvershoot: true)
}

/// Writes a scene as a Lottie animation.
///
/// Copies that differ by a delay are layers that show one asset with different start times. The asset of shared content lasts two
/// loops of the scene, so that each copy can show one whole loop that starts in the first loop. The player rlottie needs `sr`,
/// `bm` and `ddd` in each layer, vectors of three numbers, and both handles in each keyframe.
///
/// The player rlottie draws only whole frames and rounds the start of a layer to a whole frame. So the writer chooses a number of
/// frames near the number that the options ask for, such that all layers start at whole frames, if there is such a number.
///
/// - Throws: `VectorError`.
public func lottie(of scene: Scene, _ options: VectorOptions, _ cancellation: Cancellation)
  throws(VectorError)
  -> [UInt8]
{
  let reader = try TreeReader(scene, options, VectorOptions.lottieAbilities, cancellation)
  let tree = try reader.tree()
  let writer = LottieFile(scene, options, reader.time, reader.background, reader.cancellation)
  return Array(try writer.file(tree).utf8)
}

/// Writer of one Lottie file.
final class LottieFile {
  let scene: Scene
  private let background: Color
  let duration: Double
  /// The number of frames of the file, which is a whole number.
  private(set) var frames: Double
  /// The number of frames per second of the file.
  private var rate: Double { frames / duration }
  /// Whether the file has content that is shown as a sequence of pictures.
  private var hasPictures = false
  private var assets: [String] = []
  private var shared: [Signature: Asset] = [:]
  private var images: [ImageKey: String] = [:]
  private var uses: [Signature: Uses] = [:]
  private var nextLayer = 1
  private var cancellation: Cancellation

  /// The number of times that the content of a node is shown, at any time offset.
  private struct Uses {
    var count = 0
    /// The time at which the first track of the content begins, in the first place where the content is shown.
    let base: Double
    var shareOneTime = true
    /// The times in the file's duration at which the content begins, as fractions of the duration.
    var starts: Set<Double> = []
  }

  private struct Asset {
    let id: String
    let size: Size
    /// The position of the content's origin in the asset.
    let origin: Point
  }

  init(
    _ scene: Scene, _ options: VectorOptions, _ time: FileTime, _ background: Color,
    _ cancellation: Cancellation
  ) {
    (self.scene, self.background, duration) = (scene, background, time.duration)
    self.cancellation = cancellation
    // Each picture of a sequence is shown for a whole number of frames.
    let pictures = Double(options.pictureCount(in: time.duration))
    frames = pictures * max(1, (time.duration * options.frameRate / pictures).rounded())
  }

  func file(_ tree: Node) throws(VectorError) -> String {
    count(tree)
    if !hasPictures { frames = framesWithWholeStarts }
    // A Lottie file contains every repetition of a track separately, so the limit applies to all repetitions together.
    if tree.keyframes(in: duration) > Double(VectorError.keyframeLimit) {
      throw VectorError.tooManyKeyframes
    }
    var layers = try self.layers(of: tree, at: .zero, Span(length: duration))
    if background.alpha > 0 {
      let color = [background.red, background.green, background.blue, background.alpha]
      let whole = Outline(
        kind: .rect(.all), numbers: .constant([0, 0, scene.size.width, scene.size.height, 0]))
      let paint = PaintElement(outline: whole, brush: .color(.constant(color)))
      let ground = Node("background")
      ground.content = [.paint(paint)]
      layers = try self.layers(of: ground, at: .zero, Span(length: duration)) + layers
    }
    let name = scene.root.values.name
    var text = "{\"v\":\"5.7.0\",\"fr\":\(json(rate, 4)),\"ip\":0,\"op\":\(json(frames, 0)),"
    text += "\"w\":\(json(scene.size.width.rounded(.up), 0)),"
    text += "\"h\":\(json(scene.size.height.rounded(.up), 0)),"
    text += "\"nm\":\"\(jsonEscaped(name.isEmpty ? "animation" : name))\",\"ddd\":0,"
    text += "\"assets\":[\(assets.joined(separator: ","))],"
    text += "\"layers\":[\(layers.reversed().joined(separator: ","))]}"
    return text
  }

  /// The time interval for which the layers of the file or of an asset are written. The interval begins at time 0 of the file or
  /// of the asset.
  struct Span {
    var length: Double
    /// The time that is subtracted from the origin of every track, because an asset begins with its first track.
    var base = 0.0
  }

  /// The number of frames nearest to `frames`, at most a quarter away, for which all shared content starts at whole frames. The
  /// result is `frames` if there is no such number.
  private var framesWithWholeStarts: Double {
    let moved = uses.values.filter { $0.count > 1 && !$0.shareOneTime }
    let starts = Set(moved.flatMap { $0.starts })
    if starts.count > LottieFile.mostStarts { return frames }
    for distance in 0...Int(min(frames / 4, LottieFile.farthestFrames)) {
      for candidate in [frames + Double(distance), frames - Double(distance)]
      where starts.allSatisfy({ ($0 * candidate - ($0 * candidate).rounded()).magnitude < 4e-4 }) {
        return candidate
      }
    }
    return frames
  }

  /// Limits of the search for a number of frames.
  private static let (mostStarts, farthestFrames) = (1000, 500.0)

  /// Counts cancellation steps and throws an error if the work was cancelled.
  private func step(_ count: Int) throws(VectorError) {
    if !cancellation.shouldContinue(work: count) { throw .cancelled }
  }

  // MARK: Layers

  /// The Lottie layers of a node, in drawing order.
  private func layers(of node: Node, at origin: Point, _ span: Span) throws(VectorError) -> [String]
  {
    try step(512)
    if node.content.isEmpty { return [] }
    if isShape(node) {
      return [try shapeLayer(node, at: origin, span)]
    }
    let isShared = node.movesInside && self.isShared(node)
    if !isShared, node.isPlain, let constant = node.constantTransform, constant.onlyMoves {
      return try layers(ofContent: node, at: origin + Point(constant.tx, constant.ty), span)
    }
    let (asset, start) = try asset(of: node, span)
    var extra = ",\"refId\":\"\(asset.id)\",\"w\":\(json(asset.size.width, 0))"
    extra += ",\"h\":\(json(asset.size.height, 0))"
    var geometry = LayerGeometry(origin: origin, node: node, anchor: asset.origin)
    geometry.start = start
    return [layer(0, node.name, geometry, span, extra)]
  }

  private func shapeLayer(_ node: Node, at origin: Point, _ span: Span) throws(VectorError)
    -> String
  {
    layer(
      4, node.name, LayerGeometry(origin: origin), span, ",\"shapes\":[\(try group(node, span))]")
  }

  private func layers(ofContent node: Node, at origin: Point, _ span: Span) throws(VectorError)
    -> [String]
  {
    var result: [String] = []
    var shapes: [Node] = []
    /// Adds successive shapes without names, such as copies, as one Lottie layer.
    func addShapes() throws(VectorError) {
      guard let first = shapes.first else { return }
      let together = Node("")
      together.content = shapes.map { .node($0) }
      result.append(try shapeLayer(shapes.count == 1 ? first : together, at: origin, span))
      shapes = []
    }
    for element in node.content {
      if case .node(let inner) = element, inner.name.isEmpty, isShape(inner) {
        shapes.append(inner)
        continue
      }
      try addShapes()
      switch element {
      case .node(let node): result += try layers(of: node, at: origin, span)
      case .paint(let paint):
        if case .image = paint.brush {
          result.append(try imageLayer(paint, at: origin, span))
        } else if case .frames(let pictures) = paint.brush {
          result += try frameLayers(pictures, paint, at: origin, span)
        } else {
          let alone = Node(node.name)
          alone.content = [.paint(paint)]
          result.append(try shapeLayer(alone, at: origin, span))
        }
      }
    }
    try addShapes()
    return result
  }

  /// The content of a node as an asset, and the frame at which a layer of the asset begins.
  private func asset(of node: Node, _ span: Span) throws(VectorError) -> (Asset, start: Double) {
    let bounds = node.innerBounds(duration).insetBy(-2)
    let size = Size(bounds.width.rounded(.up), bounds.height.rounded(.up))
    let origin = Point((-bounds.x).rounded(.up), (-bounds.y).rounded(.up))
    let signature = node.contentSignature
    let first = node.firstOrigin(besidesOwn: true)
    guard let base = first, let uses = uses[signature], uses.count > 1 else {
      let asset = Asset(id: "a\(assets.count)", size: size, origin: origin)
      try define(asset, node, span)
      return (asset, 0)
    }
    // If all layers of an asset start at one time, the asset needs only one loop of the scene.
    let start = uses.shareOneTime ? 0 : (base - span.base).truncatingRemainder(dividingBy: duration)
    let early = start > 1e-9 ? start - duration : start < -1e-9 ? start : 0
    let inner = uses.shareOneTime ? span : Span(length: span.length + duration, base: base)
    var key = signature
    key.add(inner.length)
    key.add(uses.shareOneTime ? inner.base : 0)
    if let known = shared[key] { return (known, early * rate) }
    let asset = Asset(id: "a\(assets.count)", size: size, origin: origin)
    shared[key] = asset
    try define(asset, node, inner)
    return (asset, early * rate)
  }

  private func define(_ asset: Asset, _ node: Node, _ span: Span) throws(VectorError) {
    // An asset gets its index before the assets inside the asset get theirs.
    let index = assets.count
    assets.append("")
    var inner: [String]
    if let mask = node.mask {
      let content = Node(node.name)
      (content.content, content.clip) = (node.content, node.clip)
      let masked = try asPrecomposition(content, at: asset.origin, span, extra: ",\"tt\":1")
      let matte = try asPrecomposition(
        mask, at: asset.origin, span, extra: ",\"td\":1", moves: true)
      // In Lottie, the matte layer precedes the masked layer and is not drawn itself.
      inner = [masked, matte]
    } else {
      inner = try layers(ofContent: node, at: asset.origin, span)
    }
    assets[index] =
      "{\"id\":\"\(asset.id)\",\"layers\":[\(inner.reversed().joined(separator: ","))]}"
  }

  private func asPrecomposition(
    _ node: Node, at origin: Point, _ span: Span, extra: String, moves: Bool = false
  ) throws(VectorError) -> String {
    let bounds = node.innerBounds(duration).insetBy(-2)
    let asset = Asset(
      id: "a\(assets.count)", size: Size(bounds.width.rounded(.up), bounds.height.rounded(.up)),
      origin: Point((-bounds.x).rounded(.up), (-bounds.y).rounded(.up)))
    try define(asset, node, span)
    var text = ",\"refId\":\"\(asset.id)\",\"w\":\(json(asset.size.width, 0))"
    text += ",\"h\":\(json(asset.size.height, 0))" + extra
    return layer(
      0, node.name, LayerGeometry(origin: origin, node: node, anchor: asset.origin), span, text)
  }

  /// The transform, the opacity and the start of a Lottie layer.
  private struct LayerGeometry {
    var origin: Point
    var node: Node?
    var anchor = Point.zero
    /// The frame at which the Lottie layer's own time is 0.
    var start = 0.0
    var scale: Channel?
    var translation: Channel?
    var opacity: Channel?
  }

  /// - Parameter shown: The frames in which the layer is visible; nil for all frames of the span.
  private func layer(
    _ type: Int, _ name: String, _ geometry: LayerGeometry, _ span: Span, _ extra: String,
    shown: Range<Int>? = nil
  ) -> String {
    let node = geometry.node
    let position = (geometry.translation ?? node?.translation ?? .constant([0, 0])).map {
      [$0[0] + geometry.origin.x, $0[1] + geometry.origin.y, 0]
    }
    let scale = (geometry.scale ?? node?.scale ?? .constant([1, 1])).map {
      [$0[0] * 100, $0[1] * 100, 100]
    }
    var text =
      "{\"ddd\":0,\"ty\":\(type),\"ind\":\(nextLayer),\"sr\":1,\"bm\":\(node?.blend.lottie ?? 0)"
    nextLayer += 1
    if !name.isEmpty { text += ",\"nm\":\"\(jsonEscaped(name))\"" }
    let (from, to) = (Double(shown?.lowerBound ?? 0), shown.map { Double($0.upperBound) })
    text += ",\"ip\":\(json(from, 3)),\"op\":\(json(to ?? span.length * rate, 3))"
    text += ",\"st\":\(json(geometry.start, 3)),\"ks\":{"
    if let to {
      // The player rlottie also draws a layer in the frame in which the layer ends, unless the layer is transparent then.
      text += "\"o\":{\"a\":1,\"k\":[{\"t\":\(json(from, 3)),\"s\":[100],\"h\":1},"
      text += "{\"t\":\(json(to, 3)),\"s\":[0],\"h\":1}]},"
    } else {
      let opacity = geometry.opacity ?? node?.opacity ?? .constant([1])
      text += "\"o\":\(property(opacity.percent, span, 1)),"
    }
    text += "\"p\":\(property(position, span, 3)),"
    text += "\"a\":{\"a\":0,\"k\":[\(json(geometry.anchor.x, 3)),\(json(geometry.anchor.y, 3)),0]},"
    text += "\"s\":\(property(scale, span, 3)),"
    text += "\"r\":\(property(node?.rotation ?? .constant([0]), span, 1))}"
    if let clip = node?.clip {
      text +=
        ",\"hasMask\":true,\"masksProperties\":[{\"mode\":\"a\",\"inv\":false,\"o\":{\"a\":0,\"k\":100},"
      text +=
        "\"x\":{\"a\":0,\"k\":0},\"pt\":\(path(clip.asPath.moved(by: geometry.anchor), span))}]"
    }
    return text + extra + "}"
  }

  private func imageLayer(_ paint: PaintElement, at origin: Point, _ span: Span) throws(VectorError)
    -> String
  {
    guard case .image(let image, let source, _, let opacity) = paint.brush else { return "" }
    let part = image.part(in: source)
    let key = ImageKey(image: ObjectIdentifier(image), part: source)
    let id: String
    if let known = images[key] { id = known } else { id = try define(part, key) }
    let (width, height) = (Double(part.width), Double(part.height))
    var geometry = LayerGeometry(origin: origin, opacity: opacity)
    let isFlipped = paint.transform.d < 0
    let (ty, tx) = (paint.transform.ty, paint.transform.tx)
    geometry.translation = paint.outline.numbers.map {
      isFlipped ? [$0[0] + tx, ty - $0[1]] : [$0[0], $0[1]]
    }
    geometry.scale = paint.outline.numbers.map {
      [$0[2] / width, $0[3] / height * (isFlipped ? -1 : 1)]
    }
    return layer(2, "", geometry, span, ",\"refId\":\"\(id)\"")
  }

  private func define(_ part: PixelBuffer, _ key: ImageKey?) throws(VectorError) -> String {
    try step(.max)
    let id = "i\(assets.count)"
    if let key { images[key] = id }
    assets.append(
      "{\"id\":\"\(id)\",\"w\":\(part.width),\"h\":\(part.height),\"u\":\"\",\"p\":\"\(part.dataAddress)\",\"e\":1}"
    )
    return id
  }

  /// Pictures that are shown one after another, each as a Lottie layer of whole frames.
  private func frameLayers(
    _ pictures: [Image], _ paint: PaintElement, at origin: Point, _ span: Span
  ) throws(VectorError) -> [String] {
    let n = paint.outline.numbers.value(at: 0)
    var result: [String] = []
    let runs = try pictures.runs.map { (range) throws(VectorError) in
      (range: range, id: try define(pictures[range.lowerBound].pixels, nil))
    }
    func frame(_ loop: Int, _ picture: Int) -> Int {
      let loops = Double(loop) + Double(picture) / Double(pictures.count)
      return Int(clampingDown: (frames * loops).rounded())
    }
    let loops = Int(clampingUp: span.length / duration - 1e-9)
    for loop in 0..<max(1, loops) {
      for run in runs {
        let picture = pictures[run.range.lowerBound]
        var geometry = LayerGeometry(origin: origin + Point(n[0], n[1]))
        geometry.scale = .constant([n[2] / Double(picture.width), n[3] / Double(picture.height)])
        let shown = frame(loop, run.range.lowerBound)..<frame(loop, run.range.upperBound)
        if shown.isEmpty { continue }
        result.append(layer(2, "", geometry, span, ",\"refId\":\"\(run.id)\"", shown: shown))
      }
    }
    return result
  }

  // MARK: Shapes

  /// Whether a node and its content consist of paths that are filled and stroked. If a node fades, the node may have only one
  /// path.
  ///
  /// - Parameter repeatsContent: Whether the node may be a shape even if other nodes show the same content. The player rlottie
  ///   darkens everything below a translucent layer, so a translucent path with few keyframes is a shape in any case.
  private func isShape(_ node: Node, repeatsContent: Bool = false) -> Bool {
    let fades = node.opacity.constant != [1]
    if fades, node.paintCount > 1 { return false }
    let repeats =
      repeatsContent || fades && node.keyframes(in: duration) <= LottieFile.mostRepeatedKeyframes
    guard node.clip == nil, node.mask == nil, node.blend == .sourceOver, node.filters.isEmpty,
      repeats || !node.movesInside || !isShared(node)
    else { return false }
    return node.content.allSatisfy {
      switch $0 {
      case .node(let node): isShape(node, repeatsContent: repeats)
      case .paint(let paint):
        switch paint.brush {
        case .color, .gradient: true
        case .image, .frames: false
        }
      }
    }
  }

  /// The greatest number of keyframes in one loop of a translucent path that is written for each copy.
  private static let mostRepeatedKeyframes = 12.0

  private func group(_ node: Node, _ span: Span) throws(VectorError) -> String {
    var items: [String] = []
    for element in node.content.reversed() {
      switch element {
      case .node(let node): items.append(try group(node, span))
      case .paint(let paint):
        let (round, toRound) = paint.withRoundGradient
        let own = shape(round, span)
        items.append(
          node.content.count == 1 && toRound == nil
            ? own
            : "{\"ty\":\"gr\",\"it\":[\(own),\(LottieFile.constantTransform(toRound ?? .identity))]}"
        )
      }
    }
    var transform = "{\"ty\":\"tr\","
    transform += "\"p\":\(property(node.translation, span, 2)),\"a\":{\"a\":0,\"k\":[0,0]},"
    transform += "\"s\":\(property(node.scale.percent, span, 2)),"
    transform += "\"r\":\(property(node.rotation, span, 1)),"
    transform += "\"o\":\(property(node.opacity.percent, span, 1))}"
    return "{\"ty\":\"gr\",\"it\":[\(items.joined(separator: ",")),\(transform)]}"
  }

  private static func constantTransform(_ m: PlaneTransform) -> String {
    let (x, y) = (json(m.a * 100, 4), json(m.d * 100, 4))
    return "{\"ty\":\"tr\",\"p\":{\"a\":0,\"k\":[0,0]},\"a\":{\"a\":0,\"k\":[0,0]},"
      + "\"s\":{\"a\":0,\"k\":[\(x),\(y)]},\"r\":{\"a\":0,\"k\":0},\"o\":{\"a\":0,\"k\":100}}"
  }

  /// A Lottie path with its trim, fill and stroke.
  private func shape(_ paint: PaintElement, _ span: Span) -> String {
    var items = outline(paint.outline, isFilled: paint.pen == nil, span)
    if let pen = paint.pen, pen.trim.constant != [0, 1] {
      items += ",{\"ty\":\"tm\",\"s\":\(property(pen.trim.numbers(0..<1).percent, span, 1)),"
      items += "\"e\":\(property(pen.trim.numbers(1..<2).percent, span, 1)),"
      items += "\"o\":{\"a\":0,\"k\":0},\"m\":1}"
    }
    var rule = 1
    if case .path(_, .evenOdd) = paint.outline.kind { rule = 2 }
    var text: String
    switch paint.brush {
    case .color(let color):
      text = "\"c\":\(property(color.numbers(0..<3).map { $0 + [1] }, span, 4, 4)),"
      text += "\"o\":\(property(color.numbers(3..<4).percent, span, 1))"
      text = (paint.pen == nil ? "{\"ty\":\"fl\"," : "{\"ty\":\"st\",") + text
    case .gradient(let gradient, let opacity):
      text = (paint.pen == nil ? "{\"ty\":\"gf\"," : "{\"ty\":\"gs\",")
      text += self.gradient(gradient, span) + ",\"o\":\(property(opacity.percent, span, 1))"
    case .image, .frames: return items
    }
    if let pen = paint.pen { text += stroke(pen, span) } else { text += ",\"r\":\(rule)" }
    return items + "," + text + "}"
  }

  private func stroke(_ pen: Pen, _ span: Span) -> String {
    let caps: [LineCap: Int] = [.butt: 1, .round: 2, .square: 3]
    let joins: [LineJoin: Int] = [.miter: 1, .round: 2, .bevel: 3]
    var text = ",\"w\":\(property(pen.width, span, 1)),\"lc\":\(caps[pen.cap] ?? 1)"
    text += ",\"lj\":\(joins[pen.join] ?? 1),\"ml\":\(json(pen.miterLimit, 3))"
    let count = pen.dash.keyValues.first?.count ?? 0
    if count > 0, pen.trim.constant == [0, 1] {
      var parts: [String] = []
      for k in 0..<(count % 2 == 0 ? count : 2 * count) {
        let own = pen.dash.numbers(k % count..<k % count + 1)
        parts.append("{\"n\":\"\(k % 2 == 0 ? "d" : "g")\",\"v\":\(property(own, span, 1))}")
      }
      parts.append("{\"n\":\"o\",\"v\":\(property(pen.dashPhase, span, 1))}")
      text += ",\"d\":[\(parts.joined(separator: ","))]"
    }
    return text
  }

  private func gradient(_ gradient: GradientBrush, _ span: Span) -> String {
    let start = gradient.geometry.numbers(0..<2)
    let end =
      gradient.isRadial
      ? gradient.geometry.map { [$0[0] + $0[2], $0[1]] } : gradient.geometry.numbers(2..<4)
    let stops = gradient.stops.map { numbers in
      var (colors, alphas) = ([Double](), [Double]())
      let starts = Array(stride(from: 0, to: numbers.count - 4, by: 5))
      for (k, location) in zip(starts, LottieFile.separated(starts.map { numbers[$0] })) {
        colors += [location] + numbers[k + 1..<k + 4]
        alphas += [location, numbers[k + 4]]
      }
      return colors + alphas
    }
    let count = (gradient.stops.keyValues.first?.count ?? 0) / 5
    return "\"t\":\(gradient.isRadial ? 2 : 1),\"s\":\(property(start, span, 2)),"
      + "\"e\":\(property(end, span, 2)),\"g\":{\"p\":\(count),\"k\":\(property(stops, span, 0, 4))}"
  }

  /// The locations of colour stops, so that no two stops have one location. The player rlottie would draw all stops of one location
  /// with the alpha of the first.
  private static func separated(_ locations: [Double]) -> [Double] {
    let gap = 2e-4
    var (result, least, most) = (locations, 0.0, 1.0)
    for index in result.indices {
      result[index] = max(result[index], least)
      least = result[index] + gap
    }
    for index in result.indices.reversed() {
      result[index] = min(result[index], most)
      most = result[index] - gap
    }
    return result
  }

  private func outline(_ outline: Outline, isFilled: Bool, _ span: Span) -> String {
    switch outline.kind {
    case .rect:
      let center = outline.numbers.map { [$0[0] + $0[2] / 2, $0[1] + $0[3] / 2] }
      let size = outline.numbers.numbers(2..<4)
      // ThorVG moves the edges of a filled rectangle without round corners to whole pixels.
      let radius = outline.numbers.numbers(4..<5).map { [isFilled ? max($0[0], 0.001) : $0[0]] }
      if let n = outline.numbers.constant, n[4] > 0, (n[4] * 2 - n[2]).magnitude < 1e-9,
        (n[2] - n[3]).magnitude < 1e-9
      {
        return "{\"ty\":\"el\",\"p\":\(property(center, span, 2)),\"s\":\(property(size, span, 2))}"
      }
      return "{\"ty\":\"rc\",\"p\":\(property(center, span, 2)),\"s\":\(property(size, span, 2)),"
        + "\"r\":\(property(radius, span, 1))}"
    case .path:
      let parts = outline.asPath.subpaths
      return parts.map { "{\"ty\":\"sh\",\"ks\":\(path($0, span))}" }.joined(separator: ",")
    }
  }

  // MARK: Properties

  /// A channel as a Lottie property. A `dimension` of 1 means a number, and a greater dimension means a list.
  func property(_ channel: Channel, _ span: Span, _ dimension: Int, _ digits: Int = 3) -> String {
    keyed(channel, span) { value, isKey in
      let text = value.map { json($0, digits) }.joined(separator: ",")
      return dimension == 1 && !isKey ? text : "[\(text)]"
    }
  }

  private func path(_ outline: Outline, _ span: Span) -> String {
    guard case .path(let verbs, _) = outline.kind else { return "{}" }
    // All keyframes of a Lottie path must have the same number of points.
    let endsAtStart = outline.numbers.keyValues.allSatisfy {
      $0.count >= 4 && ($0[0] - $0[$0.count - 2]).magnitude < 1e-6
        && ($0[1] - $0[$0.count - 1]).magnitude < 1e-6
    }
    return keyed(outline.numbers, span) { numbers, isKey in
      let text = bezier(verbs, numbers, endsAtStart: endsAtStart)
      return isKey ? "[\(text)]" : text
    }
  }

  private func keyed(
    _ channel: Channel, _ span: Span, _ text: ([Double], _ isKey: Bool) -> String
  ) -> String {
    guard case .moving(let track, let origin) = channel.simplified else {
      return "{\"a\":0,\"k\":\(text(channel.simplified.constant ?? [], false))}"
    }
    var keys: [String] = []
    let begin = origin - span.base
    let phase = begin - (begin / track.period).rounded(.up) * track.period
    var start = phase > 1e-9 ? phase - track.period : phase
    while start < span.length - 1e-9 {
      for (index, segment) in track.segments.enumerated() {
        if start + segment.end <= 1e-9 || start + segment.start >= span.length - 1e-9 { continue }
        let next = track.segments[(index + 1) % track.segments.count]
        var key =
          "{\"t\":\(json((start + segment.start) * rate, 3)),\"s\":\(text(segment.from, true))"
        if segment.holds {
          key += ",\"h\":1"
        } else {
          let pace = segment.easing ?? .linear
          key += ",\"o\":{\"x\":\(json(pace.c1x, 3)),\"y\":\(json(pace.c1y, 3))}"
          key += ",\"i\":{\"x\":\(json(pace.c2x, 3)),\"y\":\(json(pace.c2y, 3))}"
        }
        keys.append(key + "}")
        let end = start + segment.end
        let isLast = end >= span.length - 1e-9
        if isLast || (next.from != segment.to && !segment.holds) {
          let time = isLast ? end * rate : end * rate - 0.001
          // The player rlottie ignores a keyframe without handles, unless the keyframe holds its value.
          let hold = isLast ? "" : ",\"h\":1"
          keys.append("{\"t\":\(json(time, 3)),\"s\":\(text(segment.to, true))\(hold)}")
        }
      }
      start += track.period
    }
    return "{\"a\":1,\"k\":[\(keys.joined(separator: ","))]}"
  }

  /// A subpath as Lottie vertices with their handles.
  ///
  /// - Parameter endsAtStart: Whether the last point equals the first point at all times. If both points are equal, a closed
  ///   subpath omits the last point.
  private func bezier(_ verbs: [Outline.Verb], _ numbers: [Double], endsAtStart: Bool) -> String {
    var points: [(at: Point, into: Point, out: Point)] = []
    var (next, isClosed) = (0, false)
    func point(_ index: Int) -> Point {
      Point(numbers[next + 2 * index], numbers[next + 2 * index + 1])
    }
    for verb in verbs {
      switch verb {
      case .move, .line: points.append((point(0), .zero, .zero))
      case .quad:
        let (c, p, last) = (point(0), point(1), points.last?.at ?? .zero)
        if !points.isEmpty { points[points.count - 1].out = (c - last) * (2.0 / 3) }
        points.append((p, (c - p) * (2.0 / 3), .zero))
      case .curve:
        let (c, d, p, last) = (point(0), point(1), point(2), points.last?.at ?? .zero)
        if !points.isEmpty { points[points.count - 1].out = c - last }
        points.append((p, d - p, .zero))
      case .close: isClosed = true
      }
      next += verb.count
    }
    if isClosed, endsAtStart, points.count > 1, let last = points.last {
      points[0].into = last.into
      points.removeLast()
    }
    func all(_ pick: ((at: Point, into: Point, out: Point)) -> Point) -> String {
      points.map { "[\(json(pick($0).x, 3)),\(json(pick($0).y, 3))]" }.joined(separator: ",")
    }
    return
      "{\"c\":\(isClosed),\"v\":[\(all { $0.at })],\"i\":[\(all { $0.into })],\"o\":[\(all { $0.out })]}"
  }

  private func isShared(_ node: Node) -> Bool { uses[node.contentSignature]?.count ?? 0 > 1 }

  /// Counts how often the content of each node is shown, and finds sequences of pictures. If content is shown several times, the
  /// nodes inside this content are counted only for the first time.
  private func count(_ node: Node) {
    if node.movesInside {
      let base = node.firstOrigin(besidesOwn: true) ?? 0
      let signature = node.contentSignature
      var now = uses[signature] ?? Uses(base: base)
      now.count += 1
      if ((base - now.base) / duration - ((base - now.base) / duration).rounded()).magnitude > 1e-9
      {
        now.shareOneTime = false
      }
      let start = base / duration
      now.starts.insert((start - start.rounded(.down)).rounded(to: 1e9))
      uses[signature] = now
      if now.count > 1 { return }
    }
    for element in node.content {
      switch element {
      case .node(let inner): count(inner)
      case .paint(let paint): if case .frames = paint.brush { hasPictures = true }
      }
    }
  }
}

/// A number in JSON syntax.
func json(_ x: Double, _ digits: Int) -> String { short(x, digits, isCSS: false) }

func jsonEscaped(_ text: String) -> String {
  var result = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": result += "\\\""
    case "\\": result += "\\\\"
    case "<": result += "\\u003c"
    default: result += scalar.value < 0x20 ? " " : String(scalar)
    }
  }
  return result
}

extension Channel {
  /// The channel's fractions as percentages.
  var percent: Channel { map { $0.map { $0 * 100 } } }
}

extension BlendMode {
  /// The number that stands for this value in the Lottie format.
  var lottie: Int {
    let names = [
      "normal", "multiply", "screen", "overlay", "darken", "lighten", "color-dodge", "color-burn",
      "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color",
      "luminosity",
    ]
    return names.firstIndex(of: self.css ?? "") ?? 0
  }
}

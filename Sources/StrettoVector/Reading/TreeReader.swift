import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoRaster
import StrettoTiming

/// The abilities of a vector format that differ between formats.
struct FormatAbilities {
  /// The name of the format, for messages.
  let name: String
  let hasFilters: Bool
  let hasSkew: Bool
  /// Whether timing functions of outlines and gradients may overshoot. SMIL does not allow timing functions that overshoot.
  let outlinesMayOvershoot: Bool
}

/// The interval of a file in the scene's time, in seconds.
struct FileTime {
  var start: Double
  var duration: Double
  /// Whether the scene repeats after the interval.
  var isPeriodic: Bool
  var end: Double { start + duration }
}

/// Reads a scene over an interval of time into a tree of nodes.
final class TreeReader {
  let root: Layer
  /// The area of the scene that the file shows.
  let frame: Rect
  /// The colour that a writer draws below the tree: the scene's background, unless pictures of the whole scene contain the
  /// background.
  private(set) var background: Color
  let options: VectorOptions
  let abilities: FormatAbilities
  let time: FileTime
  let presenter = Presenter()
  /// The presenter that draws content that the format cannot express.
  let renderer = Presenter()
  let rasterizer = Rasterizer()
  var cancellation: Cancellation
  var tracks: [TrackKey: KnownTracks] = [:]
  var emitters: [EmitterTimes: ParticleRuns] = [:]
  var runChannels: [RunKey: Channel] = [:]
  var onlyColors: [ImageKey: Color?] = [:]
  var coloredImages: [ColoredImage: Image] = [:]
  private(set) var elementCount = 0
  private var keyframeCount = 0
  private var pixelCount = 0
  /// The number of layer instances that the file shows as pictures.
  private(set) var pictureCount = 0
  /// The portals whose sources are being read, outermost first.
  var portals: [ObjectIdentifier] = []
  var sources: [SourceKey: SharedSource] = [:]
  /// The layers that the file shows as pictures, each with the property that the format cannot express. Several copies of a layer
  /// count as one fallback.
  private(set) var fallbacks: [Diagnostic] = []
  /// Whether the reader draws pictures. The reader draws no pictures if the caller needs only `fallbacks`.
  let drawsPictures: Bool

  init(
    _ scene: Scene, _ options: VectorOptions, _ abilities: FormatAbilities,
    _ cancellation: Cancellation, drawsPictures: Bool = true
  ) throws(VectorError) {
    self.drawsPictures = drawsPictures
    (root, self.options, self.abilities) = (scene.root, options, abilities)
    frame = Rect(0, 0, scene.size.width, scene.size.height)
    background = scene.background.clamped
    self.cancellation = cancellation.forAnotherThread
    time = try FileTime(of: scene, options, cancellation)
    presenter.cancellation = cancellation.forAnotherThread
    renderer.cancellation = cancellation.forAnotherThread
  }

  /// The scene as a tree of nodes.
  func tree() throws(VectorError) -> Node {
    let top = InstanceSampler(root, as: .sublayer, copy: [], in: nil)
    // With pictures, layers that are not read one by one may exceed the limit.
    if options.fallback == .error { try checkCount(of: top) }
    do throws(VectorError) {
      return try node(of: top, in: Surroundings()) ?? Node("")
    } catch {
      guard case .unsupported(_, _, _, needsBackdrop: true) = error, options.fallback == .image
      else { throw error }
      // A layer that changes its backdrop needs a picture of the layer and the backdrop together.
      note(error, of: root)
      let node = try pictures(of: top, in: Surroundings(), over: background) ?? Node("")
      if background.alpha < 1 { background = .clear }
      return node
    }
  }

  /// The values that a layer takes from the layers around it.
  struct Surroundings {
    /// The point of the superlayer's coordinates that is the origin of the node around the layer.
    var origin = Point.zero
    /// The product of the colours of the replicators around the layer, without alpha.
    var tint: ((Double) -> Color)?
    /// Whether a node around the layer is an isolated group in the file's format. A group that is isolated in the file's format
    /// need not be isolated in Stretto.
    var isIsolated = false
    /// The greatest distance in points of the scene by which filters and shadows of the layers around the layer move its
    /// content.
    var filterReach = 0.0
    /// Transform from a layer's own coordinates to the node around it, if the layer is in perspective. For a layer in
    /// perspective, the file contains projected outlines.
    var projection: ((Double) -> PlaneTransform)?
    var depth = 0
  }

  /// Counts cancellation steps and throws an error if the work was cancelled.
  func step(_ count: Int) throws(VectorError) {
    if !cancellation.shouldContinue(work: count) { throw .cancelled }
  }

  func count(elements: Int) throws(VectorError) {
    try step(64)
    elementCount += elements
    if elementCount > VectorError.elementLimit { throw VectorError.tooManyElements }
  }

  func count(keyframes: Int) throws(VectorError) {
    keyframeCount += keyframes
    if keyframeCount > VectorError.keyframeLimit { throw VectorError.tooManyKeyframes }
  }

  func count(pixels: Int) throws(VectorError) {
    pixelCount += pixels
    if pixelCount > VectorError.pixelLimit { throw VectorError.tooManyPixels }
  }

  func unsupported(_ property: String, _ layer: Layer, needsBackdrop: Bool = false) -> VectorError {
    .unsupported(
      layer: layer.label, property: property, format: abilities.name, needsBackdrop: needsBackdrop)
  }

  private func note(_ error: VectorError, of layer: Layer) {
    var words = "more than \(VectorError.particleLimit) particles"
    if case .unsupported(let label, let property, _, _) = error {
      words = label == layer.label ? property : "\(property) of \(label)"
    }
    if fallbacks.contains(where: { $0.layer === layer && $0.keyPath == words }) { return }
    fallbacks.append(Diagnostic(.noVectorForm, layer, words))
  }

  func clock(of seen: InstanceSampler) -> InstanceClock { seen.clock(in: time) }

  // MARK: Layers

  /// Returns the node of a layer, with the content of the layer. If the format cannot express the layer and the options ask for
  /// pictures, the node has pictures of the layer. The result is nil if the layer is never visible.
  func node(of seen: InstanceSampler, in around: Surroundings) throws(VectorError) -> Node? {
    do throws(VectorError) {
      return try vectors(of: seen, in: around)
    } catch {
      // A picture in perspective has no vector form, so the outermost layer in perspective becomes a picture.
      guard error.hasPicture, options.fallback == .image, around.projection == nil else {
        throw error
      }
      let blend = try blend(ofPicture: seen, in: around)
      note(error, of: seen.layer)
      pictureCount += 1
      let node = try pictures(of: seen, in: around)
      node?.blend = blend
      return node
    }
  }

  private func vectors(of seen: InstanceSampler, in around: Surroundings) throws(VectorError)
    -> Node?
  {
    if around.depth > Layer.depthLimit { throw VectorError.tooManyElements }
    let layer = seen.layer
    let clock = clock(of: seen)
    func isSeen(_ time: Double) -> Bool {
      guard let state = seen.state(at: time), state.presented.isVisible else { return false }
      return !isHiddenByPortal(seen, at: time)
    }
    guard clock.samples.contains(where: isSeen) else { return nil }
    try check(seen, isSeen)
    try count(elements: 1)
    let node = Node(layer.label)
    var inside = around
    inside.depth += 1
    var motion: Motion?
    if let projection = try projection(of: seen, isSeen, in: around) {
      inside.projection = projection
    } else {
      (inside.origin, motion) = try self.motion(of: seen, isSeen, in: around)
    }
    node.opacity = try channel(.opacity, seen, [0.003]) { time in
      guard isSeen(time), let state = seen.state(at: time) else { return [0] }
      return [state.presented.groupOpacity]
    }
    if node.opacity.constant == [0] { return nil }
    try readEffects(node, seen, in: around)
    if inside.projection != nil, !node.filters.isEmpty || layer.kind == .emitter {
      throw unsupported("perspective", layer)
    }
    if !node.isPlain || motion?.isStatic == false || seen.layer.values.masksToBounds {
      inside.isIsolated = true
    }
    inside.filterReach += filterReach(of: node, seen)
    node.content = try paints([.background], seen, inside)
    let isOpen = !clipsAll(seen)
    let inner =
      isOpen ? try paints([.contents, .shape], seen, inside) + shown(by: seen, inside) : []
    let clip = try clip(of: seen, inside)
    func add(_ content: [Node.Element]) {
      guard let clip, !content.isEmpty else {
        node.content += content
        return
      }
      let clipped = Node(layer.label)
      (clipped.clip, clipped.content) = (clip, content)
      node.content.append(.node(clipped))
    }
    add(inner)
    node.content += try paints([.border], seen, inside)
    // The particles of an emitter are drawn above its border.
    if layer.kind == .emitter, isOpen { add(try particles(of: seen, inside)) }
    if let mask = layer.mask {
      node.mask = try self.mask(mask, as: .mask, of: seen, inside)
    }
    if node.content.isEmpty { return nil }
    if let motion { try move(node, by: motion) }
    return node
  }

  /// A mask of a layer or of a copy. A mask keeps its own colours, so the tint around the masked content does not apply.
  private func mask(
    _ layer: Layer, as edge: TreeEdge, of seen: InstanceSampler, _ inside: Surroundings
  ) throws(VectorError) -> Node {
    let instance = InstanceSampler(layer, as: edge, copy: seen.copy, in: seen)
    var surroundings = inside
    surroundings.tint = nil
    return try node(of: instance, in: surroundings) ?? Node(layer.label)
  }

  /// Whether the layer clips its content to empty bounds at all times.
  private func clipsAll(_ seen: InstanceSampler) -> Bool {
    clock(of: seen).samples.allSatisfy { time in
      guard let values = seen.state(at: time)?.presented.values else { return true }
      return values.masksToBounds && values.bounds.isEmpty
    }
  }

  private func isSource(_ edge: TreeEdge) -> Bool { if case .source = edge { true } else { false } }

  /// Whether a portal hides the layer instance at the layer's own position in the tree.
  func isHiddenByPortal(_ seen: InstanceSampler, at time: Double) -> Bool {
    seen.edge != .portal && !isSource(seen.edge) && !seen.layer.portals.isEmpty
      && seen.layer.isHiddenByPortal(below: root, at: time)
  }

  /// The nodes of sublayers, copies and sources, in drawing order.
  private func shown(by seen: InstanceSampler, _ inside: Surroundings) throws(VectorError) -> [Node
    .Element]
  {
    let layer = seen.layer
    var nodes: [Node.Element] = []
    let shown = try inOrder(layer.shown(as: seen.edge).filter { $0.edge != .mask }, seen)
    let copied = layer.kind == .proxy ? [] : shown.filter { $0.edge.isOfCopies }
    if !copied.isEmpty { nodes += try copies(of: seen, copied, inside) }
    for (part, edge) in shown {
      switch edge {
      case .copies, .copyMask, .mask: continue
      case .portal: nodes += try portal(of: seen, part, inside)
      case .source(let index):
        if layer.kind != .proxy { continue }
        let source = InstanceSampler(part, as: edge, copy: seen.copy + [index], in: seen)
        if let node = try node(of: source, in: inside) { nodes.append(.node(node)) }
      case .sublayer, .proxy:
        let sublayer = InstanceSampler(part, as: edge, copy: seen.copy, in: seen)
        if let node = try node(of: sublayer, in: inside) { nodes.append(.node(node)) }
      }
    }
    return nodes
  }

  /// The sublayers in ascending order of their z positions, which must be constant.
  private func inOrder(
    _ shown: [(layer: Layer, edge: TreeEdge)], _ seen: InstanceSampler
  ) throws(VectorError) -> [(layer: Layer, edge: TreeEdge)] {
    let sublayers = shown.filter { $0.edge == .sublayer || $0.edge.isProxy }
    guard sublayers.count > 1 || seen.layer.kind == .transform else { return shown }
    var heights = [Double](repeating: 0, count: sublayers.count)
    for (index, part) in sublayers.enumerated() {
      let instance = InstanceSampler(part.layer, as: part.edge, copy: seen.copy, in: seen)
      let all = clock(of: instance).samples.compactMap {
        instance.state(at: $0)?.presented.values
      }
      heights[index] = all.first?.zPosition ?? 0
      guard all.allSatisfy({ $0.zPosition == heights[index] }) else {
        throw unsupported("zPosition", part.layer)
      }
      guard all.allSatisfy({ $0.transform.matrix.keepsPlane }) || sublayers.count == 1 else {
        throw unsupported("a transform that leaves the plane, beside other layers,", part.layer)
      }
    }
    if heights.allSatisfy({ $0 == heights[0] }) { return shown }
    if seen.layer.kind == .transform || shown.count != sublayers.count {
      throw unsupported("sublayers with a zPosition", seen.layer)
    }
    return zip(heights, shown).enumerated().sorted {
      ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
    }.map { $0.element.1 }
  }

  // MARK: Copies

  private func copies(
    of seen: InstanceSampler, _ shown: [(layer: Layer, edge: TreeEdge)], _ inside: Surroundings
  ) throws(VectorError) -> [Node.Element] {
    let clock = clock(of: seen)
    let counts = clock.samples.compactMap { seen.state(at: $0)?.presented.copyCount }
    let most = counts.max() ?? 0
    if most > Double(VectorError.elementLimit) { throw VectorError.tooManyElements }
    if seen.layer.kind == .text, counts.contains(where: { $0 != most }) {
      throw unsupported("a text that changes its letters", seen.layer)
    }
    var result: [Node.Element] = []
    for k in 0..<Int(clampingDown: most) {
      if let node = try copy(k, of: seen, shown, inside) { result.append(.node(node)) }
    }
    return result
  }

  private func copy(
    _ k: Int, of seen: InstanceSampler, _ shown: [(layer: Layer, edge: TreeEdge)],
    _ inside: Surroundings
  ) throws(VectorError) -> Node? {
    func color(_ time: Double) -> Color {
      guard let presented = seen.state(at: time)?.presented, Double(k) < presented.copyCount else {
        return .clear
      }
      return presented.values.replicator.color(ofCopy: k).clamped
    }
    var inner = inside
    if clock(of: seen).samples.contains(where: { color($0).withAlpha(1) != .white }) {
      let outer = inside.tint
      inner.tint = { time in
        let own = color(time).withAlpha(1)
        return outer.map { own.multiplied(by: $0(time)) } ?? own
      }
    }
    let node = Node("")
    node.opacity = try channel(.copyAlpha(k), seen, [0.003]) { [color($0).alpha] }
    if node.opacity.constant == [0] { return nil }
    try count(elements: 1)
    if !node.opacity.isStatic { inner.isIsolated = true }
    let parts = shown.filter { $0.edge == .copies }.map {
      InstanceSampler($0.layer, as: .copies, copy: seen.copy + [k], in: seen)
    }
    let motion = inside.projection == nil ? self.motion(ofCopy: parts, in: inside) : nil
    for instance in parts {
      instance.leavesInstanceTransform = motion != nil
      if let part = try self.node(of: instance, in: inner) { node.content.append(.node(part)) }
    }
    for case (let mask, .copyMask(k)) in shown {
      node.mask = try self.mask(mask, as: .copyMask(k), of: seen, inside)
    }
    if node.content.isEmpty { return nil }
    if let motion { try move(node, by: motion) }
    return node
  }
}

extension TreeEdge {
  fileprivate var isProxy: Bool { if case .proxy = self { true } else { false } }
}

extension Transform3D {
  /// Whether the matrix keeps points of the plane in the plane.
  fileprivate var keepsPlane: Bool { m13 == 0 && m23 == 0 && m43 == 0 && m14 == 0 && m24 == 0 }
}

extension Layer {
  /// The name by which messages refer to the layer.
  var label: String { values.name.isEmpty ? "a \(kind.className)" : values.name }
}

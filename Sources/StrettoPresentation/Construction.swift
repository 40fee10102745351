import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// The article's construction: what a view replicator shows, by public features of Core Animation only.
///
/// An outer replicator looks far ahead, once for each proxy: copy i sees the time i windows later. In that
/// window an inner replicator has the values of proxy i, given by discrete keyframes, and winds the clock of
/// its content back by an animated `instanceDelay`. A delay moves only copies, not the original: so the inner
/// one shows two, and hides the original by an instance colour of alpha 0 with an alpha offset of 1.
public struct Construction {
  /// Seconds between the windows. A power of two, so that adding windows and taking them off again loses
  /// as little as possible.
  public static let window: Double = 65_536

  /// Looks ahead, one window further for each copy.
  public let outer: Layer
  /// Takes each proxy's place in its window, and winds the clock of the source back.
  public let inner: Layer
  /// The places of the proxies among their siblings, in the order of drawing.
  let indices: [Int]
  /// The proxies by those places.
  let proxies: [Layer]
}

/// What a layer that a construction is made of stands for in the tree that its users know.
struct Labels {
  /// The names of the copies that it shows, in their order; nil if it shows a single one, which has none.
  var copyNames: [Int]?
  /// Whether its sublayers are a view replicator's source, whose own position, transform and opacity do not count.
  var showsSource = false
  /// Who paints what it paints, by the last index of the copy; that index is none of the painter's own. Empty for itself.
  var painters: [Layer] = []
  /// As a mask: whether it is no other for each index of the copy that it masks.
  var isOneForAllCopies = false
}

extension Construction {
  /// Says on its nodes what they stand for. The outer one is given; it was read from these layers.
  func label(_ outer: PlanNode.Reference) {
    outer.pointee.labels = Labels(copyNames: indices)
    for inner in outer.pointee.sublayers {
      inner.pointee.labels = Labels(copyNames: nil, showsSource: true, painters: proxies)
      guard let mask = inner.pointee.mask else { continue }
      mask.pointee.labels = Labels(copyNames: nil, isOneForAllCopies: true)
      for clock in mask.pointee.sublayers { clock.pointee.labels = Labels(copyNames: nil) }
    }
  }
}

extension Presenter {
  /// The construction for a view replicator as it is at time 0; nil if there is nothing to show.
  ///
  /// It holds the source without taking it out of its tree, and is good as long as nothing there changes.
  public func construction(of viewReplicator: Layer) throws(PresentationError) -> Construction? {
    guard let source = viewReplicator.source,
      let presented = PresentedLayer(viewReplicator, at: .top(at: 0), copy: [])
    else { return nil }
    defer { finish() }
    return try construction(of: presented, source)
  }

  /// The picture of a view replicator, by either technique.
  func drawProxies(_ presented: PresentedLayer, _ node: PlanNode.Reference)
    throws(PresentationError)
  {
    guard presented.values.viewReplicator.technique == .replicator,
      let source = presented.layer.source
    else {
      return try visitByZPosition(node, at: presented.sublayerPlacement)
    }
    guard let construction = try construction(of: presented, source), let plan else { return }
    frame.layers.append(construction.outer)
    let outer: PlanNode.Reference
    do throws(Cancelled) {
      outer = try plan.temporary(for: construction.outer)
    } catch {
      throw .cancelled
    }
    construction.label(outer)
    var placement = presented.sublayerPlacement
    placement.step = nil
    try visit(outer, at: placement)
  }

  /// The two replicators; nil if there is nothing to show.
  @inline(never)
  private func construction(of presented: PresentedLayer, _ source: Layer)
    throws(PresentationError) -> Construction?
  {
    let now = presented.time
    guard (0..<Construction.window).contains(now.time) else {
      throw .outsideWindow(time: now.time)
    }
    var proxies = presented.layer.proxies.enumerated().compactMap { index, proxy in
      ProxyState(proxy, presented, source, index, copy)
    }
    guard !proxies.isEmpty else { return nil }
    proxies.sort { $0.values.zPosition < $1.values.zPosition }
    let inner = Layer(.replicator, showing: [source], mask: maskOfAll(proxies))
    inner.values.specific = .replicator(ReplicatorValues.hidingOriginal)
    for property in LayerKind.plain.properties where !property.traits.contains(.clock) {
      try give(inner, proxies.map { $0.values }, property)
    }
    inner.animate("sublayerTransform", proxies.map { .transform(LayerTransform($0.stretch)) })
    let n = proxies.count
    inner.animate("instanceDelay", (0..<n).map { .number(proxies[$0].delay(inWindow: $0, now)) })
    let outer = Layer(.replicator, showing: [inner])
    var replicator = ReplicatorValues()
    replicator.instanceCount = Double(n)
    replicator.instanceDelay = -Construction.window
    outer.values.specific = .replicator(replicator)
    outer.values.sublayerTransform = LayerTransform(presented.sublayerStep ?? .identity)
    return Construction(
      outer: outer, inner: inner, indices: proxies.map { $0.index },
      proxies: presented.layer.proxies)
  }

  /// Gives the inner replicator one property of the proxies, in each window that of its proxy.
  private func give(_ inner: Layer, _ proxies: [LayerValues], _ property: Property<LayerValues>)
    throws(PresentationError)
  {
    // A frame is what position and bounds make of it; a proxy shows no sublayers that it could transform.
    if ["frame", "name", "sublayerTransform"].contains(property.name) { return }
    let values = proxies.map { property.get($0) }
    if values.allSatisfy({ $0 == values[0] }) {
      property.set(&inner.values, values[0])
    } else if property.isAnimatable {
      inner.animate(property.name, values)
    } else {
      throw .proxiesDiffer(property: property.name)
    }
  }

  /// One mask that in each window shows that of the window's proxy; nil if no proxy has one.
  ///
  /// A proxy without a mask gets one that hides nothing: a rectangle far larger than any frame.
  private func maskOfAll(_ proxies: [ProxyState]) -> Layer? {
    guard proxies.contains(where: { $0.layer.mask != nil }) else { return nil }
    let slots = proxies.indices.map { i in
      let everything = Layer(.plain)
      everything.values.backgroundColor = .black
      everything.values.bounds = Rect(-1e6, -1e6, 2e6, 2e6)
      everything.values.anchorPoint = Point(0.5, 0.5)
      let clock = Layer(.plain, showing: [proxies[i].layer.mask ?? everything])
      clock.values.timing = proxies[i].layer.values.timing
      let slot = Layer(.replicator, showing: [clock])
      var replicator = ReplicatorValues.hidingOriginal
      replicator.instanceDelay = Double(i) * Construction.window
      slot.values.specific = .replicator(replicator)
      slot.animate("hidden", proxies.indices.map { .boolean($0 != i) })
      return slot
    }
    return Layer(.plain, showing: slots)
  }
}

/// A proxy at the moment of a frame.
private struct ProxyState {
  let layer: Layer
  let index: Int
  var values: LayerValues
  let time: LocalTime
  /// From the source's coordinates to the proxy's.
  let stretch: Transform3D

  /// Nil if the proxy shows nothing.
  init?(
    _ layer: Layer, _ around: PresentedLayer, _ source: Layer, _ index: Int, _ copy: [Int]
  ) {
    guard let time = layer.localTime(at: around.time, copy: copy) else { return nil }
    (self.layer, self.index, self.time) = (layer, index, time)
    values = layer.presentationValues(at: time, around: around.time, copy: copy)
    let part = values.proxy.sourceRect
    let content = LocalTime(
      time: time.time, base: around.time.base, scene: time.scene)
    let shown = part.isEmpty ? sourceBounds(source, at: content, copy + [index]) : part
    guard let plane = PlaneTransform(from: shown, to: values.bounds) else { return nil }
    values.clipPartOfSource()
    // A layer applies it about its anchor point; here it counts from the origin.
    let anchor = values.anchor
    stretch = plane.transform3D.about(Point(-anchor.x, -anchor.y), z: -values.anchorPointZ)
  }

  /// How far the content's clock must be wound back in a window for it to show the proxy's time.
  func delay(inWindow i: Int, _ now: LocalTime) -> Double {
    Double(i) * Construction.window + (now.time - time.time)
  }
}

extension ReplicatorValues {
  /// A copy in the place of the original, which is hidden.
  fileprivate static var hidingOriginal: ReplicatorValues {
    var values = ReplicatorValues()
    values.instanceCount = 2
    values.instanceColor = Color.white.withAlpha(0)
    values.alphaOffset = 1
    return values
  }
}

extension Layer {
  /// One value for each window, held without interpolation.
  fileprivate func animate(_ keyPath: String, _ values: [Value]) {
    guard let animation = try? Animation(.keyframe, keyPath: keyPath) else { return }
    var settings = animation.values
    settings.keyValues = values
    settings.calculationMode = .discrete
    settings.timing.duration = Construction.window * Double(values.count)
    settings.isRemovedOnCompletion = false
    try? addAnimation(settings, forKey: keyPath)
  }
}

import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

/// Numbers that describe the content of a node. Two nodes that show equal content with a time offset have equal signatures.
struct Signature: Hashable {
  private var words: [UInt64] = []
  /// The time of the file that counts as time 0 for the tracks.
  private let base: Double

  init(base: Double) { self.base = base }

  static func == (a: Signature, b: Signature) -> Bool { a.words == b.words }

  func hash(into hasher: inout Hasher) { hasher.combine(words) }

  mutating func add(_ number: Double) { words.append(number.bitPattern) }

  private mutating func add(_ number: Int) { words.append(UInt64(bitPattern: Int64(number))) }

  private mutating func add<Object: AnyObject>(identityOf object: Object) {
    words.append(UInt64(UInt(bitPattern: ObjectIdentifier(object))))
  }

  private mutating func add(_ node: Node) {
    for channel in node.ownChannels { add(channel) }
    addContent(of: node)
  }

  /// Adds the content of a node, without the node's own transform and opacity.
  mutating func addContent(of node: Node) {
    add(Int(node.blend.rawValue))
    add(node.clip == nil ? 0 : 1)
    if let clip = node.clip {
      add(clip.kind)
      add(clip.numbers)
    }
    add(node.mask == nil ? 0 : 1)
    if let mask = node.mask { add(mask) }
    add(node.content.count)
    for element in node.content {
      switch element {
      case .node(let inner):
        add(0)
        add(inner)
      case .paint(let paint):
        add(1)
        add(paint, of: node)
      }
    }
  }

  private mutating func add(_ channel: Channel) {
    switch channel {
    case .constant(let value):
      add(value.count)
      for number in value { add(number) }
    case .moving(let track, let origin):
      var phase = (origin - base) / track.period
      phase -= phase.rounded(.down)
      if phase > 1 - 1e-6 { phase = 0 }
      add(-1)
      add(identityOf: track)
      add((phase * 1e6).rounded())
    }
  }

  private mutating func add(_ kind: Outline.Kind) {
    switch kind {
    case .rect(let corners):
      add(-1)
      add(Int(corners.rawValue))
    case .path(let verbs, let rule):
      add(verbs.count)
      for verb in verbs { add(verb.rawValue) }
      add(rule == .evenOdd ? 1 : 0)
    }
  }

  private mutating func add(_ paint: PaintElement, of node: Node) {
    add(paint.outline.kind)
    for number in paint.transform.numbers { add(number) }
    add(paint.pen == nil ? 0 : 1)
    if let pen = paint.pen {
      add(Int(pen.cap.rawValue))
      add(Int(pen.join.rawValue))
      add(pen.miterLimit)
    }
    switch paint.brush {
    case .color: add(0)
    case .gradient(let gradient, _): add(gradient.isRadial ? 2 : 1)
    case .image(let image, let source, _, _):
      add(3)
      add(identityOf: image)
      for number in [source.x, source.y, source.width, source.height] { add(number) }
    case .frames:
      // Pictures follow the time of the file, so the signature of a node with pictures equals no other signature.
      add(4)
      add(identityOf: node)
    }
    for channel in paint.channels { add(channel) }
  }
}

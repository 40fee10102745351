import StrettoGeometry
import StrettoHitTesting
import StrettoLayers
import StrettoPresentation
import StrettoRaster

/// Open scene with the presenter, the rasterizer and the pixels for drawing the scene.
final class OpenScene {
  let scene: Scene
  let presenter = Presenter()
  let rasterizer = Rasterizer()
  /// Pixels of the scene's last frame.
  private(set) var pixels = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  var frame = (width: 0, height: 0)
  /// All layers of the document, each after the layer that contains it. The number of a layer is its index in `layers`.
  let layers: [FoundLayer]

  init(_ scene: Scene) {
    self.scene = scene
    layers = FoundLayer.all(of: scene)
  }

  /// Each portal loses its source, because a portal inside its own source would keep the portal and the source alive for ever.
  deinit {
    pixels.deallocate()
    for found in layers where found.layer.kind == .portal { found.layer.cutSource() }
  }

  /// Memory for a frame of `count` bytes.
  func buffer(_ count: Int) -> UnsafeMutableRawBufferPointer {
    if pixels.count < count {
      pixels.deallocate()
      pixels = .allocate(byteCount: count, alignment: 16)
    }
    return UnsafeMutableRawBufferPointer(rebasing: pixels[..<count])
  }

  func layer(_ number: Int32) throws(WebError) -> Layer {
    guard layers.indices.contains(Int(number)) else {
      throw WebError(.invalid, "there is no layer \(number); there are \(layers.count)")
    }
    return layers[Int(number)].layer
  }

  func number(of layer: Layer) -> Int? { layers.firstIndex { $0.layer === layer } }
}

/// Open scene of a handle. Handles are trusted, because only stretto.js has handles and never releases a handle twice.
func opened(_ handle: UnsafeMutableRawPointer) -> OpenScene {
  Unmanaged<OpenScene>.fromOpaque(handle).takeUnretainedValue()
}

/// Layer with its role in the scene.
struct FoundLayer {
  enum Role: String {
    case root, sublayer, mask, instanceMask, source, glyph, outside
  }

  let layer: Layer
  let role: Role
  /// Index of the containing layer in the list; -1 for the root and for layers outside the tree.
  let parent: Int

  static func all(of scene: Scene) -> [FoundLayer] {
    var found: [FoundLayer] = []
    var known: Set<ObjectIdentifier> = []
    let root = FoundLayer(layer: scene.root, role: .root, parent: -1)
    let outside = scene.outside.map { FoundLayer(layer: $0, role: .outside, parent: -1) }
    var walk = TreeWalk([root] + outside)
    while let next = walk.next() {
      guard known.insert(ObjectIdentifier(next.layer)).inserted else { continue }
      found.append(next)
      walk.push(next.parts(found.count - 1))
    }
    return found
  }

  /// Parts that a layer contains, including the source of a view replicator. A portal's source is a part only if no tree contains
  /// the source.
  private func parts(_ index: Int) -> [FoundLayer] {
    var parts: [FoundLayer] = []
    func add(_ layer: Layer?, _ role: Role) {
      if let layer { parts.append(FoundLayer(layer: layer, role: role, parent: index)) }
    }
    for sublayer in layer.sublayers { add(sublayer, .sublayer) }
    add(layer.mask, .mask)
    for mask in layer.instanceMasks { add(mask, .instanceMask) }
    add(layer.glyph, .glyph)
    if layer.glyph == nil, let source = layer.source,
      source.superlayer == nil || source.superlayer === layer
    {
      add(source, .source)
    }
    return parts
  }
}

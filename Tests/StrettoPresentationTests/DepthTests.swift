import StrettoGeometry
import StrettoLayers
import StrettoTestSupport
import StrettoTreeSupport
import Testing

/// Pictures of layers in a 3-D sorting context.
@Suite("Layers in a 3-D sorting context") struct DepthTests {
  private static let (red, green, blue) = (Color(1, 0, 0), Color(0, 1, 0), Color(0, 0, 1))

  private static func card(_ color: Color, _ transform: Transform3D, z: Double = 0) -> Layer {
    let layer = Layer(frame: Rect(10, 10, 40, 40), color: color)
    layer.values.transform = LayerTransform(transform)
    layer.values.zPosition = z
    return layer
  }

  private static func picture(_ layers: [Layer], in parent: Layer = Layer(.plain)) throws -> Picture
  {
    let root = Layer(frame: Rect(0, 0, 60, 60), color: .white)
    parent.values.bounds = Rect(0, 0, 60, 60)
    parent.values.position = Point(30, 30)
    for layer in layers { parent.adding(layer) }
    root.adding(parent)
    return try Picture(root, at: 0, width: 60, height: 60)
  }

  private static func color(_ picture: Picture, _ x: Int, _ y: Int) -> Color {
    let pixel = picture.pixels[y * 60 + x]
    return Color(
      Double(pixel & 255) / 255, Double(pixel >> 8 & 255) / 255, Double(pixel >> 16 & 255) / 255)
  }

  @Test("The nearer of two layers is in front, whatever the order of the tree and of zPosition")
  func nearer() throws {
    let near = Self.card(Self.red, .translation(0, 0, 20))
    let far = Self.card(Self.blue, .identity, z: 10)
    #expect(Self.color(try Self.picture([near, far]), 30, 30) == Self.red)
  }

  @Test("Layers that cross are half in front and half behind, unless a zPosition separates them")
  func crossing() throws {
    let turned = Transform3D.rotation(0.7, 0, 1, 0)
    let both = try Self.picture([Self.card(Self.red, turned), Self.card(Self.blue, .identity)])
    let sides = [Self.color(both, 20, 30), Self.color(both, 40, 30)]
    #expect(sides == [Self.red, Self.blue] || sides == [Self.blue, Self.red])
    let apart = try Self.picture([
      Self.card(Self.red, turned, z: 40), Self.card(Self.blue, .identity),
    ])
    #expect([20, 40].allSatisfy { Self.color(apart, $0, 30) == Self.red })
  }

  /// An opaque layer that is split by another layer's plane is drawn in two halves, with no visible line between the halves.
  @Test("A layer that is split shows no seam") func seam() throws {
    let post = Self.card(Self.blue, .identity)
    post.values.bounds = Rect(0, 0, 4, 4)
    let turned = Transform3D.rotation(0.3, 0.2, 1, 0.1)
    let alone = try Self.picture([Self.card(Self.red, turned)])
    let split = try Self.picture([post, Self.card(Self.red, turned)])
    for index in alone.pixels.indices where alone.pixels[index] == 0xFF00_00FF {
      let (x, y) = (index % 60, index / 60)
      if (26...34).contains(x), (26...34).contains(y) { continue }
      #expect(split.pixels[index] == 0xFF00_00FF, "at \(x), \(y)")
    }
  }

  /// A layer that is split has the same pixels as the layer drawn whole, except near the layer that splits it.
  @Test(
    "A translucent layer that is split has the pixels of the whole layer",
    arguments: [1, 0.7, 0.5, 0.2], [1.0, 2.5])
  func translucentSeam(alpha: Double, scale: Double) throws {
    let size = Int(60 * scale)
    func drawn(_ layers: Layer...) throws -> Picture {
      let root = Layer(frame: Rect(0, 0, 60, 60), color: .white)
      for layer in layers { root.adding(layer) }
      return try Picture(root, at: 0, width: size, height: size, scale: scale)
    }
    for turn in [0.3, -1.1, 0.02] {
      let polygon = {
        Self.card(Color(1, 0, 0, alpha), .rotation(turn, 0.2, 1, 0.4))
      }
      let post = Self.card(Self.blue, .identity)
      post.values.bounds = Rect(0, 0, 4, 4)
      let (whole, cut) = (try drawn(polygon()), try drawn(post, polygon()))
      #expect(whole != cut)
      for index in whole.pixels.indices {
        let (x, y) = (Double(index % size) / scale, Double(index / size) / scale)
        if (27...33).contains(x), (27...33).contains(y) { continue }
        let (a, b) = (whole[index % size, index / size], cut[index % size, index / size])
        let difference = zip(a, b).map { abs($0 - $1) }.max() ?? 0
        #expect(difference <= 2, "\(a) and \(b) at \(x), \(y)")
      }
    }
  }

  /// Three layers in space cross in one point and split each other into twelve polygons. Each pixel of the picture must be near
  /// the mean of the 8 by 8 pixels of a picture at scale 8.
  @Test("Layers that cross meet in antialiased edges", arguments: [1, 0.6, 0.3])
  func crossingEdges(alpha: Double) throws {
    func drawn(_ scale: Int) throws -> Picture {
      let root = Layer(frame: Rect(0, 0, 60, 60), color: .white)
      let space = Layer(.transform, frame: Rect(0, 0, 60, 60))
      space.values.transform = LayerTransform(
        .rotation(0.5, 1, 0, 0) * .rotation(0.6, 0.1, 1, 0))
      let turns: [Transform3D] = [
        .identity, .rotation(.pi / 2, 1, 0, 0), .rotation(.pi / 2, 0, 1, 0),
      ]
      for (color, turn) in zip([Self.red, Self.green, Self.blue], turns) {
        space.adding(Self.card(color.withAlpha(alpha), turn))
      }
      root.adding(space)
      return try Picture(
        root, at: 0, width: 60 * scale, height: 60 * scale, scale: Double(scale))
    }
    let (small, large) = (try drawn(1), try drawn(8))
    var (worst, sum) = (0.0, 0.0)
    for y in 0..<60 {
      for x in 0..<60 {
        var means = [0.0, 0, 0]
        for row in 0..<8 {
          for column in 0..<8 {
            let pixel = large[8 * x + column, 8 * y + row]
            for channel in 0..<3 { means[channel] += Double(pixel[channel]) / 64 }
          }
        }
        let own = small[x, y]
        for channel in 0..<3 {
          let difference = (means[channel] - Double(own[channel])).magnitude
          (worst, sum) = (max(worst, difference), sum + difference)
        }
      }
    }
    // Pixels in which three edges meet cannot be exact in any painting order, so the worst difference is larger.
    #expect(worst < 24 && sum / 10_800 < 0.2, "\(worst), \(sum / 10_800)")
  }

  @Test("A plain layer flattens its sublayers, a transform layer does not") func flattening() throws
  {
    // Two layers that lie back to back, seen from behind.
    func faces() -> [Layer] {
      [Self.card(Self.red, .translation(0, 0, 5)), Self.card(Self.blue, .translation(0, 0, -5))]
    }
    for (kind, seen) in [(LayerKind.plain, Self.red), (.transform, Self.blue)] {
      let holder = Layer(kind)
      holder.values.transform = LayerTransform(.rotation(Double.pi, 0, 1, 0))
      #expect(Self.color(try Self.picture(faces(), in: holder), 30, 30) == seen, "\(kind)")
    }
  }

  @Test("A transform layer paints nothing itself, and applies its opacity to each sublayer")
  func opacity() throws {
    func over(_ kind: LayerKind) throws -> Color {
      let holder = Layer(kind)
      holder.values.backgroundColor = Self.green
      holder.values.masksToBounds = true
      holder.values.opacity = 0.5
      return Self.color(
        try Self.picture(
          [Self.card(Self.red, .identity), Self.card(Self.blue, .identity)], in: holder), 30, 30)
    }
    let plain = try over(.plain)
    #expect((plain.red - 0.5).magnitude < 0.01 && plain.blue > 0.99)
    let each = try over(.transform)
    // A white backdrop becomes half red, (1, 0.5, 0.5), and then half blue, (0.5, 0.25, 0.75).
    #expect((each.red - 0.5).magnitude < 0.01 && (each.green - 0.25).magnitude < 0.01)
    #expect((each.blue - 0.75).magnitude < 0.01)
    #expect(Self.color(try Self.picture([], in: Layer(.transform)), 5, 5) == .white)
  }

  @Test("Copies that preserve depth are sorted, and others keep their order") func copies() throws {
    for (keeps, seen) in [(true, 1.0), (false, 0.2)] {
      let row = Layer(.replicator)
      row.values.bounds = Rect(0, 0, 60, 60)
      row.values.position = Point(30, 30)
      row.values.replicator.instanceCount = 3
      row.values.replicator.preservesDepth = keeps
      row.values.replicator.redOffset = -0.4
      row.values.replicator.instanceTransform = LayerTransform(.translation(0, 0, -10))
      row.adding(Self.card(Self.red, .identity))
      let space = Layer(.transform)
      let color = Self.color(try Self.picture([row], in: space), 30, 30)
      #expect((color.red - seen).magnitude < 0.01, "preservesDepth \(keeps): \(color)")
    }
  }

  @Test("A layer seen edge-on or behind the eye is not drawn") func unseen() throws {
    let stage = Layer(.plain)
    stage.values.sublayerTransform = LayerTransform(.perspective(100))
    let picture = try Self.picture(
      [
        Self.card(Self.red, .rotation(Double.pi / 2, 0, 1, 0) * .scale(0, 1)),
        Self.card(Self.blue, .translation(0, 0, 150)),
      ], in: stage)
    #expect(picture.pixels.allSatisfy { $0 == 0xFFFF_FFFF })
  }
}

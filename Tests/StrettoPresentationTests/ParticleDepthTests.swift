import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoTestSupport
import StrettoTreeSupport
import StrettoTiming
import Testing

@testable import StrettoPresentation

private let white = Image(width: 1, height: 1) { _, _ in 0xFFFF_FFFF }

/// Emitters with `preservesDepth`, whose particles are sorted by depth with the layers around the emitter.
@Suite("Particles in depth")
struct ParticleDepthTests {
  /// A cell that emits one particle a second, towards the eye if `sign` is 1 and away from the eye if `sign` is -1.
  private static func cell(_ color: Color, towards sign: Double, size: Double) -> EmitterCell {
    let cell = EmitterCell()
    cell.values.contents = .image(white)
    (cell.values.birthRate, cell.values.lifetime) = (1, 1.5)
    (cell.values.velocity, cell.values.emissionLatitude) = (20, sign * .pi / 2)
    (cell.values.color, cell.values.scale) = (color, size)
    return cell
  }

  private static func emitter(keepsDepth: Bool = true, _ cells: EmitterCell...) -> Layer {
    Layer(.emitter, frame: Rect(0, 0, 60, 60)) {
      $0.emitter.cells = cells
      ($0.emitter.emitterPosition, $0.emitter.preservesDepth) = (Point(30, 30), keepsDepth)
    }
  }

  private static func picture(
    _ layers: Layer..., step: Transform3D = .identity, at time: Double = 2
  ) throws -> Picture {
    let root = Layer(frame: Rect(0, 0, 60, 60), color: .black)
    root.values.sublayerTransform = LayerTransform(step)
    for layer in layers { root.adding(layer) }
    return try Picture(root, at: time, width: 60, height: 60)
  }

  @Test(
    "are in front of and behind another layer if depth is preserved, and otherwise in the emitter's plane"
  )
  func amongSiblings() throws {
    func seen(_ keepsDepth: Bool) throws -> [[Int]] {
      let picture = try Self.picture(
        Self.emitter(
          keepsDepth: keepsDepth, Self.cell(Color(1, 0, 0), towards: 1, size: 10),
          Self.cell(Color(0, 0, 1), towards: -1, size: 50)),
        Layer(frame: Rect(15, 15, 30, 30), color: Color(0, 1, 0)))
      return [(30, 30), (18, 30), (8, 30), (2, 30)].map { picture[$0.0, $0.1] }
    }
    let (red, green, blue, black) = (
      [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [0, 0, 0, 255]
    )
    #expect(try seen(true) == [red, green, blue, black])
    #expect(try seen(false) == [green, green, blue, black])
  }

  private static func image(_ color: Color) -> Image {
    let parts = [color.red, color.green, color.blue, 1].map { UInt32(($0 * 255).rounded()) }
    return Image(width: 1, height: 1) { _, _ in
      parts[0] | parts[1] << 8 | parts[2] << 16 | parts[3] << 24
    }
  }

  @Test("are seen in the perspective of the superlayer")
  func perspective() throws {
    let perspective = Transform3D.perspective(60)
    let near = try Self.picture(
      Self.emitter(Self.cell(.white, towards: 1, size: 12)), step: perspective)
    // At z = 20, seen from an eye at z = 60, a particle of 12 points appears 18 points wide, centred in the superlayer.
    #expect((0..<60).filter { near[$0, 30][0] > 127 } == Array(21..<39))
  }

  /// Particles have the same pixels as layers at equal positions in a transform layer, which is sorted by other code.
  @Test("look like layers at their positions", arguments: [0.0, 0.7, 1.9])
  func asLayers(turn: Double) throws {
    let cell = EmitterCell()
    cell.values.contents = .image(white)
    (cell.values.birthRate, cell.values.lifetime, cell.values.velocity) = (20, 2, 12)
    (cell.values.emissionRange, cell.values.spin) = (2 * .pi, 2)
    (cell.values.scale, cell.values.scaleRange) = (8, 6)
    (cell.values.redRange, cell.values.blueRange) = (1, 1)
    let emitter = Self.emitter(cell)
    emitter.values.emitter.emitterShape = .cuboid
    (emitter.values.emitter.emitterSize, emitter.values.emitter.emitterDepth) = (Size(30, 30), 30)
    let turned = LayerTransform(.rotation(turn, 0.3, 1, 0.2))
    emitter.values.transform = turned
    let wall = { Layer(frame: Rect(10, 30, 40, 20), color: Color(0, 1, 0, 0.6)) }

    var system = ParticleSystem(
      emitter, copy: [], emitter: emitter.values.emitter, now: LocalTime(time: 2, undelayed: 2),
      limit: 1000)
    var rates = EmitterHistories()
    var cancellation = Cancellation.never
    try system.run(&rates, &cancellation)
    #expect(system.particles.count == 40 && Set(system.particles.map { $0.z }).count == 40)
    let space = Layer(.transform, frame: Rect(0, 0, 60, 60)) { $0.transform = turned }
    for particle in system.particles {
      space.adding(
        Layer(frame: Rect(particle.position.x - 0.5, particle.position.y - 0.5, 1, 1)) {
          let color = particle.color
          ($0.contents, $0.zPosition) = (.image(Self.image(color)), particle.z)
          $0.transform = LayerTransform(
            .scale(particle.scale, particle.scale) * .rotation(particle.rotation, 0, 0, 1))
        })
    }
    let step = Transform3D.perspective(150)
    let (own, layers) = (
      try Self.picture(emitter, wall(), step: step), try Self.picture(space, wall(), step: step)
    )
    // A pixel in which the edges of several layers meet depends on which of the layers was split, so a few pixels may differ.
    let others = own.pixels.indices.filter { i in
      zip(own[i % 60, i / 60], layers[i % 60, i / 60]).contains { abs($0 - $1) > 3 }
    }
    #expect(others.count <= 10 && own.difference(from: layers).largest <= 16)
  }

  @Test("fade one by one with the emitter, which paints its own plane as usual")
  func ownPlane() throws {
    let emitter = Self.emitter(
      Self.cell(Color(1, 1, 1), towards: 1, size: 20), Self.cell(.white, towards: -1, size: 40))
    (emitter.values.backgroundColor, emitter.values.opacity) = (Color(1, 0, 0), 0.5)
    let picture = try Self.picture(emitter, at: 1.75)
    // From back to front the pixel is half covered by white, then by the red background, then by white.
    func expect(_ x: Int, _ color: [Double]) {
      for (shown, wanted) in zip(picture[x, 30], color) {
        #expect(abs(Double(shown) - 255 * wanted) <= 2, "at \(x): \(picture[x, 30])")
      }
    }
    expect(30, [0.875, 0.625, 0.625])
    expect(14, [0.75, 0.25, 0.25])
    expect(5, [0.5, 0, 0])
  }

  @Test("fly in a cone with uniform directions, also from nested cells")
  func cone() throws {
    let random = ParticleRandom(seed: 7)
    var (cell, emitter) = (CellValues(), EmitterValues())
    (cell.velocity, cell.emissionRange, cell.emissionLongitude) = (1, 1.2, 0.8)
    (cell.emissionLatitude, emitter.preservesDepth) = (0.5, true)
    let axis = (cos(0.5) * cos(0.8), cos(0.5) * sin(0.8), sin(0.5))
    var cosines: [Double] = []
    for number in 0..<4000 {
      let v = cell.flight(
        from: Departure(position: Vector3(0, 0, 0)), emitter, random.particle(number, ofCell: 0)
      ).velocity
      #expect((v.x * v.x + v.y * v.y + v.z * v.z - 1).magnitude < 1e-12)
      cosines.append(v.x * axis.0 + v.y * axis.1 + v.z * axis.2)
    }
    #expect(cosines.allSatisfy { $0 >= cos(0.6) - 1e-12 })
    // Directions are uniform over the spherical cap of the cone, so their cosines are uniform between cos 0.6 and 1.
    let (mean, middle) = (cosines.reduce(0, +) / 4000, (1 + cos(0.6)) / 2)
    #expect((mean - middle).magnitude < 0.005)
    let straight = cell.flight(
      from: Departure(position: Vector3(0, 0, 0), longitude: 0, latitude: .pi / 2 - 0.5), emitter,
      random.particle(1, ofCell: 0))
    let v = straight.velocity
    let elevation = atan2(v.z, (v.x * v.x + v.y * v.y).squareRoot())
    #expect(elevation > .pi / 2 - 0.6 - 1e-9)
  }

  @Test("by the thousands in a rotated space do not exceed a limit")
  func thousands() throws {
    let cell = Self.cell(.white, towards: 1, size: 1)
    (cell.values.birthRate, cell.values.emissionRange) = (3000, 6)
    let emitter = Self.emitter(cell)
    emitter.values.emitter.emitterShape = .cuboid
    (emitter.values.emitter.emitterSize, emitter.values.emitter.emitterDepth) = (Size(60, 60), 60)
    emitter.values.transform = LayerTransform(.rotation(1, 0.3, 1, 0.2))
    let picture = try Self.picture(emitter, step: .perspective(500))
    #expect(picture.pixels.filter { $0 & 255 > 20 }.count > 500)
  }

  @Test("A grid finds all overlapping rectangles in order", arguments: 1...8)
  func grid(seed: UInt64) {
    var random = Pseudorandom(seed: seed)
    let all = (0..<300).map { index in
      let size = index % 40 == 0 ? 300.0 : 20
      return Rect(
        Double.random(in: -100...300, using: &random), Double.random(in: 0...9, using: &random),
        Double.random(in: 0...size, using: &random), Double.random(in: 0...size, using: &random))
    }
    var grid = BoundsGrid(all)
    for (index, rect) in all.enumerated() {
      let found = grid.touching(rect)
      #expect(found == found.sorted() && Set(found).count == found.count)
      let truth = (0..<index).filter {
        all[$0].minX < rect.maxX && rect.minX < all[$0].maxX && all[$0].minY < rect.maxY
          && rect.minY < all[$0].maxY
      }
      #expect(Set(truth).isSubset(of: found))
      grid.append(rect)
    }
  }
}

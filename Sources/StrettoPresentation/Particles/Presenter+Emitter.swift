import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers

extension Presenter {
  /// Draws all living particles of an emitter, each as a copy of its cell's image.
  func drawParticles(_ presented: PresentedLayer) throws(PresentationError) {
    let (particles, recipes) = try particles(presented)
    var images = ParticleImages(
      recipes, hitID(presented, ofParticles: true), isFlipped: presented.isFlipped)
    draw(particles[...], presented.plane, presented.values.emitter.renderMode, &images)
  }

  /// The particles of an emitter that preserves depth, as subpictures in the emitter layer's space, farthest first. Image
  /// particles of equal depth share a subpicture, and each particle of the type `plane` has a subpicture of its own. The opacity
  /// of the emitter applies to each particle separately.
  func particleSubpictures(_ presented: PresentedLayer) throws(PresentationError) -> [(
    geometry: Transform3D, body: Int
  )] {
    var (particles, recipes) = try particles(presented)
    for index in particles.indices { particles[index].color.alpha *= min(presented.opacity, 1) }
    particles.sort { $0.z < $1.z }
    let hitID = hitID(presented, plane: .identity, ofParticles: true)
    var images = ParticleImages(recipes, hitID, isFlipped: presented.isFlipped)
    var subpictures: [(geometry: Transform3D, body: Int)] = []
    var rest = particles[...]
    while let first = rest.first {
      var (level, geometry) = (rest.prefix(1), Transform3D.translation(0, 0, first.z))
      if first.leavesPlane {
        geometry = first.geometry
        level[level.startIndex].lieFlat()
      } else {
        level = rest.prefix { $0.z == first.z && !$0.leavesPlane }
      }
      rest = rest.dropFirst(level.count)
      let start = list.items.count
      draw(level, .identity, presented.values.emitter.renderMode, &images)
      if list.items.count > start {
        subpictures.append((geometry, list.endSubpicture(from: start)))
      }
    }
    return subpictures
  }

  /// All living particles of an emitter in drawing order, and the values of their cells.
  private func particles(
    _ presented: PresentedLayer
  ) throws(PresentationError) -> ([Particle], [CellValues]) {
    let emitter = presented.values.emitter
    var system = ParticleSystem(
      presented.layer, copy: frame.copy(presented.context), emitter: emitter, now: presented.time,
      limit: remainingInstances)
    if let plan { try system.run(&plan.histories, &cancellation) }
    var particles = system.particles
    try countLayerInstances(remainingInstances - system.remaining)
    particles.sort(for: emitter.renderMode)
    return (particles, system.recipes)
  }

  /// Draws particles in the order in which the caller passes them. Consecutive particles of one cell are drawn as copies of one
  /// image.
  private func draw(
    _ particles: ArraySlice<Particle>, _ plane: PlaneTransform, _ mode: EmitterRenderMode,
    _ images: inout ParticleImages
  ) {
    let blend: BlendMode = mode == .additive ? .additive : .sourceOver
    var rest = particles
    while let recipe = rest.first?.recipe {
      let row = rest.prefix { $0.recipe == recipe }
      rest = rest.dropFirst(row.count)
      let first = list.copies.count
      for particle in row where particle.scale > 0 && particle.color.alpha > 0 {
        list.copies.append(
          Copy(transform: particle.transform * plane, color: particle.color, blend: blend))
      }
      let count = list.copies.count - first
      guard count > 0 else { continue }
      if let subpicture = images.subpicture(of: recipe, in: &list) {
        list.items.append(.copies(first: first, count: count, subpicture: subpicture))
      } else {
        list.copies.removeLast(count)
      }
    }
  }
}

extension [Particle] {
  /// Sorts particles into drawing order. Swift's sort is stable, so particles that compare as equal keep the order of their
  /// cells.
  mutating func sort(for mode: EmitterRenderMode) {
    switch mode {
    case .unordered, .additive: break
    case .oldestFirst: sort { $0.birthTime < $1.birthTime }
    case .oldestLast: sort { $0.birthTime > $1.birthTime }
    case .backToFront: sort { $0.z < $1.z }
    }
  }
}

/// The subpictures of the images that the particles of all cells show.
private struct ParticleImages {
  let recipes: [CellValues]
  let hitID: Int32
  /// True if images are mirrored vertically, so that they appear upright in a flipped geometry.
  let isFlipped: Bool
  /// For each cell, the index of the subpicture of its image; -1 for a cell without an image, nil until the subpicture is
  /// requested.
  private var known: [Int?]

  init(_ recipes: [CellValues], _ hitID: Int32, isFlipped: Bool) {
    (self.recipes, self.hitID, self.isFlipped) = (recipes, hitID, isFlipped)
    known = Array(repeating: nil, count: recipes.count)
  }

  /// The subpicture of a cell's image, centred at the origin; nil if the cell shows no image.
  mutating func subpicture(of recipe: Int, in list: inout DisplayList) -> Int? {
    let subpicture = known[recipe] ?? list.subpicture(of: recipes[recipe], hitID, isFlipped) ?? -1
    known[recipe] = subpicture
    return subpicture < 0 ? nil : subpicture
  }
}

extension DisplayList {
  fileprivate mutating func subpicture(of cell: CellValues, _ hitID: Int32, _ isFlipped: Bool)
    -> Int?
  {
    guard case .image(let image) = cell.contents else { return nil }
    let source = image.part(cell.contentsRect)
    let size = source.naturalSize(cell.contentsScale)
    guard size.width > 0, size.height > 0 else { return nil }
    images.append(image)
    let rect = Rect(-size.width / 2, -size.height / 2, size.width, size.height)
    let paint = ImagePaint(
      image: images.count - 1, source: source, destination: rect,
      filter: cell.magnificationFilter.drawn, minification: cell.minificationFilter.drawn,
      bias: cell.minificationFilterBias)
    let start = items.count
    draw(.rect(rect), add(paint), isFlipped ? .scale(1, -1) : .identity, hitID)
    return endSubpicture(from: start)
  }
}

extension Particle {
  /// Transform from the particle's coordinates, in which the particle's image is centred at the origin, to the emitter layer's
  /// plane.
  package var transform: PlaneTransform {
    let (x, y) = axes
    return PlaneTransform(a: x.x, b: x.y, c: y.x, d: y.y, tx: position.x, ty: position.y)
  }

  /// The axes of the particle's image in the emitter layer's space. The length of each axis of the particle's image is the
  /// particle's scale.
  private var axes: (x: Vector, y: Vector) {
    if let orientation { return (orientation.x * scale, orientation.y * scale) }
    let (s, c) = (sin(rotation) * scale, cos(rotation) * scale)
    return (Vector(c, s, 0), Vector(-s, c, 0))
  }

  package var leavesPlane: Bool {
    orientation.map { $0.x.z != 0 || $0.y.z != 0 } ?? false
  }

  /// Transform from the particle's coordinates to the emitter layer's 3-D space.
  fileprivate var geometry: Transform3D {
    let ((x, y), normal) = (axes, orientation?.normal ?? Vector(0, 0, 1))
    var geometry = Transform3D.translation(position.x, position.y, z)
    (geometry.m11, geometry.m12, geometry.m13) = (x.x, x.y, x.z)
    (geometry.m21, geometry.m22, geometry.m23) = (y.x, y.y, y.z)
    (geometry.m31, geometry.m32, geometry.m33) = (normal.x, normal.y, normal.z)
    return geometry
  }

  /// Resets the particle's position, scale and orientation, because the caller applies position, scale and orientation as a
  /// transform.
  fileprivate mutating func lieFlat() {
    (position, scale, rotation, orientation) = (.zero, 1, 0, nil)
  }
}

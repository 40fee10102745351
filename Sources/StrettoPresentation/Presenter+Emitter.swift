import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers

extension Presenter {
  /// All particles that are alive, each a copy of its cell's image.
  @inline(never)
  func drawParticles(_ presented: PresentedLayer, _ fading: Double?) throws(PresentationError) {
    guard let fading else { return try drawParticles(presented) }
    let group = list.beginGroup()
    try drawParticles(presented)
    list.endGroup(group, opacity: fading, contentEnd: list.items.count)
  }

  private func drawParticles(_ presented: PresentedLayer) throws(PresentationError) {
    let emitter = presented.values.emitter
    var system = ParticleSystem(
      presented.layer, copy: copy, emitter: emitter, now: presented.time,
      limit: remainingAppearances)
    if let plan { try system.run(&plan.birthRates, &cancellation) }
    var particles = system.particles
    try countAppearances(remainingAppearances - system.remaining)
    sort(&particles, emitter.renderMode)
    let blend: BlendMode = emitter.renderMode == .additive ? .additive : .sourceOver
    var start = 0
    while start < particles.count {
      let recipe = particles[start].recipe
      let end = particles[start...].firstIndex { $0.recipe != recipe } ?? particles.count
      draw(particles[start..<end], of: system.recipes[recipe], blend, presented)
      start = end
    }
  }

  /// Puts particles into the order of drawing. Swift's sort is stable: ties stay in the order of cells.
  private func sort(_ particles: inout [Particle], _ mode: EmitterRenderMode) {
    switch mode {
    case .unordered, .additive: break
    case .oldestFirst: particles.sort { $0.birthTime < $1.birthTime }
    case .oldestLast: particles.sort { $0.birthTime > $1.birthTime }
    case .backToFront: particles.sort { $0.z < $1.z }
    }
  }

  /// Particles of one cell: one image, and a copy of it for each.
  private func draw(
    _ particles: ArraySlice<Particle>, of cell: CellValues, _ blend: BlendMode,
    _ presented: PresentedLayer
  ) {
    guard case .image(let image) = cell.contents else { return }
    let part = cell.contentsRect
    let source = Rect(
      part.x * Double(image.width), part.y * Double(image.height),
      part.width * Double(image.width), part.height * Double(image.height))
    let width = source.width.magnitude / cell.contentsScale
    let height = source.height.magnitude / cell.contentsScale
    guard width > 0, height > 0 else { return }
    let first = list.copies.count
    for particle in particles where particle.scale > 0 && particle.color.alpha > 0 {
      list.copies.append(
        Copy(
          transform: particle.transform * presented.plane, color: particle.color, blend: blend))
    }
    guard list.copies.count > first else { return }
    let (body, count) = (list.items.count, list.copies.count - first)
    list.images.append(image)
    let place = Rect(-width / 2, -height / 2, width, height)
    let paint = ImagePaint(
      image: list.images.count - 1, source: source, destination: place,
      filter: cell.magnificationFilter.drawn, minification: cell.minificationFilter.drawn,
      bias: cell.minificationFilterBias)
    list.items.append(
      .draw(
        Draw(
          shape: .rect(place), paint: .image(paint), transform: .identity,
          painter: painter(presented, ofParticles: true))))
    let index = list.endBody(from: body)
    list.items.append(.copies(first: first, count: count, body: index))
  }
}

extension Particle {
  /// From the particle's own space, with its image about the origin, to the emitter layer.
  fileprivate var transform: PlaneTransform {
    let (s, c) = (sin(rotation) * scale, cos(rotation) * scale)
    return PlaneTransform(a: c, b: s, c: -s, d: c, tx: position.x, ty: position.y)
  }
}

import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation

/// Identifies an emitter with its local times in a file. Copies of an emitter with equal local times share their particles.
struct EmitterTimes: Hashable {
  let layer: ObjectIdentifier
  let copy: [Int]
  let locals: [Int64]
}

extension TreeReader {
  private static let mostSamples = 4096
  /// The number of samples per second of a particle. The error of a position between two samples, in points, is an eighth of the
  /// acceleration in points per second squared, times 1/900.
  private static let samplesASecond = 30.0
  /// The greatest number of samples of all particles of an emitter.
  private static let mostParticleSamples = 1 << 19

  /// The particles of an emitter, each as an element that is transparent before its birth and after its end.
  func particles(of seen: InstanceSampler, _ inside: Surroundings) throws(VectorError) -> [Node
    .Element]
  {
    guard let first = clock(of: seen).samples.compactMap({ seen.state(at: $0)?.presented }).first
    else { return [] }
    let values = first.values.emitter
    if values.preservesDepth { throw unsupported("preservesDepth", seen.layer) }
    if values.renderMode == .additive {
      guard abilities.hasFilters else { throw unsupported("renderMode additive", seen.layer) }
      if inside.isIsolated {
        throw unsupported(
          "renderMode additive, in a layer that moves or clips,", seen.layer, needsBackdrop: true)
      }
    }
    let found = try runs(of: seen)
    if found.changesOrder {
      throw unsupported("particles that pass each other in depth", seen.layer)
    }
    var elements: [Node.Element] = []
    for index in found.order {
      let run = found.runs[index]
      guard run.recipe < found.pictures.count, let picture = found.pictures[run.recipe] else {
        continue
      }
      try count(elements: 1)
      let reader = RunReader(self, run, picture, seen, inside, isTurnedOver: first.isFlipped)
      guard let node = try reader.node() else { continue }
      if values.renderMode == .additive { node.blend = .additive }
      elements.append(.node(node))
    }
    return elements
  }

  private func runs(of seen: InstanceSampler) throws(VectorError) -> ParticleRuns {
    let clock = clock(of: seen)
    let count = Int(
      clampingUp: (time.duration * TreeReader.samplesASecond).clamped(
        to: 2...Double(TreeReader.mostSamples)))
    var times = (0..<count).map { time.start + time.duration * Double($0) / Double(count) }
    times.append(time.end - clock.nudge)
    for each in clock.breaks where each > time.start && each < time.end {
      times += [each - clock.nudge, each + clock.nudge]
    }
    times.sort()
    let states = times.map { seen.state(at: $0)?.presented }
    let locals = states.flatMap { state -> [Int64] in
      guard let state, state.isVisible else { return [.min] }
      return [state.time.time, state.time.undelayed].map {
        Int64(clamping: Int(($0 * 1e7).clamped(to: -1e17...1e17)))
      }
    }
    let key = EmitterTimes(
      layer: ObjectIdentifier(seen.layer), copy: seen.layer.hasInstanceOverrides ? seen.copy : [],
      locals: locals)
    if let known = emitters[key] { return known }
    var runs = ParticleRuns()
    let reader = ParticleReader()
    var sampleCount = 0
    for (time, state) in zip(times, states) {
      guard let state, state.isVisible else {
        runs.add([], [], at: time - self.time.start, local: nil)
        continue
      }
      let found: ([Particle], [ParticleReader.Picture?])
      do throws(PresentationError) {
        found = try reader.particles(of: state, copy: seen.copy, &cancellation)
      } catch {
        throw VectorError(error)
      }
      try step(8 * found.0.count)
      runs.add(found.0, found.1, at: time - self.time.start, local: state.time.time)
      sampleCount += found.0.count
      if runs.runs.count > VectorError.particleLimit || sampleCount > TreeReader.mostParticleSamples
      {
        throw VectorError.tooManyParticles
      }
    }
    runs.finish(at: time.duration)
    emitters[key] = runs
    return runs
  }
}

/// Makes the node of one particle.
private struct RunReader {
  let reader: TreeReader
  let run: ParticleRun
  let picture: ParticleReader.Picture
  let seen: InstanceSampler
  let inside: TreeReader.Surroundings
  /// Whether pictures are mirrored vertically, so that they are upright in an emitter with flipped geometry.
  let isTurnedOver: Bool
  private let solid: Color?

  init(
    _ reader: TreeReader, _ run: ParticleRun, _ picture: ParticleReader.Picture,
    _ seen: InstanceSampler,
    _ inside: TreeReader.Surroundings, isTurnedOver: Bool
  ) {
    (self.reader, self.run, self.picture) = (reader, run, picture)
    (self.seen, self.inside, self.isTurnedOver) = (seen, inside, isTurnedOver)
    solid = reader.onlyColor(of: picture)
  }

  func node() throws(VectorError) -> Node? {
    let node = Node("")
    node.opacity = try channel(.particleAlpha, [0.006], isHidden: true) { [$0.color.alpha] }
    if node.opacity.constant == [0] || run.end <= run.begin { return nil }
    let size = picture.size
    let area = [-size.width / 2, -size.height / 2, size.width, size.height, 0]
    let outline = try place(node, area)
    var element = PaintElement(outline: outline, brush: .color(.constant([0, 0, 0, 1])))
    if let solid {
      element.brush = .color(try color(over: solid))
    } else {
      if isTurnedOver { element.transform = .scale(1, -1) }
      element.brush = .image(
        try image(node), source: picture.source, nearest: picture.isNearest, opacity: .constant([1])
      )
    }
    node.content = [.paint(element)]
    return node
  }

  // MARK: Transforms

  /// Reads the particle's transform into its node.
  ///
  /// - Returns: The outline of the particle in the node.
  private func place(_ node: Node, _ area: [Double]) throws(VectorError) -> Outline {
    let constant = Outline(kind: .rect(.all), numbers: .constant(area))
    let reach = max(4, picture.size.width, picture.size.height)
    let origin = inside.origin
    let tolerance = reader.options.tolerance
    if run.samples.allSatisfy({ $0.particle.onlyTurns }) {
      var angle = 0.0
      node.translation = try channel(.particleTranslation, [tolerance, tolerance]) {
        [$0.position.x - origin.x, $0.position.y - origin.y]
      }
      node.scale = try channel(.particleScale, [tolerance / reach, tolerance / reach]) {
        [$0.scale, $0.scale]
      }
      node.rotation = try channel(.particleRotation, [tolerance / reach * 2 * 180 / .pi]) {
        angle = $0.angle(near: angle)
        return [angle]
      }
      return constant
    }
    if reader.abilities.hasSkew {
      let slack = [
        tolerance / reach, tolerance / reach, tolerance / reach, tolerance / reach, tolerance,
        tolerance,
      ]
      node.matrix = try channel(.particleMatrix, slack) {
        var matrix = $0.transform
        (matrix.tx, matrix.ty) = (matrix.tx - origin.x, matrix.ty - origin.y)
        return matrix.numbers
      }
      return constant
    }
    guard solid != nil else {
      throw reader.unsupported("particles that tumble in space", seen.layer)
    }
    let corners = Path.rect(Rect(area[0], area[1], area[2], area[3]))
    let (kind, _) = Outline.numbers(of: corners, .nonZero)
    let numbers = try channel(.particleOutline, Array(repeating: tolerance, count: 10)) {
      particle in
      let plane = particle.transform
      return Outline.numbers(
        of: corners.map { plane.apply($0) - origin }, .nonZero
      ).1
    }
    return Outline(kind: kind, numbers: numbers)
  }

  // MARK: Colour

  private func tint(_ time: Double) -> Color { inside.tint?(reader.time.start + time) ?? .white }

  private func color(over solid: Color) throws(VectorError) -> Channel {
    try colors { $0.multiplied(by: solid) }.map { $0 + [1] }
  }

  /// The red, green and blue of the particle, multiplied by the colour of copies.
  private func colors(_ change: @escaping (Color) -> Color) throws(VectorError) -> Channel {
    var index = 0
    let times = run.samples.map { $0.time }
    return try channel(inside.tint == nil ? .particleColor : nil, [0.003, 0.003, 0.003]) {
      let color = change($0.color.clamped).multiplied(by: tint(times[min(index, times.count - 1)]))
      index += 1
      return [color.red, color.green, color.blue]
    }
  }

  /// The particle's image, multiplied by the particle's colour.
  private func image(_ node: Node) throws(VectorError) -> Image {
    let color = try colors { $0 }
    if let constant = color.constant, constant.allSatisfy({ $0 > 0.998 }) { return picture.image }
    if reader.abilities.hasFilters {
      node.filters = [
        VectorFilter(
          kind: .matrix,
          numbers: color.map {
            [$0[0], 0, 0, 0, 0, 0, $0[1], 0, 0, 0, 0, 0, $0[2], 0, 0, 0, 0, 0, 1, 0]
          })
      ]
      return picture.image
    }
    guard let constant = color.constant else {
      throw reader.unsupported("particles of images that change their colour", seen.layer)
    }
    return try reader.image(picture.image, colored: constant)
  }

  // MARK: Channels

  /// Numbers of the particle over the file's duration. While the particle is invisible, the numbers are interpolated from their
  /// last value to their first value.
  ///
  /// - Parameters:
  ///   - kind: The kind of the numbers; nil for numbers that other instances of the particle do not share.
  ///   - isHidden: Whether the numbers are 0 while the particle is invisible.
  private func channel(
    _ kind: ParticleNumbers?, _ tolerance: [Double], isHidden: Bool = false,
    _ pick: (Particle) -> [Double]
  ) throws(VectorError) -> Channel {
    let key = kind.map { RunKey(run: ObjectIdentifier(run), kind: $0, origin: inside.origin) }
    if let key, let known = reader.runChannels[key] { return known }
    let values = run.values(pick).thinned(tolerance)
    let channel = try self.channel(values, tolerance, isHidden)
    if let key { reader.runChannels[key] = channel }
    return channel
  }

  private func channel(_ values: [TimedValue], _ tolerance: [Double], _ isHidden: Bool)
    throws(VectorError)
    -> Channel
  {
    guard let first = values.first, let last = values.last else { return .constant([0]) }
    let length = reader.time.duration
    let isWhole = first.time <= 1e-9 && last.time >= length - 1e-9
    let isStatic = values.allSatisfy { now in
      zip(now.value, first.value).enumerated().allSatisfy {
        ($1.0 - $1.1).magnitude <= tolerance[$0]
      }
    }
    if isStatic, isWhole || !isHidden { return .constant(first.value) }
    let gone = first.value.map { _ in 0.0 }
    let between = isHidden ? gone : zip(first.value, last.value).map { ($0 + $1) / 2 }
    var segments: [Segment] = []
    if first.time > 1e-9 {
      segments.append(
        Segment(start: 0, end: first.time, from: between, to: isHidden ? gone : first.value))
    }
    for (a, b) in zip(values, values.dropFirst()) where b.time > a.time {
      segments.append(Segment(start: a.time, end: b.time, from: a.value, to: b.value))
    }
    if last.time < length - 1e-9 {
      segments.append(
        Segment(start: last.time, end: length, from: isHidden ? gone : last.value, to: between))
    }
    guard !segments.isEmpty else { return .constant(first.value) }
    try reader.count(keyframes: segments.count)
    return .moving(Track(period: length, segments: segments, tolerance: tolerance), origin: 0)
  }
}

enum ParticleNumbers {
  case particleAlpha, particleTranslation, particleScale, particleRotation, particleMatrix,
    particleOutline
  case particleColor
}

/// Identifies numbers of a particle that all instances of the particle share.
struct RunKey: Hashable {
  let run: ObjectIdentifier
  let kind: ParticleNumbers
  private let origin: [Double]

  init(run: ObjectIdentifier, kind: ParticleNumbers, origin: Point) {
    (self.run, self.kind, self.origin) = (run, kind, [origin.x, origin.y])
  }
}

extension Particle {
  /// Whether the particle's picture lies in the plane and is scaled uniformly.
  fileprivate var onlyTurns: Bool {
    let m = transform
    return !leavesPlane && (m.a - m.d).magnitude < 1e-6 && (m.b + m.c).magnitude < 1e-6
  }

  /// The rotation of the particle's picture in degrees, plus the whole turns that bring the rotation nearest to `other`.
  fileprivate func angle(near other: Double) -> Double {
    let own = rotation * 180 / .pi
    let seen = atan2(transform.b, transform.a) * 180 / .pi
    let isOwn = ((seen - own) / 360).isNearlyWhole
    return isOwn ? own : seen + 360 * ((other - seen) / 360).rounded()
  }
}

// MARK: Pictures

extension TreeReader {
  /// The colour of a picture that has only one colour; nil for other pictures.
  fileprivate func onlyColor(of picture: ParticleReader.Picture) -> Color? {
    let key = ImageKey(image: ObjectIdentifier(picture.image), part: picture.source)
    if let known = onlyColors[key] { return known }
    let part = picture.image.part(in: picture.source)
    let first = part.pixels.first ?? 0
    let isSolid = first >> 24 == 255 && part.pixels.allSatisfy { $0 == first }
    let parts = [first, first >> 8, first >> 16].map { Double($0 & 255) / 255 }
    let color = isSolid ? Color(parts[0], parts[1], parts[2], 1) : nil
    onlyColors[key] = .some(color)
    return color
  }

  /// An image whose pixels are multiplied by red, green and blue.
  fileprivate func image(_ image: Image, colored color: [Double]) throws(VectorError) -> Image {
    let factors = color.map { UInt32(($0.clamped(to: 0...1) * 255).rounded()) }
    let key = ColoredImage(image: ObjectIdentifier(image), color: factors)
    if let known = coloredImages[key] { return known }
    try count(pixels: image.width * image.height)
    let pixels = try PixelBuffer.forPicture(image.width, image.height)
    for index in image.pixels.pixels.indices { pixels.pixels[index] = image.pixels.pixels[index] }
    pixels.multiply(by: factors)
    let made = Image(pixels)
    coloredImages[key] = made
    return made
  }
}

struct ColoredImage: Hashable {
  let image: ObjectIdentifier
  let color: [UInt32]
}

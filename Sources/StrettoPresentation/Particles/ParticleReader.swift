import StrettoDisplayList
import StrettoGeometry
import StrettoImaging
import StrettoLayers

/// Evaluator of an emitter's particles at many times, for writers of vector files.
package final class ParticleReader {
  private var histories = EmitterHistories()

  /// The image that the particles of a cell show, centred at the origin.
  package struct Picture {
    package let image: Image
    /// The visible part of the particle image, in pixels of the image.
    package let source: Rect
    package let size: Size
    package let isNearest: Bool
  }

  package init() {}

  /// All particles that are alive, in drawing order, and the image of each cell.
  ///
  /// - Throws: The errors of drawing the emitter.
  package func particles(
    of presented: PresentedLayer, copy: [Int], _ cancellation: inout Cancellation
  ) throws(PresentationError) -> (particles: [Particle], pictures: [Picture?]) {
    let emitter = presented.values.emitter
    histories.beginFrame()
    var system = ParticleSystem(
      presented.layer, copy: copy, emitter: emitter, now: presented.time, limit: Presenter.copyLimit
    )
    try system.run(&histories, &cancellation)
    var particles = system.particles.filter { $0.scale > 0 && $0.color.alpha > 0 }
    particles.sort(for: emitter.renderMode)
    return (particles, system.recipes.map(Picture.init))
  }
}

extension ParticleReader.Picture {
  fileprivate init?(_ cell: CellValues) {
    guard case .image(let image) = cell.contents else { return nil }
    let source = image.part(cell.contentsRect)
    let size = source.naturalSize(cell.contentsScale)
    guard size.width > 0, size.height > 0 else { return nil }
    (self.image, self.source, self.size) = (image, source, size)
    isNearest = cell.magnificationFilter == .nearest
  }
}

import CStretto
import StrettoGeometry
import StrettoHitTesting
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoRaster
import StrettoSVG

let processorCount = max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))

/// Presenter and rasterizer that reuse their memory from frame to frame.
final class Renderer: @unchecked Sendable {
  private let presenter = Presenter()
  private var rasterizer = Rasterizer()

  private var end = CallEnd()
  /// Hit tester that shares the presenter's plan with the frames.
  private lazy var tester = HitTester(presenter, rasterizer)

  /// Scene of the last frame, whose plan the presenter still holds.
  private var scene: Handle = nil

  /// Unused renderers, sorted by the time of their last use, oldest first.
  private nonisolated(unsafe) static var pool: [Renderer] = []
  static let lock = ReadWriteLock()

  /// Runs a body with a renderer that no other thread uses. The function prefers a renderer whose last frame shows the scene.
  static func withRenderer<T>(for scene: Handle, _ body: (Renderer) throws -> T) rethrows -> T {
    let renderer = lock.writing { takeFromPool(for: scene) } ?? Renderer()
    renderer.scene = scene
    defer {
      renderer.presenter.finish()
      lock.writing { if pool.count < processorCount { pool.append(renderer) } }
      // A released scene is never drawn again, so that its plan can be freed.
      if !handles.isLive(scene) { forget(scene) }
    }
    do {
      return try body(renderer)
    } catch {
      // A call that failed may have allocated far more memory than other calls need.
      renderer.rasterizer = Rasterizer()
      renderer.tester = HitTester(renderer.presenter, renderer.rasterizer)
      throw error
    }
  }

  /// Runs a body with several renderers that no other thread uses.
  static func withRenderers<T>(
    _ count: Int, for scene: Handle, _ others: [Renderer] = [], _ body: ([Renderer]) throws -> T
  ) rethrows -> T {
    if others.count == count { return try body(others) }
    return try withRenderer(for: scene) {
      try withRenderers(count, for: scene, others + [$0], body)
    }
  }

  private static func takeFromPool(for scene: Handle) -> Renderer? {
    if let known = pool.lastIndex(where: { $0.scene == scene }) { return pool.remove(at: known) }
    return pool.count < processorCount ? nil : pool.removeFirst()
  }

  /// Frees the memory of the renderers whose last scene was released.
  static func forget(_ scene: Handle) {
    let gone = lock.writing {
      let gone = pool.filter { $0.scene == scene }
      pool.removeAll { $0.scene == scene }
      return gone
    }
    withExtendedLifetime(gone) {}
  }

  /// Draws a frame into the caller's memory.
  ///
  /// - Parameter within: `CallEnd` of a longer call that contains the frame, or nil if the frame is the whole call.
  func render(
    _ scene: Handle, _ frame: FrameRequest, _ out: UnsafeMutablePointer<UInt8>,
    _ bytesPerRow: Int, _ size: Int, within whole: CallEnd? = nil
  ) throws {
    let own = end
    defer { end = own }
    if let whole { end = whole }
    try counted {
      let (pixels, background) = try present(scene, frame, begins: whole == nil)
      try checkMemory(size, bytesPerRow, width: pixels.width, height: pixels.height)
      let target = PixelTarget(
        pixels: out, width: pixels.width, height: pixels.height, bytesPerRow: bytesPerRow)
      try draw(frame, background, into: target, isStraight: frame.isStraight)
    }
  }

  /// Draws a frame into newly allocated memory and encodes the frame as PNG.
  func png(_ scene: Handle, _ frame: FrameRequest) throws -> [UInt8] {
    let buffer = try counted {
      let (pixels, background) = try present(scene, frame)
      let buffer = try PixelBuffer(ifMemoryFor: pixels.width, by: pixels.height)
      let target = PixelTarget(
        pixels: buffer.start,
        width: pixels.width, height: pixels.height, bytesPerRow: 4 * pixels.width)
      try draw(frame, background, into: target)
      return buffer
    }
    do {
      return try buffer.encodedPNG(inParallel: sharedOut(among: UInt32(frame.threads)))
    } catch {
      throw ABIError.write("\(buffer.width) x \(buffer.height) pixels cannot be encoded")
    }
  }

  /// Topmost layer instances at points of a scene whose tree is locked for reading.
  func hits(
    _ scene: Scene, _ points: [Point], at time: Double, _ cancellation: Cancellation
  ) throws -> [Hit?] {
    tester.cancellation = cancellation
    return try withEnoughStack { try tester.hitTest(scene.root, points, at: time) }
  }

  /// Encodes the frame as SVG.
  func svg(_ scene: Handle, _ frame: FrameRequest, hasFilters: Bool) throws -> [UInt8] {
    let size = try pinned(scene, Scene.self) { scene, _ in scene.size }
    return try counted {
      let (_, background) = try present(scene, frame)
      let options = SVGOptions(
        width: size.width, height: size.height, background: background, scale: frame.scale,
        threads: frame.threads, hasFilters: hasFilters)
      return try StrettoSVG.svg(of: presenter.list, options, end.cancellation)
    }
  }

  /// Draws a frame and counts its memory against the limit.
  private func counted<T>(_ frame: () throws -> T) throws -> T {
    try withEnoughStack { try rasterizer.memory.counting(frame) }
  }

  /// Reads the layer tree under the tree's lock. Drawing the frame afterwards does not need the lock.
  ///
  /// - Parameter begins: true if the call begins here, false for a part of a longer call.
  private func present(
    _ handle: Handle, _ frame: FrameRequest, begins: Bool = true
  ) throws -> (pixels: (width: Int, height: Int), background: Color) {
    try pinned(handle, Scene.self) { scene, pin in
      if begins { end.begin(pin.cancels, timeout: frame.timeout) }
      try end.check()
      rasterizer.memory.limit = end.mostMemory
      presenter.cancellation = end.cancellation.forAnotherThread
      return try pin.tree.reading(until: end) {
        let pixels = try pixelSize(of: scene.size, frame.scale)
        // Two extra pixels on each side of the frame allow for rounding.
        let seen = Rect(
          0, 0, Double(pixels.width) / frame.scale, Double(pixels.height) / frame.scale
        ).insetBy(-2 / frame.scale)
        try presenter.present(scene.root, at: frame.time, seen: seen)
        return (pixels, scene.background)
      }
    }
  }

  private func draw(
    _ frame: FrameRequest, _ background: Color, into target: PixelTarget, isStraight: Bool = false
  ) throws {
    try rasterizer.draw(
      presenter.list, scale: frame.scale, background: background, into: target,
      threads: frame.threads, cancellation: end.cancellation)
    if isStraight {
      makeStraight(
        target.pixels, width: target.width, height: target.height, bytesPerRow: target.bytesPerRow,
        end.cancellation)
      try end.check()
    }
  }
}

/// Runs a body. If the stack of the calling thread is too small, the body runs again on a thread with a large stack.
private func withEnoughStack<T>(_ body: () throws -> T) throws -> T {
  do {
    return try body()
  } catch {
    var isOfStack = error as? SVGError == .stackTooSmall
    if case .stackTooSmall = error as? PresentationError { isOfStack = true }
    if !isOfStack { throw error }
    var answer: Result<T, any Error> = .failure(error)
    _ = StackSpace.onLargeStack { answer = Result(catching: body) }
    return try answer.get()
  }
}

import CStretto
import StrettoGeometry
import StrettoLayers
import StrettoRaster

/// Draws a series of frames on several threads, one frame per thread, and delivers the frames in order.
struct RenderedFrames {
  let scene: Handle
  let times: UnsafeBufferPointer<Double>
  let request: FrameRequest
  let end: CallEnd

  /// Limit of the memory of frames that wait for delivery, in bytes. A single frame may take more memory.
  private static let mostBytes: Int = 1 << 28

  init(_ scene: Handle, _ times: In<Double>, _ count: UInt32, _ options: In<stretto_render_options>)
    throws
  {
    self.scene = scene
    self.times = UnsafeBufferPointer(
      start: count == 0 ? nil : try pointer(times, "times"), count: Int(count))
    try checkFinite(Array(self.times), "times")
    request = try FrameRequest(self.times.first ?? 0, options)
    end = CallEnd()
  }

  /// Calls `take` with the index, the pixels and the bytes per row of each frame. The pixels of a frame are valid until the
  /// callback `take` returns. If the callback `take` returns false, the call is cancelled.
  func draw(_ take: (Int, UnsafePointer<UInt8>, Int) -> Bool) throws {
    let size = try pinned(scene, Scene.self) { scene, pin in
      end.begin(pin.cancels, timeout: request.timeout)
      try end.check()
      return try pixelSize(of: scene.size, request.scale)
    }
    if times.isEmpty { return }
    let bytes = 4 * size.width * size.height
    let most = max(1, min(2 * request.threads, RenderedFrames.mostBytes / bytes, times.count))
    let slots = try (0..<most).map { _ in try FrameMemory(bytes) }
    // If one frame per thread needs too much memory, all threads together draw one frame after another.
    let threads = min(request.threads, most)
    var inner = request
    inner.threads = max(1, request.threads / threads)
    try Renderer.withRenderers(threads, for: scene) { renderers in
      try draw(with: renderers, slots, inner, rowBytes: 4 * size.width, take)
    }
  }

  private func draw(
    with renderers: [Renderer], _ slots: [FrameMemory], _ request: FrameRequest, rowBytes: Int,
    _ take: (Int, UnsafePointer<UInt8>, Int) -> Bool
  ) throws {
    let failures = FirstFailure()
    let isWhole = inOrder(times.count, threads: renderers.count, slots: slots.count) {
      index, thread in
      let memory = slots[index % slots.count]
      var frame = request
      frame.time = times[index]
      do {
        try renderers[thread].render(scene, frame, memory.start, rowBytes, memory.size, within: end)
        return true
      } catch {
        failures.note(error, at: index)
        return false
      }
    } take: {
      take($0, UnsafePointer(slots[$0 % slots.count].start), rowBytes)
    }
    if let error = failures.first { throw error }
    if !isWhole { throw ABIError.cancelled }
  }
}

/// Uninitialized memory for the pixels of a frame.
private final class FrameMemory {
  let start: UnsafeMutablePointer<UInt8>
  let size: Int

  init(_ size: Int) throws {
    guard let memory = malloc(size) else {
      throw ABIError.limit("there is no memory for a frame of \(size) bytes")
    }
    (start, self.size) = (memory.assumingMemoryBound(to: UInt8.self), size)
  }

  deinit { free(start) }
}

/// Collects errors of several threads and keeps the error of the earliest frame.
private final class FirstFailure: @unchecked Sendable {
  private let lock = ReadWriteLock()
  private var index = Int.max
  private(set) var first: (any Error)?

  func note(_ error: any Error, at index: Int) {
    lock.writing { if index < self.index { (self.index, first) = (index, error) } }
  }
}

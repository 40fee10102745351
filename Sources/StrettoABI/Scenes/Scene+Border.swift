import CStretto
import StrettoGeometry
import StrettoHitTesting
import StrettoLayers
import StrettoPresentation
import StrettoQuestions

func makeScene(_ width: Double, _ height: Double) throws -> Scene {
  for (side, name) in [(width, "width"), (height, "height")] where !(side > 0 && side.isFinite) {
    throw ABIError.invalid("\(name): \(side) was given; a finite number above 0 is needed")
  }
  let size = Size(width, height)
  _ = try pixelSize(of: size, 1)
  return lent(Scene(size: size))
}

func svg(
  of scene: Handle, _ time: Double, _ options: In<stretto_render_options>, hasFilters: Bool
) throws -> [UInt8] {
  let frame = try FrameRequest(time, options)
  return try Renderer.borrowed(for: scene) { try $0.svg(scene, frame, hasFilters: hasFilters) }
}

func hitting(
  _ scene: Handle, _ x: Double, _ y: Double, _ time: Double, _ body: (Hit?) throws -> Void
) -> Status {
  hitting(scene, { [Point(x, y)] }, time) { try body($0[0]) }
}

/// Runs a body on the hits at some points of a scene at a time; nil where nothing is hit.
func hitting(
  _ scene: Handle, _ points: () throws -> [Point], _ time: Double, _ body: ([Hit?]) throws -> Void
) -> Status {
  Renderer.borrowed(for: scene) { renderer in
    asking(scene, Scene.self) {
      let points = try points()
      for point in points { try checkFinite(point.x, point.y) }
      try finite(time, "time")
      try body(renderer.hits($0, points, at: time, $1.cancellation))
    }
  }
}

/// Layer that a scene is asked about. Throws unless it shares the scene's lock, as all layers in the scene do.
func layerInTree(_ handle: Handle) throws -> Layer {
  guard handles.tree(handle).map({ $0 === TreeLock.current }) ?? true else {
    // The layer is not pinned: this thread holds one tree's lock, and releasing the last pin takes another tree's.
    try check(handle, Layer.self)
    throw TimeMapError.notInTree
  }
  return try object(handle, Layer.self)
}

func pixelSize(of size: Size, _ scale: Double) throws -> (width: Int, height: Int) {
  guard scale > 0, scale.isFinite else {
    throw ABIError.invalid("scale: \(scale) was given; a finite number above 0 is needed")
  }
  let width = max(1, (size.width * scale).rounded(.toNearestOrAwayFromZero))
  let height = max(1, (size.height * scale).rounded(.toNearestOrAwayFromZero))
  try require(
    width <= Double(longestSide) && height <= Double(longestSide)
      && width * height <= Double(mostPixels),
    .limit(
      "a frame of \(width) x \(height) pixels is too large: at most \(longestSide) a side and "
        + "\(mostPixels) in all"))
  return (Int(clampingDown: width), Int(clampingDown: height))
}

let defaultOptions = stretto_render_options(
  struct_size: UInt32(MemoryLayout<stretto_render_options>.size),
  alpha: stretto_alpha(STRETTO_ALPHA_STRAIGHT), scale: 1, threads: 0, timeout_ms: 0)

extension stretto_instance {
  init(_ instance: Instance) {
    self.init()
    local_time = instance.localTime
    let c = instance.color
    color = (c.red, c.green, c.blue, c.alpha)
    transform = stretto_transform(instance.transform).m
    index_count = copyIndices(instance.copy, to: &index)
  }
}

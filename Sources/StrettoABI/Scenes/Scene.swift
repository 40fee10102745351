// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoHitTesting
import StrettoLayers
import StrettoPresentation
import StrettoQuestions

@c @implementation public func stretto_scene_create(
  _ width: Double, _ height: Double, _ outScene: Out<Handle>
) -> Status {
  create(outScene, "out_scene") {
    for (side, name) in [(width, "width"), (height, "height")] where !(side > 0 && side.isFinite) {
      throw ABIError.invalid("\(name): \(side) was given; a finite number above 0 is needed")
    }
    let size = Size(width, height)
    _ = try pixelSize(of: size, 1)
    return withBorrowedRoot(Scene(size: size))
  }
}

@c @implementation public func stretto_scene_retain(_ self: Handle) -> Status {
  retain(self, Scene.self)
}

@c @implementation public func stretto_scene_release(_ self: Handle) -> Status {
  release(self, Scene.self)
}

@c @implementation public func stretto_scene_root(_ self: Handle) -> OpaquePointer! {
  var root: Handle = nil
  _ = reading(self, Scene.self) { root = handles.handle(of: $0.root) }
  return root
}

@c @implementation public func stretto_scene_get_size(
  _ self: Handle, _ outWidth: Out<Double>, _ outHeight: Out<Double>
) -> Status {
  reading(self, Scene.self) { try put($0.size.width, $0.size.height, outWidth, outHeight) }
}

@c @implementation public func stretto_scene_set_background(
  _ self: Handle, _ red: Double, _ green: Double, _ blue: Double, _ alpha: Double
) -> Status {
  changing(self, Scene.self) {
    try checkFinite([red, green, blue, alpha], "background")
    $0.background = Color(red, green, blue, alpha).clamped
  }
}

@c @implementation public func stretto_scene_get_background(_ self: Handle, _ outRGBA: Out<Double>)
  -> Status
{
  reading(self, Scene.self) {
    let (out, color) = (try pointer(outRGBA, "out_rgba"), $0.background)
    (out[0], out[1], out[2], out[3]) = (color.red, color.green, color.blue, color.alpha)
  }
}

@c @implementation public func stretto_scene_get_pixel_size(
  _ self: Handle, _ scale: Double, _ outWidth: Out<UInt32>, _ outHeight: Out<UInt32>
) -> Status {
  reading(self, Scene.self) {
    let size = try pixelSize(of: $0.size, scale)
    try put(UInt32(size.width), UInt32(size.height), outWidth, outHeight)
  }
}

@c @implementation public func stretto_render_options_init(
  _ self: Out<stretto_render_options>
) {
  self?.pointee = defaultOptions
}

@c @implementation public func stretto_scene_render(
  _ self: Handle, _ time: Double, _ scale: Double, _ outPixels: Out<UInt8>, _ bytesPerRow: Int,
  _ size: Int
) -> Status {
  var options = defaultOptions
  options.scale = scale
  return stretto_scene_render_with(self, time, &options, outPixels, bytesPerRow, size)
}

@c @implementation public func stretto_scene_render_with(
  _ self: Handle, _ time: Double, _ options: In<stretto_render_options>, _ outPixels: Out<UInt8>,
  _ bytesPerRow: Int, _ size: Int
) -> Status {
  attempt {
    let frame = try FrameRequest(time, options)
    let out = try pointer(outPixels, "out_pixels")
    try Renderer.withRenderer(for: self) { try $0.render(self, frame, out, bytesPerRow, size) }
  }
}

@c @implementation public func stretto_scene_render_frames(
  _ self: Handle, _ times: In<Double>, _ count: UInt32, _ options: In<stretto_render_options>,
  _ take: stretto_take_frame?, _ context: UnsafeMutableRawPointer?
) -> Status {
  attempt {
    let frames = try RenderedFrames(self, times, count, options)
    guard let take else { throw ABIError.invalid("take is NULL; it must be a function") }
    try frames.draw { index, pixels, rowBytes in take(context, UInt32(index), pixels, rowBytes) }
  }
}

@c @implementation public func stretto_scene_write_png(
  _ self: Handle, _ time: Double, _ scale: Double, _ path: CString
) -> Status {
  attempt {
    var options = defaultOptions
    options.scale = scale
    let (frame, path) = (try FrameRequest(time, &options), try text(path, "path"))
    try writeFile(path, Renderer.withRenderer(for: self) { try $0.png(self, frame) })
  }
}

@c @implementation public func stretto_scene_write_svg(
  _ self: Handle, _ time: Double, _ options: In<stretto_render_options>, _ hasFilters: Bool,
  _ path: CString
) -> Status {
  attempt {
    let path = try text(path, "path")
    try writeFile(path, svg(of: self, time, options, hasFilters: hasFilters))
  }
}

@c @implementation public func stretto_scene_encode_svg(
  _ self: Handle, _ time: Double, _ options: In<stretto_render_options>, _ hasFilters: Bool,
  _ outBytes: Out<stretto_bytes>
) -> Status {
  attempt {
    let file = try svg(of: self, time, options, hasFilters: hasFilters)
    try write(bytes: file, to: outBytes)
  }
}

@c @implementation public func stretto_scene_get_instances(
  _ self: Handle, _ layer: Handle, _ time: Double, _ outInstances: Out<stretto_instance>,
  _ capacity: UInt32, _ outCount: Out<UInt32>
) -> Status {
  querying(self, Scene.self) {
    let layer = try layerInTree(layer)
    let found = try $0.instances(of: layer, at: finite(time, "time"), cancellation: $1.cancellation)
    try write(found, to: outInstances, capacity, outCount) { stretto_instance($0) }
  }
}

@c @implementation public func stretto_scene_get_phase_offsets(
  _ self: Handle, _ layer: Handle, _ time: Double, _ outOffsets: Out<Double>, _ capacity: UInt32,
  _ outCount: Out<UInt32>
) -> Status {
  querying(self, Scene.self) {
    let layer = try layerInTree(layer)
    let offsets = try $0.phaseOffsets(
      of: layer, at: finite(time, "time"), cancellation: $1.cancellation)
    try write(offsets, to: outOffsets, capacity, outCount)
  }
}

@c @implementation public func stretto_scene_hit_test(
  _ self: Handle, _ points: In<Double>, _ count: UInt32, _ time: Double, _ outHits: Out<stretto_hit>
) -> Status {
  Renderer.withRenderer(for: self) { renderer in
    querying(self, Scene.self) {
      let points = try pointsIn(points, count)
      let hits = try renderer.hits($0, points, at: finite(time, "time"), $1.cancellation)
      var written: UInt32 = 0
      try write(hits, to: outHits, count, &written) { stretto_hit($0) }
    }
  }
}

@c @implementation public func stretto_scene_get_loop_report(
  _ self: Handle, _ outDuration: Out<Double>, _ outSteadyFrom: Out<Double>,
  _ outEntries: Out<stretto_loop_entry>, _ capacity: UInt32, _ outCount: Out<UInt32>
) -> Status {
  querying(self, Scene.self) {
    var cancellation = $1.cancellation
    let report = try $0.loopReport(&cancellation)
    try put(report.duration ?? .nan, outDuration, "out_duration")
    try put(report.periodicFrom, outSteadyFrom, "out_steady_from")
    try write(report.entries, to: outEntries, capacity, outCount) { try stretto_loop_entry($0) }
  }
}

@c @implementation public func stretto_scene_diagnose(
  _ self: Handle, _ clip: Double, _ outDiagnostics: Out<stretto_diagnostic>, _ capacity: UInt32,
  _ outCount: Out<UInt32>
) -> Status {
  querying(self, Scene.self) {
    try require(clip >= 0, .invalid("clip_s: \(clip) was given; a number of at least 0 is allowed"))
    var cancellation = $1.cancellation
    let found = try $0.diagnostics(clip: clip, &cancellation)
    try write(found, to: outDiagnostics, capacity, outCount) { try stretto_diagnostic($0) }
  }
}

@c @implementation public func stretto_scene_get_phases(
  _ self: Handle, _ outPhases: Out<stretto_phases>, _ capacity: UInt32, _ outCount: Out<UInt32>
) -> Status {
  querying(self, Scene.self) {
    var cancellation = $1.cancellation
    try write($0.phases(&cancellation), to: outPhases, capacity, outCount) {
      try stretto_phases($0)
    }
  }
}

func svg(
  of scene: Handle, _ time: Double, _ options: In<stretto_render_options>, hasFilters: Bool
) throws -> [UInt8] {
  let frame = try FrameRequest(time, options)
  return try Renderer.withRenderer(for: scene) { try $0.svg(scene, frame, hasFilters: hasFilters) }
}

/// Reads an argument of `count` points, two numbers per point.
private func pointsIn(_ numbers: In<Double>, _ count: UInt32) throws -> [Point] {
  if count == 0 { return [] }
  let numbers = try pointer(numbers, "points")
  return try (0..<Int(count)).map {
    try Point(finite(numbers[2 * $0], "x"), finite(numbers[2 * $0 + 1], "y"))
  }
}

/// Layer argument of a query about a scene. Throws unless the layer has the scene's lock, which all layers in the scene have.
func layerInTree(_ handle: Handle) throws -> Layer {
  guard handles.tree(handle).map({ $0 === TreeLock.current }) ?? true else {
    // The function does not pin the layer, because the thread holds the lock of one tree, and the release of a last pin could
    // take the lock of another tree.
    try check(handle, Layer.self)
    throw TimeMapError.notInTree
  }
  return try object(handle, Layer.self)
}

func pixelSize(of size: Size, _ scale: Double) throws -> (width: Int, height: Int) {
  try require(
    scale > 0 && scale.isFinite,
    .invalid("scale: \(scale) was given; a finite number above 0 is needed"))
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

extension stretto_instance: GrowingStruct {
  init(_ instance: Instance) {
    self.init()
    local_time = instance.localTime
    let c = instance.color
    color = (c.red, c.green, c.blue, c.alpha)
    transform = stretto_transform(instance.transform).m
    index_count = copyIndices(instance.copy, to: &index)
  }
}

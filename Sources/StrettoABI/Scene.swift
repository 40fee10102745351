// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry
import StrettoHitTesting
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoQuestions

// Each function here checks, converts, calls and converts back; the header says what it means.

@_cdecl("stretto_scene_create") @implementation
public func stretto_scene_create(
  _ width: Double, _ height: Double, _ outScene: UnsafeMutablePointer<OpaquePointer?>?
) -> stretto_status {
  create(outScene, "out_scene") { try makeScene(width, height) }
}

@_cdecl("stretto_scene_retain") @implementation
public func stretto_scene_retain(_ self: OpaquePointer?) -> stretto_status {
  retain(self, Scene.self)
}

@_cdecl("stretto_scene_release") @implementation
public func stretto_scene_release(_ self: OpaquePointer?) -> stretto_status {
  release(self, Scene.self)
}

@_cdecl("stretto_scene_root") @implementation
public func stretto_scene_root(_ self: OpaquePointer?) -> OpaquePointer! {
  var root: OpaquePointer?
  _ = reading(self, Scene.self) { root = handles.handle(of: $0.root) }
  return root
}

@_cdecl("stretto_scene_get_size") @implementation
public func stretto_scene_get_size(
  _ self: OpaquePointer?, _ outWidth: UnsafeMutablePointer<Double>?,
  _ outHeight: UnsafeMutablePointer<Double>?
) -> stretto_status {
  reading(self, Scene.self) {
    let (width, height) = try (pointer(outWidth, "out_width"), pointer(outHeight, "out_height"))
    (width.pointee, height.pointee) = ($0.size.width, $0.size.height)
  }
}

@_cdecl("stretto_scene_set_background") @implementation
public func stretto_scene_set_background(
  _ self: OpaquePointer?, _ red: Double, _ green: Double, _ blue: Double, _ alpha: Double
) -> stretto_status {
  changing(self, Scene.self) {
    for component in [red, green, blue, alpha] { try finite(component, "background") }
    $0.background = Color(red, green, blue, alpha).clamped
  }
}

@_cdecl("stretto_scene_get_background") @implementation
public func stretto_scene_get_background(
  _ self: OpaquePointer?, _ outRGBA: UnsafeMutablePointer<Double>?
) -> stretto_status {
  reading(self, Scene.self) {
    let (out, color) = (try pointer(outRGBA, "out_rgba"), $0.background)
    (out[0], out[1], out[2], out[3]) = (color.red, color.green, color.blue, color.alpha)
  }
}

@_cdecl("stretto_scene_pixel_size") @implementation
public func stretto_scene_pixel_size(
  _ self: OpaquePointer?, _ scale: Double, _ outWidth: UnsafeMutablePointer<UInt32>?,
  _ outHeight: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  reading(self, Scene.self) {
    let (width, height) = try (pointer(outWidth, "out_width"), pointer(outHeight, "out_height"))
    let size = try pixelSize(of: $0.size, scale)
    (width.pointee, height.pointee) = (UInt32(size.width), UInt32(size.height))
  }
}

@_cdecl("stretto_render_options_init") @implementation
public func stretto_render_options_init(
  _ outOptions: UnsafeMutablePointer<stretto_render_options>?
) {
  outOptions?.pointee = defaultOptions
}

@_cdecl("stretto_scene_render") @implementation
public func stretto_scene_render(
  _ self: OpaquePointer?, _ time: Double, _ scale: Double,
  _ outPixels: UnsafeMutablePointer<UInt8>?,
  _ bytesPerRow: Int, _ size: Int
) -> stretto_status {
  var options = defaultOptions
  options.scale = scale
  return stretto_scene_render_with(self, time, &options, outPixels, bytesPerRow, size)
}

@_cdecl("stretto_scene_render_with") @implementation
public func stretto_scene_render_with(
  _ self: OpaquePointer?, _ time: Double, _ options: UnsafePointer<stretto_render_options>?,
  _ outPixels: UnsafeMutablePointer<UInt8>?, _ bytesPerRow: Int, _ size: Int
) -> stretto_status {
  attempt {
    let frame = try FrameRequest(time, options)
    let out = try pointer(outPixels, "out_pixels")
    try Renderer.borrowed(for: self) {
      try $0.render(self, frame, out, bytesPerRow, size)
    }
  }
}

@_cdecl("stretto_scene_render_frames") @implementation
public func stretto_scene_render_frames(
  _ self: OpaquePointer?, _ times: UnsafePointer<Double>?, _ count: UInt32,
  _ options: UnsafePointer<stretto_render_options>?, _ take: stretto_take_frame?,
  _ context: UnsafeMutableRawPointer?
) -> stretto_status {
  attempt {
    let frames = try RenderedFrames(self, times, count, options)
    guard let take else { throw ABIError.invalid("take is NULL; it must be a function") }
    try frames.draw { index, pixels, rowBytes in
      take(context, UInt32(index), pixels, rowBytes) == 0
    }
  }
}

@_cdecl("stretto_scene_write_png") @implementation
public func stretto_scene_write_png(
  _ self: OpaquePointer?, _ time: Double, _ scale: Double, _ path: UnsafePointer<CChar>?
) -> stretto_status {
  attempt {
    var options = defaultOptions
    options.scale = scale
    let frame = try FrameRequest(time, &options)
    let path = try text(path, "path")
    try writeFile(path, Renderer.borrowed(for: self) { try $0.png(self, frame) })
  }
}

@_cdecl("stretto_scene_write_svg") @implementation
public func stretto_scene_write_svg(
  _ self: OpaquePointer?, _ time: Double, _ options: UnsafePointer<stretto_render_options>?,
  _ filters: Int32, _ path: UnsafePointer<CChar>?
) -> stretto_status {
  attempt {
    let frame = try FrameRequest(time, options)
    let path = try text(path, "path")
    try writeFile(
      path, Renderer.borrowed(for: self) { try $0.svg(self, frame, hasFilters: filters != 0) })
  }
}

@_cdecl("stretto_scene_to_svg") @implementation
public func stretto_scene_to_svg(
  _ self: OpaquePointer?, _ time: Double, _ options: UnsafePointer<stretto_render_options>?,
  _ filters: Int32, _ outBytes: UnsafeMutablePointer<UInt8>?, _ capacity: Int,
  _ outSize: UnsafeMutablePointer<Int>?
) -> stretto_status {
  attempt {
    let frame = try FrameRequest(time, options)
    let outSize = try pointer(outSize, "out_size")
    let file = try Renderer.borrowed(for: self) {
      try $0.svg(self, frame, hasFilters: filters != 0)
    }
    try write(bytes: file, to: outBytes, capacity, outSize)
  }
}

@_cdecl("stretto_scene_instances") @implementation
public func stretto_scene_instances(
  _ self: OpaquePointer?, _ layer: OpaquePointer?, _ time: Double,
  _ outInstances: UnsafeMutablePointer<stretto_instance>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  asking(self) {
    let layer = try layerInTree(layer)
    let found = try $0.instances(
      of: layer, at: finite(time, "time"), cancellation: $1.cancellation)
    try writeOut(found, to: outInstances, capacity, outCount) { stretto_instance($0) }
  }
}

@_cdecl("stretto_scene_phase_offsets") @implementation
public func stretto_scene_phase_offsets(
  _ self: OpaquePointer?, _ layer: OpaquePointer?, _ time: Double,
  _ outOffsets: UnsafeMutablePointer<Double>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  asking(self) {
    let layer = try layerInTree(layer)
    let offsets = try $0.phaseOffsets(
      of: layer, at: finite(time, "time"), cancellation: $1.cancellation)
    try write(offsets, to: outOffsets, capacity, outCount)
  }
}

@_cdecl("stretto_scene_hit_test") @implementation
public func stretto_scene_hit_test(
  _ self: OpaquePointer?, _ x: Double, _ y: Double, _ time: Double,
  _ outHit: UnsafeMutablePointer<stretto_hit>?
) -> stretto_status {
  hitting(self, x, y, time) { try pointer(outHit, "out_hit").pointee = stretto_hit($0) }
}

@_cdecl("stretto_scene_hit_test_via") @implementation
public func stretto_scene_hit_test_via(
  _ self: OpaquePointer?, _ x: Double, _ y: Double, _ time: Double,
  _ outHit: UnsafeMutablePointer<stretto_hit>?, _ outVia: UnsafeMutablePointer<stretto_via>?
) -> stretto_status {
  hitting(self, x, y, time) {
    let (hit, via) = (try pointer(outHit, "out_hit"), try pointer(outVia, "out_via"))
    (hit.pointee, via.pointee) = (stretto_hit($0), stretto_via($0))
  }
}

@_cdecl("stretto_scene_hit_test_many") @implementation
public func stretto_scene_hit_test_many(
  _ self: OpaquePointer?, _ points: UnsafePointer<Double>?, _ count: UInt32, _ time: Double,
  _ outHits: UnsafeMutablePointer<stretto_hit>?, _ outVias: UnsafeMutablePointer<stretto_via>?,
  _ outCharacters: UnsafeMutablePointer<Int32>?
) -> stretto_status {
  hitting(
    self,
    {
      if count == 0 { return [] }
      let numbers = try pointer(points, "points")
      return (0..<Int(count)).map { Point(numbers[2 * $0], numbers[2 * $0 + 1]) }
    }, time
  ) { hits in
    if hits.isEmpty { return }
    let out = try pointer(outHits, "out_hits")
    for (index, hit) in hits.enumerated() {
      out[index] = stretto_hit(hit)
      outVias?[index] = stretto_via(hit)
      outCharacters?[index] = Int32(clamping: hit?.character ?? -1)
    }
  }
}

@_cdecl("stretto_scene_loop_report") @implementation
public func stretto_scene_loop_report(
  _ self: OpaquePointer?, _ outDuration: UnsafeMutablePointer<Double>?,
  _ outSteadyFrom: UnsafeMutablePointer<Double>?,
  _ outEntries: UnsafeMutablePointer<stretto_loop_entry>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  asking(self) {
    var cancellation = $1.cancellation
    let report = try $0.loopReport(&cancellation)
    try pointer(outDuration, "out_duration").pointee = report.duration ?? .nan
    try pointer(outSteadyFrom, "out_steady_from").pointee = report.steadyFrom
    try writeOut(report.entries, to: outEntries, capacity, outCount) { stretto_loop_entry($0) }
  }
}

@_cdecl("stretto_scene_diagnose") @implementation
public func stretto_scene_diagnose(
  _ self: OpaquePointer?, _ clip: Double,
  _ outDiagnostics: UnsafeMutablePointer<stretto_diagnostic>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  asking(self) {
    guard clip >= 0 else {
      throw ABIError.invalid("clip_s: \(clip) was given; a number of at least 0 is allowed")
    }
    var cancellation = $1.cancellation
    let found = try $0.diagnostics(clip: clip, &cancellation)
    try writeOut(found, to: outDiagnostics, capacity, outCount) { stretto_diagnostic($0) }
  }
}

@_cdecl("stretto_scene_get_phases") @implementation
public func stretto_scene_get_phases(
  _ self: OpaquePointer?, _ outPhases: UnsafeMutablePointer<stretto_phases>?, _ capacity: UInt32,
  _ outCount: UnsafeMutablePointer<UInt32>?
) -> stretto_status {
  asking(self) {
    var cancellation = $1.cancellation
    try writeOut($0.phases(&cancellation), to: outPhases, capacity, outCount) { stretto_phases($0) }
  }
}

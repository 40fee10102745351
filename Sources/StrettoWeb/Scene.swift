import StrettoDocument
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoRaster
import StrettoText

// Functions of stretto.js for a scene as a whole.

/// Clock of the page, in seconds.
@_extern(wasm, module: "stretto", name: "now") @_extern(c, "stretto_now")
func now() -> Double

/// Cancellation after a timeout in seconds; a timeout of 0 or less never cancels.
func ending(after timeout: Double) -> Cancellation {
  guard timeout > 0, timeout.isFinite else { return .never }
  let end = now() + timeout
  return Cancellation { now() > end }
}

/// Throws unless a number is finite.
func check(_ number: Double, _ name: String) throws(WebError) {
  guard number.isFinite else {
    throw WebError(.invalid, "\(name): \(number) was given; a finite number is needed")
  }
}

/// Limits of a frame: the longest side and the total number of pixels. A page may also run out of memory for a frame within the
/// limits.
private let longestSide = 16_384.0
private let mostPixels = Double(1 << 26)

private func pixelSize(of size: Size, _ scale: Double) throws(WebError) -> (width: Int, height: Int)
{
  guard scale > 0, scale.isFinite else {
    throw WebError(.invalid, "scale: \(scale) was given; a finite number above 0 is needed")
  }
  let width = max(1, (size.width * scale).rounded(.toNearestOrAwayFromZero))
  let height = max(1, (size.height * scale).rounded(.toNearestOrAwayFromZero))
  guard width <= longestSide, height <= longestSide, width * height <= mostPixels else {
    throw WebError(
      .limit,
      "a frame of \(width) x \(height) pixels is too large: at most \(longestSide) a side and \(mostPixels) in all"
    )
  }
  return (Int(clampingDown: width), Int(clampingDown: height))
}

private func canBeDrawn(_ size: Size) -> Bool {
  do throws(WebError) {
    _ = try pixelSize(of: size, 1)
    return true
  } catch {
    return false
  }
}

// MARK: Opening

/// Files next to the document that is opened next, by path.
nonisolated(unsafe) private var assets: [String: [UInt8]] = [:]

/// Stores a file for the next document: a path of `nameSize` bytes, followed by the content of the file.
@_expose(wasm, "stretto_add_asset") @_cdecl("stretto_add_asset")
public func addAsset(_ bytes: UnsafeRawPointer, _ nameSize: Int32, _ size: Int32) {
  let name = String(
    decoding: UnsafeRawBufferPointer(start: bytes, count: Int(nameSize)), as: UTF8.self)
  assets[name] = Array(UnsafeRawBufferPointer(start: bytes + Int(nameSize), count: Int(size)))
}

/// Memory limit for reading a document in bytes, which is half of the memory limit of an engine.
private let mostMemory = 1 << 29
/// Largest number of pixels of a picture that a document refers to. The pixels of such a picture take at most half of the memory
/// limit for a document.
private let mostPicturePixels = mostMemory >> 3

private func source(_ timeout: Double) -> DocumentSource {
  let files = assets
  assets = [:]
  var source = DocumentSource(
    image: { path throws(ValueProblem) in
      guard let bytes = files[path] else { return nil }
      return Image(try pixels(of: bytes, path))
    },
    font: { path throws(ValueProblem) in
      files[path].map { bytes in bytes.withUnsafeBytes { FontData(copying: $0) } }
    })
  source.allowance = DocumentAllowance(bytes: mostMemory, ending(after: timeout))
  return source
}

private func pixels(of bytes: [UInt8], _ path: String) throws(ValueProblem) -> PixelBuffer {
  guard let (width, height) = PNGHeader.size(bytes) else {
    throw ValueProblem("names \(path), which is no PNG")
  }
  guard Double(width) * Double(height) <= Double(mostPicturePixels) else {
    throw ValueProblem("names \(path), which has more than \(mostPicturePixels) pixels")
  }
  let pixels: PixelBuffer? = bytes.withUnsafeBytes { try? PixelBuffer(png: $0) }
  guard let pixels else { throw ValueProblem("names \(path), a PNG that cannot be read") }
  return pixels
}

private func read(_ bytes: UnsafeRawBufferPointer, _ timeout: Double) throws(WebError) -> OpenScene
{
  let open: OpenScene
  do throws(DocumentError) {
    open = OpenScene(
      try SceneDocument.scene(bytes, source(timeout), isAllowed: canBeDrawn))
  } catch {
    throw WebError(error)
  }
  #if !canImport(CHarfBuzz)
    if open.layers.contains(where: { $0.layer.kind == .text }) {
      throw WebError(.unsupported, "the scene has texts, and this engine was built without them")
    }
  #endif
  return open
}

/// Opens a scene from its document. If the result is negative, its magnitude is the kind of an error, and the error's message is
/// the answer.
@_expose(wasm, "stretto_scene_open") @_cdecl("stretto_scene_open")
public func open(_ bytes: UnsafeRawPointer, _ size: Int32, _ timeout: Double) -> Int32 {
  var handle: Int32 = 0
  let status = attempt { () throws(WebError) in
    let open = try read(UnsafeRawBufferPointer(start: bytes, count: Int(size)), timeout)
    handle = Int32(truncatingIfNeeded: Int(bitPattern: Unmanaged.passRetained(open).toOpaque()))
  }
  return status == 0 ? handle : -status
}

@_expose(wasm, "stretto_scene_close") @_cdecl("stretto_scene_close")
public func close(_ scene: UnsafeMutableRawPointer) {
  Unmanaged<OpenScene>.fromOpaque(scene).release()
}

/// Encodes the current scene as a document.
@_expose(wasm, "stretto_scene_bytes") @_cdecl("stretto_scene_bytes")
public func bytes(_ scene: UnsafeMutableRawPointer, _ timeout: Double) -> Int32 {
  attempt { () throws(WebError) in
    do throws(DocumentError) {
      let allowance = DocumentAllowance(ending(after: timeout))
      Answer.give(try SceneDocument.write(opened(scene).scene, allowance))
    } catch {
      throw WebError(error)
    }
  }
}

/// Describes a scene in one answer: size, background, states, warnings and layers.
@_expose(wasm, "stretto_scene_describe") @_cdecl("stretto_scene_describe")
public func describe(_ scene: UnsafeMutableRawPointer) {
  let open = opened(scene)
  let (size, background) = (open.scene.size, open.scene.background)
  var json = JSON()
  json.object {
    $0["size"].numbers([size.width, size.height])
    $0["background"].numbers([background.red, background.green, background.blue, background.alpha])
    $0["states"].array(open.scene.states.names) { $0.string($1) }
    $0["warnings"].array(open.scene.warnings) { $0.string($1) }
    $0["layers"].array(open.layers) { $0.layer($1) }
  }
  Answer.give(json.text)
}

extension JSON {
  fileprivate mutating func layer(_ found: FoundLayer) {
    object {
      $0["name"].string(found.layer.values.name)
      $0["type"].string(found.layer.kind.className)
      $0["role"].string(found.role.rawValue)
      $0["parent"].integer(found.parent)
    }
  }
}

// MARK: Frames

/// Draws a frame into memory of the scene, with straight or premultiplied alpha.
@_expose(wasm, "stretto_scene_render") @_cdecl("stretto_scene_render")
public func render(
  _ scene: UnsafeMutableRawPointer, _ time: Double, _ scale: Double, _ isStraight: Int32,
  _ timeout: Double
) -> Int32 {
  attempt { () throws(WebError) in
    try check(time, "time")
    try opened(scene).render(time, scale, isStraight: isStraight != 0, ending(after: timeout))
  }
}

@_expose(wasm, "stretto_frame_pixels") @_cdecl("stretto_frame_pixels")
public func framePixels(_ scene: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
  opened(scene).pixels.baseAddress
}

@_expose(wasm, "stretto_frame_width") @_cdecl("stretto_frame_width")
public func frameWidth(_ scene: UnsafeMutableRawPointer) -> Int32 {
  Int32(opened(scene).frame.width)
}

@_expose(wasm, "stretto_frame_height") @_cdecl("stretto_frame_height")
public func frameHeight(_ scene: UnsafeMutableRawPointer) -> Int32 {
  Int32(opened(scene).frame.height)
}

extension OpenScene {
  fileprivate func render(
    _ time: Double, _ scale: Double, isStraight: Bool, _ cancellation: Cancellation
  ) throws(WebError) {
    let (width, height) = try pixelSize(of: scene.size, scale)
    let memory = buffer(4 * width * height)
    guard let start = memory.baseAddress else { return }
    presenter.cancellation = cancellation.forAnotherThread
    defer { presenter.finish() }
    // Two extra pixels on each side of the frame allow for rounding.
    let seen = Rect(0, 0, Double(width) / scale, Double(height) / scale).insetBy(-2 / scale)
    let target = PixelTarget(pixels: start, width: width, height: height, bytesPerRow: 4 * width)
    do throws(PresentationError) {
      try presenter.present(scene.root, at: time, seen: seen)
    } catch {
      throw WebError(error)
    }
    do throws(RasterError) {
      try rasterizer.draw(
        presenter.list, scale: scale, background: scene.background, into: target, threads: 1,
        cancellation: cancellation)
    } catch {
      throw WebError(error)
    }
    if isStraight { makeStraight(start, width: width, height: height, bytesPerRow: 4 * width) }
    frame = (width, height)
  }
}

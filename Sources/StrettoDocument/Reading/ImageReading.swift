import StrettoImaging
import StrettoLayers

extension CAMLReader {
  /// Image that an element references by its `src`. Each image is decoded once.
  func image(_ element: Element) throws(ValueProblem) -> Value {
    guard let source = element["src"] ?? element.children.first?["src"] else {
      throw ValueProblem("names no file")
    }
    if let known = images[source] { return .image(try known.get()) }
    let found = Result { () throws(ValueProblem) in
      if let image = try decode(source) { return image }
      throw ValueProblem("names \(source.prefix(200)), which is not there, or no image")
    }
    images[source] = found
    return .image(try found.get())
  }

  /// Bytes of a file that is embedded in the document; nil if the document does not contain the file.
  func embeddedBytes(_ path: String) throws(ValueProblem) -> [UInt8]? {
    guard let data = embedded[path] else { return nil }
    if let bytes = Base64.bytes(data) { return bytes }
    throw ValueProblem("has data that is not Base64")
  }

  private func decode(_ path: String) throws(ValueProblem) -> Image? {
    if let bytes = try embeddedBytes(path) { return try decode(png: bytes) }
    if path.hasPrefix("data:") { return try decode(address: path) }
    if let problem = AssetPath.problem(path) { throw ValueProblem(problem) }
    for name in AssetPath.spellings(path) {
      if let image = try given(name) { return image }
    }
    return nil
  }

  /// Image in a `data:` URL: a PNG, or another format that the document source can read.
  private func decode(address: String) throws(ValueProblem) -> Image {
    if let comma = address.firstIndex(of: ","), address[..<comma].hasSuffix(";base64"),
      let bytes = Base64.bytes(address[address.index(after: comma)...]),
      PNGHeader.size(bytes) != nil
    {
      return try decode(png: bytes)
    }
    if let image = try given(address) { return image }
    throw ValueProblem("has data that is no PNG, nor another image that is read here")
  }

  /// Image that the document source has for a name. Decoding the image may take long.
  private func given(_ name: String) throws(ValueProblem) -> Image? {
    guard allowance.shouldContinueNow() else { throw ValueProblem("was not asked for") }
    let image = try source.image(name)
    guard allowance.shouldContinueNow() else { throw ValueProblem("came too late") }
    if let image { try count(image.width, image.height) }
    return image
  }

  private func decode(png bytes: [UInt8]) throws(ValueProblem) -> Image {
    guard let size = PNGHeader.size(bytes) else { throw ValueProblem("has data that is no PNG") }
    try count(size.width, size.height)
    let pixels: PixelBuffer? = bytes.withUnsafeBytes { bytes in
      do throws(PNGError) { return try PixelBuffer(png: bytes) } catch { return nil }
    }
    guard let pixels else { throw ValueProblem("has a PNG that cannot be read") }
    return Image(pixels)
  }

  /// Counts the memory of an image's pixels before the pixels are allocated.
  private func count(_ width: Int, _ height: Int) throws(ValueProblem) {
    let pixels = width.multipliedReportingOverflow(by: height)
    guard !pixels.overflow, pixels.partialValue <= DocumentLimits.pixels,
      allowance.take(4 * pixels.partialValue, for: "pictures", line: location.line)
    else { throw ValueProblem("has \(width) x \(height) pixels, which are too many") }
  }
}

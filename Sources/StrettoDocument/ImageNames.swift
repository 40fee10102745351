import StrettoImaging

/// Gives images their names in documents: by content, so that equal ones are one file.
final class ImageNames {
  private(set) var assets: [(name: String, image: Image)] = []
  /// Of all assets together.
  private(set) var pixelCount = 0
  private var known: [ObjectIdentifier: String] = [:]
  private var taken: Set<String> = []

  /// Whether a path is such a name.
  static func isName(_ path: String) -> Bool {
    path.hasPrefix("assets/") && path.hasSuffix(".png") && path.utf8.count == 43
  }

  func name(of image: Image) -> String {
    if let name = known[ObjectIdentifier(image)] { return name }
    let name = "assets/" + digest(image).prefix(32) + ".png"
    known[ObjectIdentifier(image)] = name
    if taken.insert(name).inserted {
      assets.append((name, image))
      pixelCount += image.width * image.height
    }
    return name
  }

  private func digest(_ image: Image) -> String {
    var header = [UInt32(image.width), UInt32(image.height)].flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
    }
    header += Array(SHA256.text(UnsafeRawBufferPointer(image.pixels.pixels)).utf8)
    return header.withUnsafeBytes { SHA256.text($0) }
  }
}

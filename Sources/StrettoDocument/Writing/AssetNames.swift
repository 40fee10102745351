import StrettoImaging
import StrettoText

/// Names of images and font files in documents. The name of a file contains a digest of its content, so that equal files are
/// stored once.
final class AssetNames {
  private(set) var assets: [(name: String, asset: Asset)] = []
  private(set) var pixelCount = 0
  private(set) var fonts: [FontReference: Font] = [:]
  /// True if a written text may contain an emoji.
  private(set) var holdsEmoji = false
  private var known: [ObjectIdentifier: String] = [:]
  private var taken: Set<String> = []

  /// True if a path has the form of a generated name.
  static func isName(_ path: String) -> Bool {
    path.hasPrefix("assets/") && path.utf8.count == 43
      && ["png", "ttf", "otf", "ttc"].contains { path.hasSuffix("." + $0) }
  }

  func name(of image: Image) -> String {
    if let name = known[ObjectIdentifier(image)] { return name }
    let name = "assets/" + digest(image).prefix(32) + ".png"
    if add(name, .image(image), ObjectIdentifier(image)) {
      pixelCount += image.width * image.height
    }
    return name
  }

  func name(of font: FontData) -> String {
    if let name = known[ObjectIdentifier(font)] { return name }
    let kind: String
    switch Array(font.bytes.prefix(4)) {
    case Array("OTTO".utf8): kind = ".otf"
    case Array("ttcf".utf8): kind = ".ttc"
    default: kind = ".ttf"
    }
    let name = "assets/" + SHA256.text(font.digest).prefix(32) + kind
    add(name, .font(font), ObjectIdentifier(font))
    return name
  }

  func reference(to font: Font) -> FontReference {
    let moved = zip(font.axes, font.variations).filter { $0.default != $1.value }
    let reference = FontReference(
      name: font.family.trimmed, source: font.isStrettoSans ? nil : name(of: font.data),
      index: font.index, variations: moved.flatMap { [Double($1.axis), $1.value] })
    fonts[reference] = font
    return reference
  }

  func note(text: String) { holdsEmoji = holdsEmoji || text.mayHoldEmoji }

  /// Adds a file. Returns true if the document does not contain the file yet.
  @discardableResult
  private func add(_ name: String, _ asset: Asset, _ object: ObjectIdentifier) -> Bool {
    known[object] = name
    let isNew = taken.insert(name).inserted
    if isNew { assets.append((name, asset)) }
    return isNew
  }

  private func digest(_ image: Image) -> String {
    var header = [UInt32(image.width), UInt32(image.height)].flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> UInt32(8 * $0)) }
    }
    header += Array(SHA256.text(UnsafeRawBufferPointer(image.pixels.pixels)).utf8)
    return header.withUnsafeBytes { SHA256.text($0) }
  }
}

import StrettoImaging
import StrettoText

/// A file that a document names: it lies beside the document, or is held by it.
public enum Asset {
  case image(Image)
  /// A font file as it was opened.
  case font(FontData)
}

/// Gives images and font files their names in documents: by content, so that equal ones are one file.
final class AssetNames {
  private(set) var assets: [(name: String, asset: Asset)] = []
  /// Of all images together.
  private(set) var pixelCount = 0
  /// The fonts that were written.
  private(set) var fonts: [FontReference: Font] = [:]
  /// Whether a text that was written may show an emoji.
  private(set) var holdsEmoji = false
  private var known: [ObjectIdentifier: String] = [:]
  private var taken: Set<String> = []

  /// Whether a path is such a name.
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

  /// What is written of a font.
  func reference(to font: Font) -> FontReference {
    let moved = zip(font.axes, font.variations).filter { $0.default != $1.value }
    let reference = FontReference(
      name: font.family.trimmed, source: font.isStrettoSans ? nil : name(of: font.data),
      index: font.index, variations: moved.flatMap { [Double($1.axis), $1.value] })
    fonts[reference] = font
    return reference
  }

  func note(text: String) { holdsEmoji = holdsEmoji || text.mayHoldEmoji }

  /// Whether it is new.
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

extension Asset {
  /// The element that a document holds it by, and the bytes of its file.
  public func file() throws(DocumentError) -> (element: String, bytes: [UInt8]) {
    switch self {
    case .font(let data): return ("font", Array(data.bytes))
    case .image(let image):
      do {
        return ("image", try image.pixels.encodedPNG())
      } catch {
        throw DocumentError("an image cannot be written: \(error)")
      }
    }
  }
}

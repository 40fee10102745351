import StrettoImaging
import StrettoText

/// Files next to a document, and the limits for reading the document.
public struct DocumentSource {
  public var name: String
  public var index: BundleIndex
  /// Loads the image at a path relative to the document; nil if there is no image. A thrown error becomes a warning.
  public var image: (String) throws(ValueProblem) -> Image?
  /// Loads the font file at a path relative to the document; nil if there is no file. A thrown error becomes a warning.
  public var font: (String) throws(ValueProblem) -> FontData?
  /// Finds a font by its family name if the document names no file; nil if the family is unknown.
  public var fontNamed: (String) throws(ValueProblem) -> Font? = { _ in nil }

  public init(
    name: String = "document", index: BundleIndex = BundleIndex(),
    image: @escaping (String) throws(ValueProblem) -> Image? = { _ in nil },
    font: @escaping (String) throws(ValueProblem) -> FontData? = { _ in nil }
  ) {
    (self.name, self.index, self.image, self.font) = (name, index, image, font)
  }

  /// Limits of memory and time for reading the document.
  public var allowance: DocumentAllowance = DocumentAllowance()

  /// Fonts that are already in memory.
  var fonts: [FontReference: Font] = [:]

  /// Source for a document in memory that shares images and fonts with its original.
  init(sharing names: AssetNames) {
    var images: [String: Image] = [:]
    for case (let name, .image(let image)) in names.assets { images[name] = image }
    self.init(image: { [images] in images[$0] })
    fonts = names.fonts
  }
}

import StrettoImaging
import StrettoText

/// File that a document references, either as a separate file or embedded in the document.
public enum Asset {
  case image(Image)
  /// Font file in its original bytes.
  case font(FontData)
}

extension Asset {
  /// Name of the element that embeds the file in a document, and the bytes of the file.
  public func file() throws(DocumentError) -> (element: String, bytes: [UInt8]) {
    switch self {
    case .font(let data): return ("font", Array(data.bytes))
    case .image(let image):
      do {
        return ("image", try image.pixels.encodedPNG())
      } catch {
        throw DocumentError("an image of \(image.width) x \(image.height) pixels cannot be written")
      }
    }
  }
}

import CStretto
import StrettoExport
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoRaster
import StrettoSVG
import StrettoVector

/// Status code and message of a C function that fails.
struct ABIError: Error {
  let status: Status
  let message: String
  /// Line of the document that the error is about; 0 for errors without a document.
  var line = 0

  private init(_ status: Int, _ message: String) {
    (self.status, self.message) = (Status(status), message)
  }

  static func invalid(_ message: String) -> Self { Self(STRETTO_ERROR_INVALID_ARGUMENT, message) }
  static func handle(_ message: String) -> Self { Self(STRETTO_ERROR_INVALID_HANDLE, message) }
  static func keyPath(_ message: String) -> Self { Self(STRETTO_ERROR_KEY_PATH, message) }
  static func limit(_ message: String) -> Self { Self(STRETTO_ERROR_LIMIT, message) }
  static func load(_ message: String) -> Self { Self(STRETTO_ERROR_LOAD, message) }
  static func write(_ message: String) -> Self { Self(STRETTO_ERROR_WRITE, message) }
  static func document(_ message: String) -> Self { Self(STRETTO_ERROR_DOCUMENT, message) }
  static var cancelled: Self { Self(STRETTO_ERROR_CANCELLED, "the call was cancelled") }

  /// Converts any error that another module of Stretto throws into a status code and a message.
  init(_ error: any Error) {
    switch error {
    case let error as ABIError: self = error
    case is Cancelled, PresentationError.cancelled, TimeMapError.cancelled, RasterError.cancelled,
      ExportError.cancelled, VectorError.cancelled:
      self = .cancelled
    case TreeError.tooDeep: self = .limit(TreeError.tooDeep.sentence)
    case let error as TreeError: self = .invalid(error.sentence)
    case let error as AnimationError: self = .invalid(error.sentence)
    case let error as PresentationError: self = .limit(error.sentence)
    case let error as TimeMapError:
      let isLimit = error == .tooManyCopies || error == .tooDeep
      self = isLimit ? .limit(error.sentence) : .invalid(error.sentence)
    case ConversionError.copy(let error): self = .init(error)
    case let error as ConversionError: self = .invalid(error.sentence)
    case ExportError.tooLong: self = .limit(ExportError.tooLong.sentence)
    case let error as ExportError: self = .invalid(error.sentence)
    case RasterError.limit(let limit): self = .limit(limit.sentence)
    case RasterError.noMemory: self = .limit(RasterError.outOfMemory)
    case SVGError.stackTooSmall:
      self = .limit("the stack of this thread is too small for groups as deep as the frame's")
    case SVGError.limit(let limit): self = .limit(limit.sentence)
    case let error as VectorError:
      self = error.isLimit ? .limit(error.sentence) : .invalid(error.sentence)
    case let error as NoMemory:
      self = .limit("there is no memory for \(error.width) x \(error.height) pixels")
    default: self = .invalid("\(error)")
    }
  }
}

extension SVGLimit {
  fileprivate var sentence: String {
    let counted =
      switch self {
      case .shapes: "shapes, copies counted one by one"
      case .bytes: "bytes"
      case .pixels: "pixels in pictures; a smaller scale makes less of some of them"
      case .pictures: "things that have no vector form"
      }
    return "an SVG file has at most \(most) \(counted)"
  }
}

extension TreeError {
  fileprivate var sentence: String {
    switch self {
    case .cycle: "a layer cannot be put into itself or into a layer below it"
    case .tooDeep: "the tree would be more than \(Layer.depthLimit) layers deep"
    case .sceneRoot: "the root of a scene cannot be moved; move its sublayers instead"
    case .glyph: "the glyph layer of a text cannot be moved"
    case .twice: "a layer was given twice; a layer has at most one superlayer"
    case .indexOutOfRange(let count):
      "there are \(count) other sublayers: an index of 0 to \(count) is allowed"
    }
  }
}

extension ConversionError {
  fileprivate var sentence: String {
    switch self {
    case .copy(let error): error.sentence
    case .notInPortal: "the portal shows neither this copy of the layer nor a layer around it"
    case .notShown: "a layer between the two has ended at that time, or has no size to scale by"
    case .flat:
      "the point cannot be converted: a layer between the two is seen edge-on or lies behind the eye"
    }
  }
}

func require(_ condition: Bool, _ error: @autoclosure () -> ABIError) throws {
  if !condition { throw error() }
}

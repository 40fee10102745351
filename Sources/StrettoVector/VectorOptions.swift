import StrettoGeometry
import StrettoImaging
import StrettoPresentation
import StrettoRaster

/// What a writer does with a layer that its format has no word for.
public enum Fallback: Int32, Sendable {
  /// Throws `VectorError.unsupported`.
  case error = 0
  /// Writes the layer with its sublayers as a picture, or as many pictures as it shows one after another.
  case image = 1
}

/// Options of a moving vector file.
public struct VectorOptions: Sendable {
  /// Seconds of the file; nil for the scene's loop, or until a scene that ends stands still.
  public var duration: Double?
  /// Time of the scene at which the file begins; nil for the time from which the scene is periodic.
  public var start: Double?
  /// Distance in points by which something may be drawn off its place.
  public var tolerance: Double = 0.1
  /// Frames a second: of a Lottie file, and of pictures that stand for what has no vector form.
  public var frameRate: Double = 60
  public var fallback: Fallback = .error
  /// Pixels a point of those pictures.
  public var scale: Double = 2

  public init() {}
}

/// Why a moving vector file was not written. Its `sentence` says what each case means.
public enum VectorError: Error, Equatable {
  /// A layer has a property that the format has no word for.
  ///
  /// `needsBackdrop` is true if the layer changes what lies below it, which a picture of the layer alone cannot show.
  case unsupported(layer: String, property: String, format: String, needsBackdrop: Bool = false)
  /// The scene never repeats, and no duration was given.
  case noLoop
  case tooManyElements, tooManyParticles, tooManyKeyframes, tooManyPixels
  case badTime
  /// A picture in the file cannot be drawn. The sentence says why.
  case picture(String)
  case stackTooSmall
  case cancelled
}

extension VectorError {
  /// Elements that a file has at most: players draw each one by one.
  public static let elementLimit: Int = 20_000
  /// Particles of one emitter that a file has at most, all that live at some time counted.
  public static let particleLimit: Int = 2_000
  /// Keyframes of all tracks of a file.
  public static let keyframeLimit: Int = 400_000
  /// Pixels of all pictures that stand for what has no vector form.
  public static let pixelLimit: Int = 1 << 26

  /// Whether the file would be too large, as against what the scene shows.
  public var isLimit: Bool {
    switch self {
    case .tooManyElements, .tooManyParticles, .tooManyKeyframes, .tooManyPixels, .picture,
      .stackTooSmall:
      true
    case .unsupported, .noLoop, .badTime, .cancelled: false
    }
  }

  /// Whether pictures may stand for the layer.
  var hasPicture: Bool {
    switch self {
    case .unsupported(_, _, _, let needsBackdrop): !needsBackdrop
    case .tooManyParticles: true
    default: false
    }
  }

  public var sentence: String {
    switch self {
    case .unsupported(let layer, let property, let format, _):
      "\(format) has no word for \(property) of \(layer); fallback=\"image\" writes a picture of it"
    case .noLoop:
      "the scene never repeats, so that the file needs a length: give a duration in seconds"
    case .tooManyElements:
      "the file would have more than \(VectorError.elementLimit) elements; a clip has room for more"
    case .tooManyParticles:
      "an emitter has more than \(VectorError.particleLimit) particles in the file's time, and each is an element; "
        + "lower its birth rate, or save a clip"
    case .tooManyKeyframes:
      "the file would have more than \(VectorError.keyframeLimit) keyframes; give a shorter duration or a larger tolerance"
    case .tooManyPixels:
      "the pictures in the file would have more than \(VectorError.pixelLimit) pixels; give a shorter duration, "
        + "fewer frames a second or a smaller scale"
    case .badTime: "start and duration are finite seconds, and the duration is above 0"
    case .picture(let sentence): sentence
    case .stackTooSmall: "there is no thread with a stack that is large enough for the scene"
    case .cancelled: "the call was cancelled"
    }
  }
}

extension VectorError {
  init(_ error: PresentationError) {
    self = error == .cancelled ? .cancelled : .picture(error.sentence)
  }

  init(_ error: RasterError) {
    switch error {
    case .cancelled: self = .cancelled
    case .noMemory: self = .picture(RasterError.outOfMemory)
    case .limit(let limit): self = .picture(limit.sentence)
    }
  }
}

extension PixelBuffer {
  /// Clear pixels for a picture in a file.
  static func forPicture(_ width: Int, _ height: Int) throws(VectorError) -> PixelBuffer {
    do throws(NoMemory) {
      return try PixelBuffer(ifRoomFor: width, by: height)
    } catch {
      throw .picture("there is no memory for \(width) x \(height) pixels")
    }
  }
}

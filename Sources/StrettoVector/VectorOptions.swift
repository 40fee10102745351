import StrettoGeometry
import StrettoImaging
import StrettoPresentation
import StrettoRaster

/// How a writer handles a layer that the file's format cannot express.
public enum Fallback: Int32, Sendable {
  /// The writer throws `VectorError.unsupported`.
  case error = 0
  /// Writes the layer with its sublayers as a picture, or as a sequence of pictures if the layer changes.
  case image = 1
}

/// Options of an animated vector file.
public struct VectorOptions: Sendable {
  /// The duration of the file in seconds. If `duration` is nil, the file lasts one loop of the scene, or until the scene stops
  /// changing.
  public var duration: Double?
  /// The scene time in seconds at which the file begins. If `start` is nil, the file begins at the time from which the scene is
  /// periodic.
  public var start: Double?
  /// The greatest distance in points between a drawn point and its exact position.
  public var tolerance: Double = 0.1
  /// Frames per second of a Lottie file, and of pictures that replace content without a vector form.
  public var frameRate: Double = 60
  public var fallback: Fallback = .error
  /// Pixels per point of the pictures that replace content without a vector form.
  public var scale: Double = 2

  public init() {}

  /// The number of pictures in a sequence that lasts as long as the file: at most 60 per second, and at least one.
  func pictureCount(in duration: Double) -> Int {
    max(1, Int(clampingUp: duration * min(frameRate, 60)))
  }
}

/// The reason why a vector file was not written. The property `sentence` of the error is its message.
public enum VectorError: Error, Equatable {
  /// A layer has a property that the format cannot express.
  ///
  /// The flag `needsBackdrop` is true if the layer changes the content below the layer, which a picture of the layer alone cannot
  /// show.
  case unsupported(layer: String, property: String, format: String, needsBackdrop: Bool = false)
  /// The scene never repeats, and the options have no duration.
  case noLoop
  case tooManyElements, tooManyParticles, tooManyKeyframes, tooManyPixels
  case badTime
  /// A picture in the file cannot be drawn. The associated value of the error is the reason, as a sentence.
  case picture(String)
  case stackTooSmall
  case cancelled
}

extension VectorError {
  /// The greatest number of elements of a file, because players draw each element separately.
  public static let elementLimit: Int = 20_000
  /// The greatest number of particles of one emitter in a file. All particles that are alive at some time of the file count
  /// towards the limit.
  public static let particleLimit: Int = 2_000
  /// The greatest number of keyframes of all tracks of a file.
  public static let keyframeLimit: Int = 400_000
  /// The greatest number of pixels of all pictures in a file that replace content without a vector form.
  public static let pixelLimit: Int = 1 << 26

  /// Whether the error means that the file would exceed a limit.
  public var isLimit: Bool {
    switch self {
    case .tooManyElements, .tooManyParticles, .tooManyKeyframes, .tooManyPixels, .picture,
      .stackTooSmall:
      true
    case .unsupported, .noLoop, .badTime, .cancelled: false
    }
  }

  /// Whether the writer may replace the layer by pictures after this error.
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
  /// Transparent pixels for a picture in a file.
  static func forPicture(_ width: Int, _ height: Int) throws(VectorError) -> PixelBuffer {
    do throws(NoMemory) {
      return try PixelBuffer(ifMemoryFor: width, by: height)
    } catch {
      throw .picture("there is no memory for \(width) x \(height) pixels")
    }
  }
}

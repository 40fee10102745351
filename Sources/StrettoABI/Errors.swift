import CStretto
import StrettoDocument
import StrettoExport
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoPresentation
import StrettoQuestions
import StrettoRaster
import StrettoSVG

/// What crosses the border when something cannot be done: a code and a sentence.
struct ABIError: Error {
  let status: stretto_status
  let message: String
  /// Of a document; 0 for all other errors.
  let line: Int

  init(status: stretto_status, message: String, line: Int = 0) {
    (self.status, self.message, self.line) = (status, message, line)
  }

  static func invalid(_ message: String) -> ABIError {
    ABIError(status: stretto_status(STRETTO_ERROR_INVALID_ARGUMENT), message: message)
  }
  static func handle(_ message: String) -> ABIError {
    ABIError(status: stretto_status(STRETTO_ERROR_INVALID_HANDLE), message: message)
  }
  static func keyPath(_ message: String) -> ABIError {
    ABIError(status: stretto_status(STRETTO_ERROR_KEY_PATH), message: message)
  }
  static func limit(_ message: String) -> ABIError {
    ABIError(status: stretto_status(STRETTO_ERROR_LIMIT), message: message)
  }
  static func load(_ message: String) -> ABIError {
    ABIError(status: stretto_status(STRETTO_ERROR_LOAD), message: message)
  }
  static func write(_ message: String) -> ABIError {
    ABIError(status: stretto_status(STRETTO_ERROR_WRITE), message: message)
  }

  /// The wording of every error that the rooms throw.
  init(_ error: any Error) {
    switch error {
    case let error as ABIError: self = error
    case let error as TreeError: self = .init(tree: error)
    case let error as PresentationError: self = .init(presentation: error)
    case let error as TimeMapError: self = .init(timeMap: error)
    case let error as ConversionError: self = .init(conversion: error)
    case let error as ExportError: self = .init(export: error)
    case let error as RasterError: self = .init(raster: error)
    case let error as SVGError: self = .init(svg: error)
    case is Cancelled: self = .cancelled
    default: self = .invalid("\(error)")
    }
  }

  private init(tree error: TreeError) {
    switch error {
    case .cycle:
      self = .invalid("a layer cannot be put into itself or into a layer below it")
    case .tooDeep:
      self = .limit("the tree would be more than \(Layer.depthLimit) layers deep")
    case .sceneRoot:
      self = .invalid("the root of a scene stays there; put its sublayers elsewhere")
    case .glyph:
      self = .invalid("the glyph layer of a text stays in its text")
    case .twice:
      self = .invalid("a layer was given twice; it can be in one place")
    case .indexOutOfRange(let count):
      self = .invalid("there are \(count) other sublayers: an index of 0 to \(count) is allowed")
    }
  }

  private init(presentation error: PresentationError) {
    self = error == .cancelled ? .cancelled : .limit(error.sentence)
  }

  private init(export error: ExportError) {
    switch error {
    case .cancelled: self = .cancelled
    case .tooLong: self = .limit(error.sentence)
    default: self = .invalid(error.sentence)
    }
  }

  private init(raster error: RasterError) {
    switch error {
    case .cancelled: self = .cancelled
    case .limit(let limit): self = .limit(limit.sentence)
    }
  }

  private init(svg error: SVGError) {
    switch error {
    case .stackTooSmall:
      self = .limit("the stack of this thread is too small for groups as deep as the frame's")
    case .limit(let limit):
      let what =
        switch limit {
        case .shapes: "shapes, copies counted one by one"
        case .bytes: "bytes"
        case .pixels: "pixels in pictures; a smaller scale makes less of some of them"
        case .pictures: "things that have no vector form"
        }
      self = .limit("an SVG file has at most \(limit.most) \(what)")
    }
  }

  private init(conversion error: ConversionError) {
    switch error {
    case .copy(let error): self = .init(timeMap: error)
    case .notInPortal:
      self = .invalid("the portal shows neither this copy of the layer nor a layer around it")
    case .notShown:
      self = .invalid("a layer on the way is over at that time, or has no size to be stretched by")
    case .flat:
      self = .invalid(
        "the point has no place there: a layer on the way is seen from its edge, or from behind the eye"
      )
    }
  }

  private init(timeMap error: TimeMapError) {
    switch error {
    case .cancelled: self = .cancelled
    case .tooManyCopies, .tooDeep: self = .limit(error.sentence)
    case .tooManyIndices, .indexOutOfRange, .notInTree: self = .invalid(error.sentence)
    }
  }
}

/// The text of each thread's last error, in memory that stays in its place as long as the thread lives: a program may
/// have asked for it before the call whose arguments it prints.
private let messageKey: pthread_key_t = {
  var key = pthread_key_t()
  pthread_key_create(&key) { free($0) }
  return key
}()

/// The line of each thread's last error, in place of an address.
private let lineKey: pthread_key_t = {
  var key = pthread_key_t()
  pthread_key_create(&key, nil)
  return key
}()

func lastErrorLine() -> UInt32 {
  UInt32(clamping: UInt(bitPattern: pthread_getspecific(lineKey)))
}

private func remember(_ error: ABIError) -> stretto_status {
  pthread_setspecific(lineKey, UnsafeRawPointer(bitPattern: error.line))
  if let room = messageRoom() {
    let bytes = shortened(Array(error.message.printable.utf8))
    for (place, byte) in bytes.enumerated() { room[place] = CChar(bitPattern: byte) }
    room[bytes.count] = 0
  }
  return error.status
}

/// Bytes of a sentence, with the 0 at its end.
private let messageCapacity = 4096

/// A sentence without its middle where it is too long: there it quotes what was given.
private func shortened(_ bytes: [UInt8]) -> [UInt8] {
  guard bytes.count >= messageCapacity else { return bytes }
  let half = messageCapacity / 2 - 2
  // Whole characters: none begins within another one.
  func begins(_ place: Int) -> Bool { bytes[place] & 0xC0 != 0x80 }
  let end = (0...half).last { begins($0) } ?? 0
  let start = (bytes.count - half..<bytes.count).first { begins($0) } ?? bytes.count
  return Array(bytes[..<end]) + Array("...".utf8) + Array(bytes[start...])
}

/// The calling thread's memory; nil where there is none left.
private func messageRoom() -> UnsafeMutablePointer<CChar>? {
  if let known = pthread_getspecific(messageKey) {
    return known.assumingMemoryBound(to: CChar.self)
  }
  guard let memory = calloc(messageCapacity, 1) else { return nil }
  pthread_setspecific(messageKey, memory)
  return memory.assumingMemoryBound(to: CChar.self)
}

// A literal lives as long as the library.
private let noMessage: StaticString = ""

/// The calling thread's last error, "" if it had none.
func lastErrorMessage() -> UnsafePointer<CChar> {
  messageRoom().map { UnsafePointer($0) }
    ?? UnsafeRawPointer(noMessage.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// Runs a body that needs no lock of an object's, and turns what it throws into a status. Every call comes through here,
/// once: no body calls what attempts something.
func attempt(_ body: () throws -> Void) -> stretto_status {
  calls.reading { attemptBesideFork(body) }
}

/// The same for a call that must not wait while `fork` waits for other calls.
func attemptBesideFork(_ body: () throws -> Void) -> stretto_status {
  do {
    try body()
    return stretto_status(STRETTO_OK)
  } catch {
    return remember(ABIError(error))
  }
}

/// Runs a body on the object behind a handle while its tree does not change.
func reading<T: BorderObject>(
  _ handle: OpaquePointer?, _ type: T.Type, _ body: (T) throws -> Void
) -> stretto_status {
  attempt {
    try pinned(handle, type) { object, pin in try pin.tree.reading { try body(object) } }
  }
}

/// Runs a body on the object behind a handle while nothing else looks at its tree, into which the object behind
/// another handle comes.
func changing<T: BorderObject>(
  _ handle: OpaquePointer?, _ type: T.Type, joining other: OpaquePointer? = nil,
  _ body: (T) throws -> Void
) -> stretto_status {
  attempt {
    try pinned(handle, type) { object, pin in
      handles.tree(other)?.join(pin.tree)
      try pin.tree.writing { try body(object) }
    }
  }
}

/// The same for a list of handles, which the body is given.
func changing<T: BorderObject>(
  _ handle: OpaquePointer?, _ type: T.Type, joining others: UnsafePointer<OpaquePointer?>?,
  _ count: UInt32, _ name: String, _ body: (T, [OpaquePointer?]) throws -> Void
) -> stretto_status {
  attempt {
    let others = try array(others, count, name)
    try pinned(handle, type) { object, pin in
      for other in others { handles.tree(other)?.join(pin.tree) }
      try pin.tree.writing { try body(object, others) }
    }
  }
}

/// As `reading`, for what may take long: `CallEnd` says when it is to end early.
func asking(_ scene: OpaquePointer?, _ body: (Scene, CallEnd) throws -> Void) -> stretto_status {
  asking(scene, Scene.self, body)
}

func asking<T: BorderObject>(
  _ handle: OpaquePointer?, _ type: T.Type, _ body: (T, CallEnd) throws -> Void
) -> stretto_status {
  attempt {
    try pinned(handle, type) { object, pin in
      let end = CallEnd()
      end.begin(pin.cancels)
      try end.check()
      try pin.tree.reading { try body(object, end) }
    }
  }
}

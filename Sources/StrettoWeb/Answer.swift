import StrettoDocument

/// Text or bytes of the last call beside its numeric result: JSON, a document, numbers, or an error message. The answer stays
/// valid until another call sets an answer.
enum Answer {
  nonisolated(unsafe) private(set) static var bytes = UnsafeMutableRawBufferPointer(
    start: nil, count: 0)

  static func give(_ given: UnsafeRawBufferPointer) {
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: given.count, alignment: 8)
    copy.copyMemory(from: given)
    bytes.deallocate()
    bytes = copy
  }

  static func give(_ given: [UInt8]) { given.withUnsafeBytes { give($0) } }

  static func give(_ text: String) { give(Array(text.utf8)) }
}

/// Error of a call, with a message for the person who made the call.
struct WebError: Error {
  /// Kinds of errors, with the numbers of `KINDS` in web/src/errors.js.
  enum Kind: Int32 {
    /// A value is not allowed.
    case invalid = 1
    /// Kind of error for an unknown key path, or for a property that takes another kind of value.
    case keyPath
    /// Kind of error for a request of the page that exceeds a limit of the engine.
    case limit
    /// Kind of error for a call that has exceeded its timeout.
    case timeout
    /// Kind of error for bytes that cannot be opened as a scene.
    case document
    /// Kind of error for a feature that the web engine was built without.
    case unsupported
  }

  let kind: Kind
  let sentence: String

  init(_ kind: Kind, _ sentence: String) { (self.kind, self.sentence) = (kind, sentence) }

  init(_ error: DocumentError) {
    switch error.kind {
    case .cancelled: self = .timeout
    case .limit: self.init(.limit, error.message)
    case .document:
      self.init(.document, error.line > 0 ? "line \(error.line): \(error.message)" : error.message)
    }
  }

  static var timeout: WebError { WebError(.timeout, "the time that was given is over") }
}

/// Runs a body and returns 0, or returns the kind of the thrown error. The message of a thrown error becomes the `Answer`.
func attempt(_ body: () throws(WebError) -> Void) -> Int32 {
  do {
    try body()
    return 0
  } catch {
    Answer.give(error.sentence)
    return error.kind.rawValue
  }
}

// MARK: Memory

@_expose(wasm, "stretto_allocate") @_cdecl("stretto_allocate")
public func allocate(_ count: Int32) -> UnsafeMutableRawPointer {
  .allocate(byteCount: max(1, Int(count)), alignment: 16)
}

@_expose(wasm, "stretto_deallocate") @_cdecl("stretto_deallocate")
public func deallocate(_ pointer: UnsafeMutableRawPointer) { pointer.deallocate() }

@_expose(wasm, "stretto_answer") @_cdecl("stretto_answer")
public func answer() -> UnsafeMutableRawPointer? { Answer.bytes.baseAddress }

@_expose(wasm, "stretto_answer_size") @_cdecl("stretto_answer_size")
public func answerSize() -> Int32 { Int32(Answer.bytes.count) }

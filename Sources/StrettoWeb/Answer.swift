import StrettoDocument

/// The words of the last call beside its result: JSON, a document, numbers, or the sentence of an error. It stays until the
/// next call that has something to say.
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

/// Why a call did nothing, as a sentence for the person who made it.
struct WebError: Error {
  /// Kinds of errors, by the numbers of `KINDS` in web/src/errors.js.
  enum Kind: Int32 {
    /// A value that is not allowed.
    case invalid = 1
    /// A key path that leads nowhere, or takes another kind of value.
    case keyPath
    /// More than a page may ask for.
    case limit
    /// The time that was given is over.
    case timeout
    /// Bytes that are no scene.
    case document
    /// Something that this engine was built without.
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

/// Runs a body; 0, or the kind of its error, whose sentence is then the answer.
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

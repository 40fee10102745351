// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry

/// Creates a key for a thread-local value. The function `end` receives the thread-local value when the thread ends.
func threadKey(_ end: (@convention(c) (UnsafeMutableRawPointer?) -> Void)? = nil) -> pthread_key_t {
  var key = pthread_key_t()
  pthread_key_create(&key, end)
  return key
}

/// Message of each thread's last error. The memory of the message keeps its address until the thread ends, because a program may
/// have asked for the address before the call that fails.
private let messageKey = threadKey { free($0) }
/// Line number of each thread's last error, which is stored in the pointer itself.
private let lineKey = threadKey()

@c @implementation public func stretto_error_line() -> UInt32 {
  UInt32(clamping: UInt(bitPattern: pthread_getspecific(lineKey)))
}

@c @implementation public func stretto_error_message() -> UnsafePointer<CChar>! {
  if let buffer = messageBuffer() { return UnsafePointer(buffer) }
  // A static string lives as long as the library.
  let none: StaticString = ""
  return UnsafeRawPointer(none.utf8Start).assumingMemoryBound(to: CChar.self)
}

func remember(_ error: ABIError) -> Status {
  pthread_setspecific(lineKey, UnsafeRawPointer(bitPattern: error.line))
  if let buffer = messageBuffer() {
    let bytes = shortened(Array(error.message.printable.utf8))
    for (index, byte) in bytes.enumerated() { buffer[index] = CChar(bitPattern: byte) }
    buffer[bytes.count] = 0
  }
  return error.status
}

/// Capacity of an error message in bytes, including the final NUL.
private let messageCapacity = 4096

/// Shortens a long message by cutting out the middle, where the message quotes the caller's argument.
private func shortened(_ bytes: [UInt8]) -> [UInt8] {
  guard bytes.count >= messageCapacity else { return bytes }
  let half = messageCapacity / 2 - 2
  // In UTF-8, a character starts at every byte that is not a continuation byte.
  func begins(_ index: Int) -> Bool { bytes[index] & 0xC0 != 0x80 }
  let end = (0...half).last { begins($0) } ?? 0
  let start = (bytes.count - half..<bytes.count).first { begins($0) } ?? bytes.count
  return Array(bytes[..<end]) + Array("...".utf8) + Array(bytes[start...])
}

/// Memory of the calling thread for an error message, or nil if no memory is left.
private func messageBuffer() -> Out<CChar> {
  if let known = pthread_getspecific(messageKey) {
    return known.assumingMemoryBound(to: CChar.self)
  }
  guard let memory = calloc(messageCapacity, 1) else { return nil }
  pthread_setspecific(messageKey, memory)
  return memory.assumingMemoryBound(to: CChar.self)
}

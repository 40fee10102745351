// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry

/// Key of a value that each thread has for itself; `end` is called with it where a thread ends.
func threadKey(_ end: (@convention(c) (UnsafeMutableRawPointer?) -> Void)? = nil) -> pthread_key_t {
  var key = pthread_key_t()
  pthread_key_create(&key, end)
  return key
}

/// Text of each thread's last error, in memory that stays in its place as long as the thread lives: a program may
/// have asked for it before the call whose arguments it prints.
private let messageKey = threadKey { free($0) }
/// Line of each thread's last error, in place of an address.
private let lineKey = threadKey()

@c @implementation public func stretto_error_line() -> UInt32 {
  UInt32(clamping: UInt(bitPattern: pthread_getspecific(lineKey)))
}

@c @implementation public func stretto_error_message() -> UnsafePointer<CChar>! {
  if let room = messageRoom() { return UnsafePointer(room) }
  // A literal lives as long as the library.
  let none: StaticString = ""
  return UnsafeRawPointer(none.utf8Start).assumingMemoryBound(to: CChar.self)
}

func remember(_ error: ABIError) -> Status {
  pthread_setspecific(lineKey, UnsafeRawPointer(bitPattern: error.line))
  if let room = messageRoom() {
    let bytes = shortened(Array(error.message.printable.utf8))
    for (place, byte) in bytes.enumerated() { room[place] = CChar(bitPattern: byte) }
    room[bytes.count] = 0
  }
  return error.status
}

/// Bytes of a sentence at most, its final 0 included.
private let messageCapacity = 4096

/// Cuts the middle out of a sentence that is too long: there it quotes what was given.
private func shortened(_ bytes: [UInt8]) -> [UInt8] {
  guard bytes.count >= messageCapacity else { return bytes }
  let half = messageCapacity / 2 - 2
  // Whole characters: none begins within another one.
  func begins(_ place: Int) -> Bool { bytes[place] & 0xC0 != 0x80 }
  let end = (0...half).last { begins($0) } ?? 0
  let start = (bytes.count - half..<bytes.count).first { begins($0) } ?? bytes.count
  return Array(bytes[..<end]) + Array("...".utf8) + Array(bytes[start...])
}

/// Memory of the calling thread for a sentence; nil if there is none left.
private func messageRoom() -> Out<CChar> {
  if let known = pthread_getspecific(messageKey) {
    return known.assumingMemoryBound(to: CChar.self)
  }
  guard let memory = calloc(messageCapacity, 1) else { return nil }
  pthread_setspecific(messageKey, memory)
  return memory.assumingMemoryBound(to: CChar.self)
}

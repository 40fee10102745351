// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto

// A literal lives as long as the library.
private let version: StaticString = "0.1.0"

@c @implementation public func stretto_version() -> UnsafePointer<CChar>! {
  UnsafeRawPointer(version.utf8Start).assumingMemoryBound(to: CChar.self)
}

@c @implementation public func stretto_abi_version() -> UInt32 { UInt32(STRETTO_ABI) }

@c @implementation public func stretto_error_message() -> UnsafePointer<CChar>! {
  lastErrorMessage()
}

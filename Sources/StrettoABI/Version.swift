// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto

// A literal lives as long as the library.
private let version: StaticString = "0.1.0"

@_cdecl("stretto_version") @implementation
public func stretto_version() -> UnsafePointer<CChar>! {
  UnsafeRawPointer(version.utf8Start).assumingMemoryBound(to: CChar.self)
}

@_cdecl("stretto_abi_version") @implementation
public func stretto_abi_version() -> UInt32 { UInt32(STRETTO_ABI) }

@_cdecl("stretto_error_message") @implementation
public func stretto_error_message() -> UnsafePointer<CChar>! { lastErrorMessage() }

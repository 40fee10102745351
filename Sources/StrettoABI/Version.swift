// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry

/// The header's version as a C string, which lives as long as the process.
nonisolated(unsafe) private let version = strdup(STRETTO_VERSION)

@c @implementation public func stretto_version() -> UnsafePointer<CChar>! { UnsafePointer(version) }

@c @implementation public func stretto_abi_version() -> UInt32 { UInt32(STRETTO_ABI) }

@c @implementation public func stretto_error_message() -> UnsafePointer<CChar>! {
  lastErrorMessage()
}

@c @implementation public func stretto_error_line() -> UInt32 { lastErrorLine() }

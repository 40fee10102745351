// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto

@c @implementation public func stretto_version() -> UnsafePointer<CChar>! {
  interned(STRETTO_VERSION)
}

@c @implementation public func stretto_abi_version() -> UInt32 { UInt32(STRETTO_ABI) }

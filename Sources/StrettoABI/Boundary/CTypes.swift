import CStretto

// Every function of the interface checks, converts, calls and converts back. include/stretto.h says what it means.

/// Handle of an object as a C program gives it: of a live object or a released one, NULL, or any other bits.
public typealias Handle = OpaquePointer?
/// Text as a C program gives it: NULL, or bytes that end with 0.
public typealias CString = UnsafePointer<CChar>?
/// Memory that a call reads values from; it may be NULL.
public typealias In<Value> = UnsafePointer<Value>?
/// Memory that a call writes values to; it may be NULL.
public typealias Out<Value> = UnsafeMutablePointer<Value>?
/// Code that a call returns.
public typealias Status = stretto_status

let succeeded = Status(STRETTO_OK)

import CStretto

// Every C function checks its arguments, converts them, calls the library and converts the result. The header include/stretto.h
// documents the functions.

/// Handle that a C program passes: a live object, a released object, NULL or any other bits.
public typealias Handle = OpaquePointer?
/// Text that a C program passes: NULL, or bytes that end with 0.
public typealias CString = UnsafePointer<CChar>?
/// Pointer to memory that a call reads; the pointer may be NULL.
public typealias In<Value> = UnsafePointer<Value>?
/// Pointer to memory that a call writes; the pointer may be NULL.
public typealias Out<Value> = UnsafeMutablePointer<Value>?
/// Status code that a C function returns.
public typealias Status = stretto_status

let succeeded = Status(STRETTO_OK)

/// Stands in for the standard library's function that writes the name of a Unicode character: says that there is none.
///
/// Nothing here asks for names, and their table is a twentieth of the library. `Unicode.Scalar.Properties` holds the function,
/// and with it the table, whoever calls it: the linker is told to take this one (`--wrap` in Package.swift,
/// docs/decisions/build.md).
@_cdecl("__wrap__swift_stdlib_getScalarName") public func scalarName(
  _ scalar: UInt32, _ buffer: Out<UInt8>, _ capacity: Int
) -> Int { 0 }

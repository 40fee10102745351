/// Replaces the standard library's lookup of Unicode character names. The replacement of the lookup finds no name for any
/// character.
///
/// The table of names is a twentieth of the library's size, and Stretto never reads a character name. `Unicode.Scalar.Properties`
/// refers to the lookup, so the linker would include the table of names. The linker option `--wrap` in Package.swift selects the
/// replacement (docs/decisions/build.md).
@_cdecl("__wrap__swift_stdlib_getScalarName") public func scalarName(
  _ scalar: UInt32, _ buffer: Out<UInt8>, _ capacity: Int
) -> Int { 0 }

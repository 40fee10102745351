/// An index that takes 4 bytes. A text may have a million characters and glyphs, so the size of their records decides how much
/// memory a layout takes.
@propertyWrapper
public struct ShortIndex: Equatable, Sendable {
  @usableFromInline var stored: Int32

  @inlinable public init(wrappedValue: Int) { stored = Int32(truncatingIfNeeded: wrappedValue) }

  @inlinable public var wrappedValue: Int {
    get { Int(stored) }
    set { stored = Int32(truncatingIfNeeded: newValue) }
  }
}

/// An index of 0 or more that takes 4 bytes, or nil.
@propertyWrapper
public struct OptionalShortIndex: Equatable, Sendable {
  @usableFromInline var stored: Int32

  @inlinable public init(wrappedValue: Int?) {
    stored = Int32(truncatingIfNeeded: wrappedValue ?? -1)
  }

  @inlinable public var wrappedValue: Int? {
    get { stored < 0 ? nil : Int(stored) }
    set { stored = Int32(truncatingIfNeeded: newValue ?? -1) }
  }
}

/// A range of indices that takes 8 bytes.
@propertyWrapper
public struct ShortRange: Equatable, Sendable {
  @usableFromInline var first: Int32
  @usableFromInline var count: Int32

  @inlinable public init(wrappedValue: Range<Int>) {
    first = Int32(truncatingIfNeeded: wrappedValue.lowerBound)
    count = Int32(truncatingIfNeeded: wrappedValue.count)
  }

  @inlinable public var wrappedValue: Range<Int> {
    get { Int(first)..<Int(first) + Int(count) }
    set { self = ShortRange(wrappedValue: newValue) }
  }
}

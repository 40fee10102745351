/// A value at a memory address that does not change, so that a large value is read and changed in place.
///
/// The owner of the value calls `end` once. No copy of the reference may be used afterwards.
public struct StableValue<Value>: Equatable, @unchecked Sendable {
  @usableFromInline let address: UnsafeMutablePointer<Value>

  @inlinable public init(_ value: Value) {
    address = .allocate(capacity: 1)
    address.initialize(to: value)
  }

  /// Releases the value and its memory.
  @inlinable public func end() {
    address.deinitialize(count: 1)
    address.deallocate()
  }

  /// Releases the value and stores another value, without the temporary copy that an assignment makes.
  @inlinable public func replace(with value: Value) {
    address.deinitialize(count: 1)
    address.initialize(to: value)
  }

  /// Address of the value. Properties that return the whole value use `readOnly` in `unsafeAddress`, because a coroutine (`_read`)
  /// would copy the value, and code that Swift 6.3 compiles may read the copy after the coroutine has freed the copy.
  @inlinable public var readOnly: UnsafePointer<Value> { UnsafePointer(address) }

  @inlinable public var pointee: Value {
    @inline(__always) unsafeAddress { readOnly }
    @inline(__always) nonmutating unsafeMutableAddress { address }
  }
}

import StrettoGeometry
import StrettoLayers

/// The objects that the other side of the border holds, and what it knows them by.
///
/// A handle looks like a pointer but is never followed: it is a slot's number with the slot's generation, so
/// that NULL, a released handle and a number that was never one are told apart from a live one.
final class HandleTable: @unchecked Sendable {
  private struct Slot {
    var object: AnyObject?
    var generation: UInt32 = 1
    var references = 0
    /// One of the references is somebody's inside the library, and not to be released from outside.
    var isLent = false
  }

  private var slots: [Slot] = []
  private var free: [Int] = []
  private var slotOfObject: [ObjectIdentifier: Int] = [:]
  private let lock = ReadWriteLock()

  /// The handle of an object, with one more reference.
  func retain(_ object: AnyObject) -> OpaquePointer? {
    lock.writing {
      let index = slotOfObject[ObjectIdentifier(object)] ?? newSlot(for: object)
      slots[index].references += 1
      return encode(index)
    }
  }

  /// The handle of an object as it is, without a further reference; nil if it has none.
  func handle(of object: AnyObject) -> OpaquePointer? {
    lock.reading { slotOfObject[ObjectIdentifier(object)].flatMap { encode($0) } }
  }

  /// Gives an object a handle that callers borrow; the reference is the library's until `endLoan(of:)`.
  func lend(_ object: AnyObject) {
    _ = retain(object)
    lock.writing { slotOfObject[ObjectIdentifier(object)].map { slots[$0].isLent = true } }
  }

  /// Takes the library's own reference back.
  func endLoan(of object: AnyObject) {
    lock.writing { slotOfObject[ObjectIdentifier(object)].map { slots[$0].isLent = false } }
    _ = release(handle(of: object))
  }

  /// Whether the only reference left is one that callers borrow.
  func isOnlyLent(_ handle: OpaquePointer?) -> Bool {
    lock.reading { decode(handle).map { slots[$0].isLent && slots[$0].references == 1 } ?? false }
  }

  /// The object behind a handle; nil for anything that is not a live one.
  func object(_ handle: OpaquePointer?) -> AnyObject? {
    lock.reading { decode(handle).flatMap { slots[$0].object } }
  }

  /// One reference less; the object, if that was the last one, so that it goes outside this lock.
  ///
  /// - Returns: whether the handle was a live one, and what is to be let go.
  func release(_ handle: OpaquePointer?) -> (isLive: Bool, last: AnyObject?) {
    lock.writing {
      guard let index = decode(handle) else { return (false, nil) }
      slots[index].references -= 1
      guard slots[index].references == 0, let object = slots[index].object else {
        return (true, nil)
      }
      slotOfObject[ObjectIdentifier(object)] = nil
      slots[index].object = nil
      slots[index].generation &+= 1
      free.append(index)
      return (true, object)
    }
  }

  private func newSlot(for object: AnyObject) -> Int {
    let index = free.popLast() ?? slots.count
    if index == slots.count { slots.append(Slot()) }
    slots[index].object = object
    slotOfObject[ObjectIdentifier(object)] = index
    return index
  }

  // A handle's bits: 32 of generation, 28 of slot, and 4 that no aligned pointer ends in.
  private static let mark: UInt = 0xB

  private func encode(_ index: Int) -> OpaquePointer? {
    OpaquePointer(
      bitPattern: UInt(slots[index].generation) << 32 | UInt(index) << 4 | HandleTable.mark)
  }

  private func decode(_ handle: OpaquePointer?) -> Int? {
    let bits = UInt(bitPattern: handle)
    guard bits & 0xF == HandleTable.mark else { return nil }
    let index = Int(bits >> 4 & 0xFFF_FFFF)
    guard index < slots.count, slots[index].object != nil,
      UInt(slots[index].generation) == bits >> 32
    else { return nil }
    return index
  }
}

let handles = HandleTable()

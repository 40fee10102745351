import StrettoImaging
import StrettoLayers
import StrettoText

/// Table of the objects that callers hold handles of.
///
/// A handle looks like a pointer but is never followed: it is a slot's number with the slot's generation, so that NULL, a
/// released handle and a number that was never a handle are told apart from a live one.
///
/// A call pins the objects that it works with. Removing the last reference or the last pin releases the object under the lock
/// of its tree: however releases race, no object ends while a frame reads its tree.
final class HandleTable: @unchecked Sendable {
  private struct Slot {
    /// Object that the slot retains, as long as the slot has references or pins.
    var object: Unmanaged<AnyObject>?
    var tree: TreeLock?
    var cancels: CancelCount?
    var generation: UInt32
    var references = 0
    var pins = 0
    /// True if one of the references is the library's own, which callers cannot release.
    var isLent = false
  }

  /// Object that stays alive while a call works with it.
  struct Pin {
    fileprivate let index: Int
    let object: Unmanaged<AnyObject>
    let tree: TreeLock
    /// Count of the cancellations of a scene; nil for other objects.
    let cancels: CancelCount?
  }

  enum Release { case released, last, dead, borrowed }

  private var slots: [Slot] = []
  /// Generation of a slot that is used for the first time. It differs between the libraries of one process, so that a handle
  /// of another library names nothing here.
  private lazy var firstGeneration = UInt32(
    truncatingIfNeeded: (UInt(bitPattern: ObjectIdentifier(self)) >> 4) &* 0x9E37_79B9)
  private var free: [Int] = []
  private var slotOfObject: [ObjectIdentifier: Int] = [:]
  let lock = ReadWriteLock()

  // MARK: References

  /// Gives the handle of an object, with one more reference. An object found in a tree gets that tree's lock, a new one a lock of
  /// its own.
  func retain(_ object: AnyObject) -> Handle {
    lock.writing {
      let index = slotOfObject[ObjectIdentifier(object)] ?? newSlot(for: object)
      slots[index].references += 1
      return encode(index)
    }
  }

  /// Handle of an object, without a further reference; nil if it has none.
  func handle(of object: AnyObject) -> Handle {
    lock.writing { slotOfObject[ObjectIdentifier(object)].flatMap { encode($0) } }
  }

  /// Removes one reference to a pinned object.
  func release(_ handle: Handle) -> Release {
    lock.writing {
      guard let index = decode(handle) else { return .dead }
      if slots[index].isLent && slots[index].references == 1 { return .borrowed }
      return takeReference(index) ? .last : .released
    }
  }

  /// Gives a scene's root a handle that callers borrow. Its reference is the library's until `endLoan(of:)`.
  func lend(_ object: AnyObject) {
    _ = retain(object)
    lock.writing { slotOfObject[ObjectIdentifier(object)].map { slots[$0].isLent = true } }
  }

  /// Removes the library's own reference.
  func endLoan(of object: AnyObject) {
    let pin: Pin? = lock.writing {
      guard let index = slotOfObject[ObjectIdentifier(object)] else { return nil }
      slots[index].isLent = false
      let pin = addPin(index)
      _ = takeReference(index)
      return pin
    }
    if let pin { unpin(pin) }
  }

  /// Removes a reference; true if it was the last. The handle is then dead, and the object is released with its last pin.
  private func takeReference(_ index: Int) -> Bool {
    slots[index].references -= 1
    guard slots[index].references == 0, let object = slots[index].object else { return false }
    slotOfObject[ObjectIdentifier(object.takeUnretainedValue())] = nil
    slots[index].generation &+= 1
    return true
  }

  // MARK: Pins

  /// Pins the object behind a handle for a call; nil for anything but a live handle.
  func pin(_ handle: Handle) -> Pin? { lock.writing { decode(handle).flatMap { addPin($0) } } }

  func unpin(_ pin: Pin) {
    let isLast = lock.writing {
      slots[pin.index].pins -= 1
      guard slots[pin.index].pins == 0, slots[pin.index].references == 0 else { return false }
      emptySlot(pin.index)
      return true
    }
    // Letting a layer go changes the layers around it.
    if isLast { pin.tree.writing { pin.object.release() } }
  }

  private func addPin(_ index: Int) -> Pin? {
    guard let object = slots[index].object, let tree = slots[index].tree?.root else { return nil }
    slots[index].tree = tree
    slots[index].pins += 1
    return Pin(index: index, object: object, tree: tree, cancels: slots[index].cancels)
  }

  func isLive(_ handle: Handle) -> Bool { lock.writing { decode(handle) != nil } }

  /// Object behind a handle, for a call that holds the lock of its tree.
  func object(_ handle: Handle) -> AnyObject? {
    lock.writing { decode(handle).flatMap { slots[$0].object?.takeUnretainedValue() } }
  }

  /// Class of the object behind a handle. The object is not retained.
  func type(of handle: Handle) -> AnyClass? {
    lock.writing {
      decode(handle).flatMap { slots[$0].object?._withUnsafeGuaranteedRef { Swift.type(of: $0) } }
    }
  }

  func tree(_ handle: Handle) -> TreeLock? {
    lock.writing { decode(handle).flatMap { slots[$0].tree?.root } }
  }

  // MARK: Slots

  private func newSlot(for object: AnyObject) -> Int {
    let index = free.popLast() ?? slots.count
    if index == slots.count { slots.append(Slot(generation: firstGeneration)) }
    slots[index].object = Unmanaged.passRetained(object)
    switch object {
    case is Animation, is PathObject: slots[index].tree = partsLock
    case let scene as Scene:
      slots[index].cancels = CancelCount()
      slots[index].tree = slotOfObject[ObjectIdentifier(scene.root)].flatMap { slots[$0].tree }
    case is Image, is Font: break
    default: slots[index].tree = TreeLock.current
    }
    if slots[index].tree == nil { slots[index].tree = TreeLock() }
    slotOfObject[ObjectIdentifier(object)] = index
    return index
  }

  private func emptySlot(_ index: Int) {
    (slots[index].object, slots[index].tree, slots[index].cancels) = (nil, nil, nil)
    free.append(index)
  }

  // MARK: Fork

  /// Frees the pins of threads that do not exist in a child process.
  func resetAfterFork() {
    lock.reset()
    for index in slots.indices where slots[index].object != nil {
      slots[index].tree?.root.reset()
      slots[index].pins = 0
      // A thread that is gone removed its last reference. The child leaks the object.
      if slots[index].references == 0 { emptySlot(index) }
    }
  }

  // Bits of a handle: 32 of generation, 28 of slot, and 4 that no aligned pointer ends in.
  private static let mark: UInt = 0xB

  private func encode(_ index: Int) -> Handle {
    OpaquePointer(
      bitPattern: UInt(slots[index].generation) << 32 | UInt(index) << 4 | HandleTable.mark)
  }

  private func decode(_ handle: Handle) -> Int? {
    let bits = UInt(bitPattern: handle)
    guard bits & 0xF == HandleTable.mark else { return nil }
    let index = Int(bits >> 4 & 0xFFF_FFFF)
    guard index < slots.count, slots[index].references > 0,
      UInt(slots[index].generation) == bits >> 32
    else { return nil }
    return index
  }
}

let handles = HandleTable()

import StrettoImaging
import StrettoLayers
import StrettoText

/// Table of the objects that C programs hold handles of.
///
/// A handle looks like a pointer but is never dereferenced. A handle encodes the index and the generation of a slot, so that the
/// table can tell a live handle from NULL, a released handle or random bits.
///
/// A call pins the objects that it uses. The thread that removes the last reference or the last pin releases the object under the
/// lock of its tree. No object ends while a frame reads the tree of the object, however threads race.
final class HandleTable: @unchecked Sendable {
  private struct Slot {
    /// Object that the slot retains until the last reference and the last pin are gone.
    var object: Unmanaged<AnyObject>?
    var tree: TreeLock?
    var cancels: CancelCount?
    var generation: UInt32
    var references = 0
    var pins = 0
    /// True if the library owns one of the references. A caller cannot release a reference that the library owns.
    var isBorrowed = false
  }

  /// Object that stays alive while a call uses it.
  struct Pin {
    fileprivate let index: Int
    let object: Unmanaged<AnyObject>
    let tree: TreeLock
    /// Cancellation counter of a scene; nil for other objects.
    let cancels: CancelCount?
  }

  enum Release { case released, last, dead, borrowed }

  private var slots: [Slot] = []
  /// Generation of a fresh slot. Two copies of the library in one process have different first generations, so that one library
  /// rejects the handles of the other.
  private lazy var firstGeneration = UInt32(
    truncatingIfNeeded: (UInt(bitPattern: ObjectIdentifier(self)) >> 4) &* 0x9E37_79B9)
  private var free: [Int] = []
  private var slotOfObject: [ObjectIdentifier: Int] = [:]
  let lock = ReadWriteLock()

  // MARK: References

  /// Returns the handle of an object and adds a reference. An object that a call finds in a tree gets the lock of that tree, and
  /// a new object gets a new lock.
  func retain(_ object: AnyObject) -> Handle {
    lock.writing {
      let index = slotOfObject[ObjectIdentifier(object)] ?? newSlot(for: object)
      slots[index].references += 1
      return encode(index)
    }
  }

  /// Returns the handle of an object without adding a reference, or nil if the object has no handle.
  func handle(of object: AnyObject) -> Handle {
    lock.writing { slotOfObject[ObjectIdentifier(object)].flatMap { encode($0) } }
  }

  /// Drops one reference to a pinned object.
  func release(_ handle: Handle) -> Release {
    lock.writing {
      guard let index = decode(handle) else { return .dead }
      if slots[index].isBorrowed && slots[index].references == 1 { return .borrowed }
      return takeReference(index) ? .last : .released
    }
  }

  /// Makes a handle that C programs borrow, for the root layer of a scene. The library owns the reference until
  /// `releaseBorrowed(_:)`.
  func addBorrowed(_ object: AnyObject) {
    _ = retain(object)
    lock.writing { slotOfObject[ObjectIdentifier(object)].map { slots[$0].isBorrowed = true } }
  }

  /// Drops the reference that the library owns.
  func releaseBorrowed(_ object: AnyObject) {
    let pin: Pin? = lock.writing {
      guard let index = slotOfObject[ObjectIdentifier(object)] else { return nil }
      slots[index].isBorrowed = false
      let pin = addPin(index)
      _ = takeReference(index)
      return pin
    }
    if let pin { unpin(pin) }
  }

  /// Drops a reference and returns true if no reference is left. If no reference is left, the handle is dead, and the last pin
  /// releases the object.
  private func takeReference(_ index: Int) -> Bool {
    slots[index].references -= 1
    guard slots[index].references == 0, let object = slots[index].object else { return false }
    slotOfObject[ObjectIdentifier(object.takeUnretainedValue())] = nil
    slots[index].generation &+= 1
    return true
  }

  // MARK: Pins

  /// Pins the object behind a handle for one call. Returns nil if the handle is not live.
  func pin(_ handle: Handle) -> Pin? { lock.writing { decode(handle).flatMap { addPin($0) } } }

  func unpin(_ pin: Pin) {
    let isLast = lock.writing {
      slots[pin.index].pins -= 1
      guard slots[pin.index].pins == 0, slots[pin.index].references == 0 else { return false }
      emptySlot(pin.index)
      return true
    }
    // The release of a layer changes the layer's superlayer and sublayers.
    if isLast { pin.tree.writing { pin.object.release() } }
  }

  private func addPin(_ index: Int) -> Pin? {
    guard let object = slots[index].object, let tree = slots[index].tree?.root else { return nil }
    slots[index].tree = tree
    slots[index].pins += 1
    return Pin(index: index, object: object, tree: tree, cancels: slots[index].cancels)
  }

  func isLive(_ handle: Handle) -> Bool { lock.writing { decode(handle) != nil } }

  /// Object behind a handle. The caller must hold the lock of the object's tree.
  func object(_ handle: Handle) -> AnyObject? {
    lock.writing { decode(handle).flatMap { slots[$0].object?.takeUnretainedValue() } }
  }

  /// Class of the object behind a handle. The function does not retain the object.
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
    case is Animation, is PathObject: slots[index].tree = valueLock
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

  /// Removes the pins of threads that a child process does not have.
  func resetAfterFork() {
    lock.reset()
    for index in slots.indices where slots[index].object != nil {
      slots[index].tree?.root.reset()
      slots[index].pins = 0
      // A thread that does not exist in the child process removed the last reference. The child process leaks the object.
      if slots[index].references == 0 { emptySlot(index) }
    }
  }

  // Bits of a handle from high to low: 32 bits of generation, 28 bits of slot index, and a 4-bit mark that no aligned pointer
  // ends in.
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

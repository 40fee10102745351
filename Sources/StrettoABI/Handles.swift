import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoText

/// The objects that the other side of the border holds, and what it knows them by.
///
/// A handle looks like a pointer but is never followed: it is a slot's number with the slot's generation, so
/// that NULL, a released handle and a number that was never one are told apart from a live one.
///
/// A call pins what it works with. Whoever takes the last reference or the last pin away lets the object go, under
/// the lock of its tree: however releases race, nothing ends while a frame reads the tree.
final class HandleTable: @unchecked Sendable {
  private struct Slot {
    /// Retained by the slot. Stays while the slot is pinned, also after the last reference.
    var object: Unmanaged<AnyObject>?
    var tree: TreeLock?
    var cancels: CancelCount?
    var generation: UInt32 = 1
    var references = 0
    var pins = 0
    /// One of the references is somebody's inside the library, and not to be released from outside.
    var isLent = false
  }

  /// An object that stays while a call works with it.
  struct Pin {
    fileprivate let index: Int
    let object: Unmanaged<AnyObject>
    let tree: TreeLock
    /// How often a scene was cancelled; nil for what is no scene.
    let cancels: CancelCount?
  }

  /// What became of a reference that was to be released.
  enum Release { case released, last, dead, borrowed }

  private var slots: [Slot] = []
  private var free: [Int] = []
  private var slotOfObject: [ObjectIdentifier: Int] = [:]
  private let lock = Lock()

  // MARK: References

  /// The handle of an object, with one more reference.
  ///
  /// What is found in a tree has that tree's lock; what is new has one of its own.
  func retain(_ object: AnyObject) -> Handle {
    lock.locked {
      let index = slotOfObject[ObjectIdentifier(object)] ?? newSlot(for: object)
      slots[index].references += 1
      return encode(index)
    }
  }

  /// The handle of an object as it is, without a further reference; nil if it has none.
  func handle(of object: AnyObject) -> Handle {
    lock.locked { slotOfObject[ObjectIdentifier(object)].flatMap { encode($0) } }
  }

  /// One reference less of an object that is pinned.
  func release(_ handle: Handle) -> Release {
    lock.locked {
      guard let index = decode(handle) else { return .dead }
      if slots[index].isLent && slots[index].references == 1 { return .borrowed }
      return takeReference(index) ? .last : .released
    }
  }

  /// Gives a scene's root a handle that callers borrow, and the scene's lock; the reference is the library's until
  /// `endLoan(of:)`.
  func lend(_ object: AnyObject) {
    _ = retain(object)
    lock.locked { slotOfObject[ObjectIdentifier(object)].map { slots[$0].isLent = true } }
  }

  /// Takes the library's own reference back.
  func endLoan(of object: AnyObject) {
    let pin: Pin? = lock.locked {
      guard let index = slotOfObject[ObjectIdentifier(object)] else { return nil }
      slots[index].isLent = false
      let pin = addPin(index)
      _ = takeReference(index)
      return pin
    }
    if let pin { unpin(pin) }
  }

  /// True if it was the last. The handle is dead from then on; the object goes with its last pin.
  private func takeReference(_ index: Int) -> Bool {
    slots[index].references -= 1
    guard slots[index].references == 0, let object = slots[index].object else { return false }
    slotOfObject[ObjectIdentifier(object.takeUnretainedValue())] = nil
    slots[index].generation &+= 1
    return true
  }

  // MARK: Pins

  /// The object behind a handle, held for a call; nil for anything that is not a live handle.
  func pin(_ handle: Handle) -> Pin? {
    lock.locked { decode(handle).flatMap { addPin($0) } }
  }

  func unpin(_ pin: Pin) {
    let isLast = lock.locked {
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

  func isLive(_ handle: Handle) -> Bool { lock.locked { decode(handle) != nil } }

  /// The object behind a handle that the call reaches under the lock of its tree.
  func object(_ handle: Handle) -> AnyObject? {
    lock.locked { decode(handle).flatMap { slots[$0].object?.takeUnretainedValue() } }
  }

  /// The class of the object behind a handle, of which nothing is held.
  func type(of handle: Handle) -> AnyClass? {
    lock.locked {
      decode(handle).flatMap { slots[$0].object?._withUnsafeGuaranteedRef { Swift.type(of: $0) } }
    }
  }

  /// The lock of an object that has a handle.
  func tree(_ handle: Handle) -> TreeLock? {
    lock.locked { decode(handle).flatMap { slots[$0].tree?.root } }
  }

  // MARK: Slots

  private func newSlot(for object: AnyObject) -> Int {
    let index = free.popLast() ?? slots.count
    if index == slots.count { slots.append(Slot()) }
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

  func lockForFork() { lock.lockIt() }
  func unlockAfterFork() { lock.unlock() }

  /// In a child process: what the other threads held and pinned is held by nobody.
  func resetAfterFork() {
    lock.reset()
    for index in slots.indices where slots[index].object != nil {
      slots[index].tree?.root.reset()
      slots[index].pins = 0
      // Its last reference was taken by a thread that is gone. Nobody frees it here: it is the child's loss.
      if slots[index].references == 0 { emptySlot(index) }
    }
  }

  // A handle's bits: 32 of generation, 28 of slot, and 4 that no aligned pointer ends in.
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

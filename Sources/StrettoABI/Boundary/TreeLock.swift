import StrettoGeometry
import StrettoLayers
import Synchronization

/// Lock of a tree of layers and all that its layers share: frames read the tree side by side, a change waits its turn, and no
/// other tree waits for either.
///
/// Every layer comes with a lock of its own. When two trees are joined (by a sublayer, a mask, a portal's source, a cell), one
/// lock replaces the other for ever, even if the trees part again. The locks form a forest whose roots are in use (union by
/// rank).
final class TreeLock: @unchecked Sendable {
  private let lock = ReadWriteLock()
  /// Lock that is used in place of this one.
  private let successor = AtomicLazyReference<TreeLock>()
  /// Work put off until the tree is read next, at most one piece for each object. Changed while the lock is held for writing.
  private var putOff: [ObjectIdentifier: (inout Cancellation) -> Bool] = [:]
  private let hasPutOff = Atomic<Bool>(false)
  /// Portals of the tree. They end with the lock, which ends when no handle of any object in the tree is left. Changed while the lock
  /// is held for writing.
  private let portals = PortalOwner()
  /// Upper bound of the number of steps from any lock to this one. Changed while it is held for writing.
  private var rank = 0

  /// Lock that is in use for this tree.
  var root: TreeLock {
    var root = self
    while let next = root.successor.load() { root = next }
    return root
  }

  /// - Parameter end: that of the call, which also ends work that was put off; nil for the limits of the calling thread.
  func reading<T>(until end: CallEnd? = nil, _ body: () throws -> T) throws -> T {
    if root.hasPutOff.load(ordering: .acquiring) {
      try ending(by: end) { end in
        var cancellation = end.cancellation
        try writing { try root.doWhatWasPutOff(&cancellation) }
      }
    }
    return try readingNow(body)
  }

  /// Does `reading` where nothing can have been put off.
  fileprivate func readingNow<T>(_ body: () throws -> T) rethrows -> T {
    let held = take { $0.lockForReading() }
    defer { held.lock.unlock() }
    return try held.asCurrent(body)
  }

  func writing<T>(_ body: () throws -> T) rethrows -> T {
    let held = take { $0.lockForWriting() }
    defer { held.lock.unlock() }
    return try changes.reading { try held.asCurrent(body) }
  }

  /// Puts work on an object off until the tree is read, so that many changes in a row cost it once. The caller holds the lock
  /// for writing.
  ///
  /// - Parameter work: returns false where it was cancelled; it is then done again when the tree is read next.
  func putOff(_ object: AnyObject, _ work: @escaping (inout Cancellation) -> Bool) {
    putOff[ObjectIdentifier(object)] = work
    hasPutOff.store(true, ordering: .releasing)
  }

  /// Adds portals that were given a source. The caller holds the lock for writing.
  func own(_ added: [Layer]) { for portal in added { portals.add(portal) } }

  private func doWhatWasPutOff(_ cancellation: inout Cancellation) throws {
    for (object, work) in putOff {
      guard work(&cancellation) else { throw ABIError.cancelled }
      putOff[object] = nil
    }
    hasPutOff.store(false, ordering: .releasing)
  }

  /// Makes two trees share a lock. Animations and paths are in no tree; a handle of one in place of a layer's is refused later.
  func join(_ other: TreeLock) {
    if self === partsLock || other === partsLock { return }
    while true {
      let (a, b) = (root, other.root)
      if a === b { return }
      // Always in one order, so that two that join do not wait for each other.
      let isFirst = ObjectIdentifier(a) < ObjectIdentifier(b)
      let (first, second) = isFirst ? (a, b) : (b, a)
      first.lock.lockForWriting()
      second.lock.lockForWriting()
      defer {
        second.lock.unlock()
        first.lock.unlock()
      }
      guard first.successor.load() == nil, second.successor.load() == nil else { continue }
      let (low, high) = first.rank < second.rank ? (first, second) : (second, first)
      if low.rank == high.rank { high.rank += 1 }
      if !low.putOff.isEmpty {
        high.putOff.merge(low.putOff) { _, work in work }
        high.hasPutOff.store(true, ordering: .releasing)
        low.putOff = [:]
      }
      high.portals.takePortals(of: low.portals)
      _ = low.successor.storeIfNil(high)
      return
    }
  }

  /// Frees the lock in a child process, where the threads that held it do not exist.
  func reset() { lock.reset() }

  /// Takes the lock in use, again if it was replaced while this thread waited.
  private func take(_ lockIt: (ReadWriteLock) -> Void) -> TreeLock {
    while true {
      let root = self.root
      lockIt(root.lock)
      if root.successor.load() == nil { return root }
      root.lock.unlock()
    }
  }

  // MARK: Lock of the calling thread

  private static let currentKey = threadKey()

  /// Lock that the calling thread holds; layers that it finds in the tree have it too.
  static var current: TreeLock? {
    pthread_getspecific(currentKey).map { Unmanaged<TreeLock>.fromOpaque($0).takeUnretainedValue() }
  }

  private func asCurrent<T>(_ body: () throws -> T) rethrows -> T {
    let outer = pthread_getspecific(TreeLock.currentKey)
    pthread_setspecific(TreeLock.currentKey, Unmanaged.passUnretained(self).toOpaque())
    defer { pthread_setspecific(TreeLock.currentKey, outer) }
    return try body()
  }
}

/// Lock of all animations and paths, which are copied into layers and are in no tree. Taken after a tree's lock, never
/// before.
let partsLock = TreeLock()

/// Reads an animation or a path, in a call on one of these or on a layer.
func readingParts<T>(_ body: () throws -> T) rethrows -> T {
  TreeLock.current === partsLock ? try body() : try partsLock.readingNow(body)
}

/// Lock that changes hold for reading and `fork` holds for writing: a child never sees half a change.
let changes = ReadWriteLock()

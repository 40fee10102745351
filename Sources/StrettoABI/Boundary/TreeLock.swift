import StrettoGeometry
import StrettoLayers
import Synchronization

/// Lock of a layer tree and of all objects that its layers share. Frames read a tree in parallel. A change waits for the readers
/// of its own tree and for no other tree.
///
/// Every layer starts with its own lock. When two trees are joined (by a sublayer, a mask, a portal's source or a cell), one of
/// the two locks replaces the other permanently, even if the trees separate again. The locks form a union-find forest by rank,
/// and the root of each forest is the lock in use.
final class TreeLock: @unchecked Sendable {
  private let lock = ReadWriteLock()
  /// Lock that replaced this tree lock when two trees were joined; nil while this tree lock is in use.
  private let successor = AtomicLazyReference<TreeLock>()
  /// Work that is deferred until the next read of the tree, at most one closure per object. Only a thread that holds the lock for
  /// writing changes the dictionary of deferred work.
  private var deferredWork: [ObjectIdentifier: (inout Cancellation) -> Bool] = [:]
  private let hasDeferredWork = Atomic<Bool>(false)
  /// Portals of the tree. A portal ends with the lock of its tree, and the lock ends with the last handle of an object in the
  /// tree. Only a thread that holds the lock for writing adds portals.
  private let portals = PortalOwner()
  /// Upper bound of the height of the union-find tree below this lock. Only a thread that holds the lock for writing changes the
  /// rank.
  private var rank = 0

  /// Lock that is in use for the tree.
  var root: TreeLock {
    var root = self
    while let next = root.successor.load() { root = next }
    return root
  }

  /// Runs a body with the tree locked for reading, after the deferred work.
  ///
  /// - Parameter end: `CallEnd` of the call, which also limits the deferred work; nil for the limits of the calling thread.
  func reading<T>(until end: CallEnd? = nil, _ body: () throws -> T) throws -> T {
    if root.hasDeferredWork.load(ordering: .acquiring) {
      try ending(by: end) { end in
        var cancellation = end.cancellation
        try writing { try root.runDeferredWork(&cancellation) }
      }
    }
    return try readingNow(body)
  }

  /// Runs a body with a lock for reading that has no deferred work.
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

  /// Defers work on an object until the next read of the tree, so that a series of changes pays for the work once. The caller
  /// holds the lock for writing.
  ///
  /// - Parameter work: returns false if it was cancelled. Cancelled work runs again before the next read of the tree.
  func deferWork(_ object: AnyObject, _ work: @escaping (inout Cancellation) -> Bool) {
    deferredWork[ObjectIdentifier(object)] = work
    hasDeferredWork.store(true, ordering: .releasing)
  }

  /// Adds portals that have received a source. The caller must hold the lock of the tree for writing.
  func own(_ added: [Layer]) { for portal in added { portals.add(portal) } }

  private func runDeferredWork(_ cancellation: inout Cancellation) throws {
    for (object, work) in deferredWork {
      guard work(&cancellation) else { throw ABIError.cancelled }
      deferredWork[object] = nil
    }
    hasDeferredWork.store(false, ordering: .releasing)
  }

  /// Makes two trees share one lock. Animations and paths are in no tree, so the function skips handles of animations and paths.
  /// A later check throws if the handle of an animation or path stands in place of a layer's handle.
  func join(_ other: TreeLock) {
    if self === valueLock || other === valueLock { return }
    while true {
      let (a, b) = (root, other.root)
      if a === b { return }
      // All threads take the two locks in one order, so that two threads that join the same trees cannot deadlock.
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
      if !low.deferredWork.isEmpty {
        high.deferredWork.merge(low.deferredWork) { _, work in work }
        high.hasDeferredWork.store(true, ordering: .releasing)
        low.deferredWork = [:]
      }
      high.portals.takePortals(of: low.portals)
      _ = low.successor.storeIfNil(high)
      return
    }
  }

  /// Frees the lock in a child process, where the threads that held the lock do not exist.
  func reset() { lock.reset() }

  /// Takes the root lock. If another lock replaces the root of the forest during the wait, the loop takes the new root.
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

  /// Tree lock that the calling thread holds. Layers that a call finds in the locked tree get the lock of the tree.
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

/// Lock of all animations and paths, which are in no tree because layers copy them. A thread takes `valueLock` after a tree lock
/// and never before a tree lock.
let valueLock = TreeLock()

/// Runs a body that reads an animation or a path. The calling thread may hold the lock of a tree or `valueLock`.
func readingValues<T>(_ body: () throws -> T) rethrows -> T {
  TreeLock.current === valueLock ? try body() : try valueLock.readingNow(body)
}

/// Lock that every change holds for reading and `fork` for writing, so that a child process never sees half of a change.
let changes = ReadWriteLock()

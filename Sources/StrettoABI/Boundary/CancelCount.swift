import Synchronization

/// Counts how often a scene was cancelled.
final class CancelCount: Sendable {
  let value = Atomic<UInt32>(0)
}

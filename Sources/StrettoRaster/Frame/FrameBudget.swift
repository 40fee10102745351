import StrettoGeometry

/// Decides whether a frame goes on. A frame ends if the caller cancels the frame, if the frame exceeds a limit, or if there is no
/// memory. After the end of a frame, `shouldContinue` returns false in all stages of drawing.
///
/// Each thread that works on a frame has a budget of its own, so that threads share no counter and no lock.
final class FrameBudget {
  /// Cancellation of the frame, for functions of other modules.
  var cancellation: Cancellation = .never
  private var limit: FrameLimit?

  /// True if the frame has ended.
  var isSpent: Bool { cancellation.isCancelled }

  /// Reason for the end of the frame; nil while the frame goes on.
  var error: RasterError? {
    if let limit { return .limit(limit) }
    return isSpent ? MemoryWatch.isMemoryMissing ? .noMemory : .cancelled : nil
  }

  /// Begins a frame on one thread. The caller calls `begin(.never)` after the frame, so that the budget retains no object of the
  /// frame's caller.
  func begin(_ cancellation: Cancellation) {
    (self.cancellation, limit) = (cancellation.forAnotherThread, nil)
  }

  /// Takes over the end of the frame from the budget of another thread, whose work on the frame is done.
  func merge(_ other: FrameBudget) {
    if other.isSpent {
      limit = limit ?? other.limit
      end()
    }
    other.begin(.never)
  }

  /// Counts iterations of a loop before the loop executes them. Returns false if the frame has ended.
  @inline(__always) func shouldContinue(work: Int = 1) -> Bool {
    cancellation.shouldContinue(work: work)
  }

  /// Checks for a cancellation and for missing memory without counting, before code that takes long or needs all of its memory.
  @discardableResult func shouldContinueNow() -> Bool { cancellation.shouldContinueNow() }

  /// Ends the frame if `count` exceeds a limit. Returns false if the limit is exceeded.
  @inline(__always) func allows(_ count: Int, of limit: FrameLimit) -> Bool {
    if count <= limit.most { return true }
    refuse(limit)
    return false
  }

  /// Ends the frame because the frame exceeds a limit.
  @inline(never) func refuse(_ limit: FrameLimit) {
    self.limit = self.limit ?? limit
    end()
  }

  /// Ends the frame. If no limit is exceeded, the reason is that an allocation failed or that the frame was cancelled.
  func end() { cancellation.cancel() }
}

import StrettoTiming
import StrettoGeometry
import StrettoLayers
import StrettoPresentation

extension Scene {
  /// Phase offsets: the time by which each appearance of `layer` is ahead of the first one at `time`, in the layer's own
  /// seconds.
  ///
  /// If everything in the layer repeats with one period, whole periods do not count: the offsets are within half
  /// a period of 0. Copies with equal offsets are in phase. In the order of `instances(of:at:)`.
  public func phaseOffsets(
    of layer: Layer, at time: Double, cancellation: Cancellation = .never
  ) throws(TimeMapError) -> [Double] {
    let found = try instances(of: layer, at: time, cancellation: cancellation)
    guard let first = found.first else { return [] }
    let period: Double?
    var cancellation = cancellation
    do throws(Cancelled) {
      period = try layer.ownPeriod(&cancellation)
    } catch { throw .cancelled }
    return found.map { instance in
      let offset = instance.localTime - first.localTime
      guard let period, period > 0 else { return offset }
      let folded = offset - (offset / period).rounded() * period
      return folded.magnitude < 1e-9 ? 0 : folded
    }
  }
}

extension Layer {
  /// Seconds of its own time after which everything in this layer repeats; nil if something does not.
  fileprivate func ownPeriod(_ cancellation: inout Cancellation) throws(Cancelled) -> Double? {
    let report = try loopReport(&cancellation)
    guard !report.entries.contains(where: { $0.kind == .ends }) else { return nil }
    return report.duration.map { $0 * values.timing.speed.magnitude }
  }
}

import StrettoTiming
import StrettoGeometry
import StrettoLayers
import StrettoPresentation

extension Scene {
  /// The phase offsets of the instances of `layer` at `time`: how many seconds of the layer's own time each instance is ahead of
  /// the first instance.
  ///
  /// If everything in the layer repeats with one period, phase offsets are reduced to within half a period of 0. Copies with
  /// equal phase offsets are in phase. The phase offsets are in the order of `instances(of:at:)`.
  public func phaseOffsets(
    of layer: Layer, at time: Double, cancellation: Cancellation = .never
  ) throws(TimeMapError) -> [Double] {
    let found = try instances(of: layer, at: time, cancellation: cancellation)
    guard let first = found.first else { return [] }
    let period: Double?
    var cancellation = cancellation
    do throws(Cancelled) {
      // If a layer has animations that end, the layer does not repeat as a whole.
      let report = try layer.loopReport(&cancellation)
      let repeats = !report.entries.contains { $0.kind == .ends }
      period = repeats ? report.duration.map { $0 * layer.values.timing.speed.magnitude } : nil
    } catch { throw .cancelled }
    return found.map { instance in
      let offset = instance.localTime - first.localTime
      guard let period, period > 0 else { return offset }
      let folded = offset - (offset / period).rounded() * period
      return folded.magnitude < 1e-9 ? 0 : folded
    }
  }
}

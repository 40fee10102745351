import StrettoGeometry
import StrettoLayers
import StrettoTiming

// MARK: Long-term speed

/// A layer's speed when all its animations of speed have begun, and those that end have ended.
package struct SteadySpeed {
  package let animations: [LayerAnimation]
  /// A timing with a constant speed, from which the layer's time never differs by more than one cycle of the animation.
  package let timing: MediaTiming
  /// Seconds around the layer by which it may differ.
  package let slack: Double
}

extension Layer {
  /// Nil if the layer's speed is neither animated nor set by states.
  package var steadySpeed: SteadySpeed? {
    let start = LocalTime(time: values.timing.beginTime, base: values.timing.beginTime)
    guard let speed = AnimatedSpeed(self, [], at: start) else { return nil }
    return speed.steady
  }
}

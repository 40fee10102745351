import StrettoGeometry
import StrettoLayers
import StrettoTiming

// MARK: Long-term speed

/// The speed of a layer after all animations of the speed have begun and all finite animations of the speed have ended.
package struct LongTermSpeed {
  package let animations: [LayerAnimation]
  /// A timing with the constant mean speed. The layer's local time differs from a local time with this timing by at most one
  /// iteration of the animation.
  package let timing: MediaTiming
  /// The greatest difference between the layer's time and `timing`, in seconds of the superlayer's time.
  package let slack: Double
}

extension Layer {
  /// The long-term speed of the layer; nil if the speed is neither animated nor set by states.
  package var longTermSpeed: LongTermSpeed? {
    let start = LocalTime(time: values.timing.beginTime, undelayed: values.timing.beginTime)
    guard let speed = AnimatedSpeed(self, [], at: start) else { return nil }
    return speed.longTermSpeed
  }
}

/// Timing of a layer or an animation within its parent's time: begin, speed, duration and repeats.
///
/// All times are in seconds. The names and the formula are those of Apple's `CAMediaTiming`. Every function below returns finite
/// numbers for all values of the properties, infinite ones included: an infinite result becomes the largest double of its sign,
/// and NaN becomes 0.
public struct MediaTiming: Equatable, Sendable {
  /// The parent time at which the object begins. 0 means time 0 and is not replaced by a current time (our choice, as there is no
  /// clock).
  public var beginTime: Double
  /// Seconds added to local time, not scaled by `speed`.
  public var timeOffset: Double
  /// Local seconds for each parent second. 0 freezes the object at `timeOffset`. A negative speed plays backwards, and needs
  /// `timeOffset = duration` to begin at the end.
  public var speed: Double
  /// Local seconds of one iteration. Infinite for layers. At 0 or below, the object shows its end at once.
  public var duration: Double
  /// The number of iterations to play, fractions allowed, `infinity` for ever. 0 or less means not set: once.
  public var repeatCount: Double
  /// Local seconds to repeat for; takes precedence over `repeatCount`. 0 or less means not set.
  public var repeatDuration: Double
  /// Whether each forward iteration is followed by a backward one. Both together are one cycle.
  public var autoreverses: Bool
  /// Whether the object has an effect before its begin and after its end.
  public var fillMode: FillMode

  /// Makes a timing. The defaults are Core Animation's for a layer.
  public init(
    beginTime: Double = 0, timeOffset: Double = 0, speed: Double = 1,
    duration: Double = .infinity, repeatCount: Double = 0, repeatDuration: Double = 0,
    autoreverses: Bool = false, fillMode: FillMode = .removed
  ) {
    (self.beginTime, self.timeOffset, self.speed) = (beginTime, timeOffset, speed)
    (self.duration, self.autoreverses, self.fillMode) = (duration, autoreverses, fillMode)
    (self.repeatCount, self.repeatDuration) = (repeatCount, repeatDuration)
  }

  /// The local time at a parent time: `(tp - beginTime) * speed + timeOffset`.
  ///
  /// Local times before the begin are not clamped (Apple's `convertTime` returns 0 there), because delayed copies have negative
  /// times. Source: Apple, `CAMediaTiming.h`; not clamping is our choice.
  public func localTime(atParentTime tp: Double) -> Double {
    if speed == 0 { return timeOffset.saturated }
    return ((tp - beginTime) * speed + timeOffset).saturated
  }

  /// The parent time at a local time, the inverse of `localTime(atParentTime:)`.
  ///
  /// At speed 0 there is no inverse, and the result is 0, as in Apple's `convertTime`.
  public func parentTime(atLocalTime t: Double) -> Double {
    if speed == 0 { return 0 }
    return ((t - timeOffset) / speed + beginTime).saturated
  }

  /// Whether a layer with this timing is hidden at a parent time because it has not begun.
  ///
  /// `beginTime` 0 never hides a layer, because delayed copies are shown at negative times. Source: Apple,
  /// `CAMediaTimingFillMode`: with `removed` a layer does not appear until it begins.
  public func isHidden(atParentTime tp: Double) -> Bool { hidesBeforeBegin && tp < beginTime }

  /// Whether a layer with this timing is hidden until it begins.
  public var hidesBeforeBegin: Bool { beginTime != 0 && !fillMode.covers(.before) }

  /// Whether a layer with this timing is shown at all times: never hidden before a begin or after an end.
  public var isAlwaysShown: Bool { duration == .infinity && !hidesBeforeBegin }

  /// Local seconds of one cycle, never negative: one iteration, or two with `autoreverses`.
  public var cycleDuration: Double { playDuration * (autoreverses ? 2 : 1) }

  /// `duration`, with negative values and NaN read as 0.
  var playDuration: Double { duration > 0 ? duration : 0 }

  /// Local seconds of the active interval, from begin to end with all repeats; may be infinite.
  ///
  /// This is `repeatDuration` if set, which autoreverse does not double; otherwise `repeatCount` cycles, or one. With duration 0
  /// it is 0 for any count. Source: Apple, `CAMediaTiming.h`; the precedence of `repeatDuration`, which Apple leaves undefined,
  /// is our choice.
  public var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    if playDuration == 0 { return 0 }
    return cycleDuration * (repeatCount > 0 ? repeatCount : 1)
  }
}

/// Timing of a layer or an animation within its parent's time: its begin, speed, duration and repeats.
///
/// All times are seconds. The names and the formula are those of Apple's `CAMediaTiming`. Every
/// function below gives finite numbers for all values of the properties, infinite ones included:
/// an infinite result is cut to the largest double of its sign, one without meaning is 0.
public struct MediaTiming: Equatable, Sendable {
  /// The parent time at which the object begins. 0 is a real 0: nothing is stamped (our choice, as there is no clock).
  public var beginTime: Double
  /// Seconds added in local time, hence not scaled by `speed`.
  public var timeOffset: Double
  /// Local seconds for each parent second. 0 freezes the object at `timeOffset`; a negative speed
  /// plays backwards, and needs `timeOffset = duration` to begin at the end.
  public var speed: Double
  /// Local seconds of one play. Infinite for layers. 0 or less is an instant that shows its end.
  public var duration: Double
  /// Count of cycles to play, a fraction allowed, `infinity` for ever. 0 or less is not set: once.
  public var repeatCount: Double
  /// Local seconds to repeat for, whatever `repeatCount` says. 0 or less is not set.
  public var repeatDuration: Double
  /// Whether each play forward is followed by one backward; the two are one cycle.
  public var autoreverses: Bool
  /// Whether the object has an effect before its begin and after its end.
  public var fillMode: FillMode

  /// Makes a timing; what is left out has Core Animation's default for a layer.
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
  /// Local times before the begin are not clamped (Apple's `convertTime` gives 0 there): copies with a delay legitimately
  /// sit at negative times. Source: Apple, `CAMediaTiming.h`; no clamp is our choice.
  public func localTime(atParentTime tp: Double) -> Double {
    if speed == 0 { return timeOffset.saturated }
    return ((tp - beginTime) * speed + timeOffset).saturated
  }

  /// The parent time at a local time, the inverse of `localTime(atParentTime:)`.
  ///
  /// Speed 0 has no inverse and gives 0, as Apple's `convertTime` does.
  public func parentTime(atLocalTime t: Double) -> Double {
    if speed == 0 { return 0 }
    return ((t - timeOffset) / speed + beginTime).saturated
  }

  /// Whether a layer with this timing is not shown at a parent time because it has not begun.
  ///
  /// A begin of 0 is no begin: copies with a delay are there from the start, at negative times. Source: Apple, `CAMediaTimingFillMode`:
  /// with `removed` a layer does not appear until it begins.
  public func isHidden(atParentTime tp: Double) -> Bool { hidesBeforeBegin && tp < beginTime }

  /// Whether a layer with this timing is hidden until it begins.
  public var hidesBeforeBegin: Bool { beginTime != 0 && !fillMode.covers(.before) }

  /// Whether a layer with this timing is shown at all times: it is hidden neither before a begin nor after an end.
  public var isAlwaysShown: Bool { duration == .infinity && !hidesBeforeBegin }

  /// Local seconds of one cycle, never negative: a play, and the play back if there is one.
  public var cycleDuration: Double { playDuration * (autoreverses ? 2 : 1) }

  /// `duration` with everything that is no length read as 0.
  var playDuration: Double { duration > 0 ? duration : 0 }

  /// Local seconds of the active interval, from begin to end with all repeats; may be infinite.
  ///
  /// `repeatDuration` if it is set, and autoreverse does not double it; otherwise `repeatCount`
  /// cycles, or one. An instant repeated for ever is an instant. Source: Apple, `CAMediaTiming.h`;
  /// the precedence of `repeatDuration`, which Apple leaves undefined, is our choice.
  public var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    if playDuration == 0 { return 0 }
    return cycleDuration * (repeatCount > 0 ? repeatCount : 1)
  }
}

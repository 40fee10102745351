/// Timing of a layer or an animation within its parent's time: begin, speed, duration and repeats.
///
/// All times are in seconds. The names and the conversion of times follow Apple's `CAMediaTiming`. The properties of a timing may
/// have any values. Every function of a timing returns finite numbers. An infinite result becomes the largest double of its sign,
/// and a NaN becomes 0.
public struct MediaTiming: Equatable, Sendable {
  /// The parent time at which the object begins. A `beginTime` of 0 means time 0, and does not stand for the current time,
  /// because Stretto has no clock (our choice).
  public var beginTime: Double
  /// Seconds that are added to the local time, and that `speed` does not scale.
  public var timeOffset: Double
  /// Seconds of local time for each second of the parent's time. A speed of 0 pauses the object at its `timeOffset`. An object
  /// with a negative speed plays backwards, and needs a `timeOffset` equal to its `duration` to begin at its end.
  public var speed: Double
  /// Local seconds of one iteration. Layers have an infinite duration. An object with a duration of 0 or less shows its final
  /// state as soon as it begins.
  public var duration: Double
  /// The number of iterations, which may have a fraction, or `infinity` to repeat for ever. If `repeatCount` is 0 or less, the
  /// object plays one iteration.
  public var repeatCount: Double
  /// Local seconds for which the object repeats. A `repeatDuration` above 0 takes precedence over `repeatCount`.
  public var repeatDuration: Double
  /// True if a backward iteration follows each forward iteration. A forward iteration and its backward iteration are one cycle.
  public var autoreverses: Bool
  /// The fill mode decides whether the object has an effect before its begin and after its end.
  public var fillMode: FillMode

  /// Creates a timing. The default arguments are Core Animation's defaults for a layer.
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
  /// Local times before the begin are not clamped, because delayed copies have negative times. Apple's `convertTime` returns 0
  /// before the begin of a layer. Source: Apple, `CAMediaTiming.h`. Not clamping local times is our choice.
  public func localTime(atParentTime tp: Double) -> Double {
    if speed == 0 { return timeOffset.saturated }
    return ((tp - beginTime) * speed + timeOffset).saturated
  }

  /// The parent time at a local time, the inverse of `localTime(atParentTime:)`.
  ///
  /// If the speed is 0, the conversion of times has no inverse and the result is 0, as in Apple's `convertTime`.
  public func parentTime(atLocalTime t: Double) -> Double {
    if speed == 0 { return 0 }
    return ((t - timeOffset) / speed + beginTime).saturated
  }

  /// True if a layer with this timing is hidden at a parent time, because the layer has not begun.
  ///
  /// A `beginTime` of 0 never hides a layer, because delayed copies are shown at negative times. Source: Apple,
  /// `CAMediaTimingFillMode`: a layer with the fill mode `removed` appears at its begin.
  public func isHidden(atParentTime tp: Double) -> Bool { hidesBeforeBegin && tp < beginTime }

  /// True if a layer with this timing is hidden until the layer begins.
  public var hidesBeforeBegin: Bool { beginTime != 0 && !fillMode.covers(.before) }

  /// True if a layer with this timing is shown at all times, even before its begin.
  public var isAlwaysShown: Bool { duration == .infinity && !hidesBeforeBegin }

  /// Local seconds of one cycle, never negative. A cycle is one iteration, or a forward and a backward iteration if
  /// `autoreverses` is true.
  public var fullIterationDuration: Double { iterationDuration * (autoreverses ? 2 : 1) }

  /// The duration of an iteration in local seconds. If `duration` is negative or NaN, the duration of an iteration counts as 0.
  var iterationDuration: Double { duration > 0 ? duration : 0 }

  /// Local seconds of the active interval, from begin to end with all repeats. The active duration of an object may be infinite.
  ///
  /// A `repeatDuration` above 0 is the active duration, and `autoreverses` does not double the active duration. If
  /// `repeatDuration` is 0 or less, the active duration is `repeatCount` cycles, or one cycle if `repeatCount` is 0 or less. If
  /// the duration of an iteration is 0, the active duration of any number of cycles is 0. Source: Apple, `CAMediaTiming.h`. Apple
  /// leaves the precedence of `repeatDuration` undefined, so the precedence is our choice.
  public var activeDuration: Double {
    if repeatDuration > 0 { return repeatDuration }
    if iterationDuration == 0 { return 0 }
    return fullIterationDuration * (repeatCount > 0 ? repeatCount : 1)
  }
}

/// How a scene repeats: the repeating parts of the scene, the begin of the repetition and the period.
public struct LoopReport {
  public var entries: [LoopEntry] = []
  /// The time of the scene from which the scene is periodic. At `periodicFrom`, all animations have begun, and all animations that
  /// end have ended.
  public var periodicFrom: Double = 0
  /// Duration in seconds of the shortest clip that can be repeated without a visible jump, or 0 for a scene without motion.
  ///
  /// The duration of the clip is nil if some motion never repeats, if two periods have no common multiple, or if the scene has
  /// too many layer instances to be drawn.
  public var duration: Double?
}

import StrettoLayers
import StrettoPresentation

extension Layer {
  /// Moment that this layer shows in one copy, when the time at the top of its tree is `time`.
  ///
  /// `copy` names it: one index for each replicator around the layer, outermost first; those left
  /// out are 0. The source of a view replicator has the index of the proxy. An index beyond the copies that a
  /// replicator shows is answered all the same: time needs no picture.
  @export(interface)
  public func localTime(at time: Double, copy: [Int] = []) throws(TimeMapError) -> LocalTime {
    try Route(to: self, copy).moment(at: time)
  }

  /// Animated value at a key path, in one copy; copies as in `localTime(at:copy:)`.
  @export(interface)
  public func presentationValue(at path: PropertyPath, time: Double, copy: [Int] = [])
    throws(TimeMapError) -> Value
  {
    if let inner = path.sublayer {
      guard let (layer, path) = try? sublayer(at: inner) else { return .none }
      return try layer.presentationValue(at: path, time: time, copy: copy)
    }
    let (moment, around) = try Route(to: self, copy).moments(at: time)
    return presentationValue(at: path, moment, around: around, copy: copy)
  }

  /// Animated values but for those of emitter cells, in one copy; copies as in `localTime(at:copy:)`.
  public func presentationValues(at time: Double, copy: [Int]) throws(TimeMapError) -> LayerValues {
    let (moment, around) = try Route(to: self, copy).moments(at: time)
    return presentationValues(at: moment, around: around, copy: copy, cells: [])
  }
}

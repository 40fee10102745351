import StrettoLayers
import StrettoPresentation

extension Layer {
  /// The local time of this layer in one copy, when the time at the root of its tree is `time`.
  ///
  /// The parameter `copy` has one index for each replicator around the layer, outermost first, and missing indices count as 0.
  /// The index for a view replicator is the index of one of its proxies. An index may be beyond the last copy of a replicator,
  /// because the local time of such a copy exists even if the copy is not shown.
  @export(interface)
  public func localTime(at time: Double, copy: [Int] = []) throws(TimeMapError) -> LocalTime {
    try Route(to: self, copy).localTime(at: time)
  }

  /// The animated value at a key path, in one copy. The parameter `copy` has the indices of the layer's copy, as in
  /// `localTime(at:copy:)`.
  @export(interface)
  public func presentationValue(at path: PropertyPath, time: Double, copy: [Int] = [])
    throws(TimeMapError) -> Value
  {
    if let inner = path.sublayer {
      guard let (layer, path) = try? sublayer(at: inner) else { return .none }
      return try layer.presentationValue(at: path, time: time, copy: copy)
    }
    let (localTime, around) = try Route(to: self, copy).localTimes(at: time)
    return presentationValue(at: path, localTime, around: around, copy: copy)
  }

  /// All animated values except the values of emitter cells, in one copy. The parameter `copy` has the indices of the layer's
  /// copy, as in `localTime(at:copy:)`.
  public func presentationValues(at time: Double, copy: [Int]) throws(TimeMapError) -> LayerValues {
    let (localTime, around) = try Route(to: self, copy).localTimes(at: time)
    return presentationValues(at: localTime, around: around, copy: copy, cells: [])
  }
}

import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// Reason why a view replicator cannot be written as source.
public enum ExportError: Error, Equatable {
  case notAViewReplicator
  case nothingToShow
  /// A proxy has what the written construction does not: an animation, a mask, or a speed other than 1.
  case proxy(index: Int, has: String)
  case tooLong, cancelled

  /// Bytes of source at most.
  static let mostBytes: Int = 1 << 26

  public var sentence: String {
    switch self {
    case .notAViewReplicator: "only a ViewReplicator can be written as source"
    case .nothingToShow: "the ViewReplicator shows nothing: no source, or no proxies"
    case .proxy(let index, let what):
      "proxy \(index) has \(what), which cannot be written as source"
    case .tooLong: "Swift source has at most \(Self.mostBytes) bytes"
    case .cancelled: "it is not wanted any more"
    }
  }
}

/// Source, for UIKit and Core Animation without private API, of the construction behind a view replicator.
///
/// The function that is written takes the layer to be shown and returns one to be added to a view's layer. It shows
/// the source in the place of each proxy for `Construction.window` seconds from the moment that it is added.
public func swiftSource(of viewReplicator: Layer) throws(ExportError) -> String {
  try CoreAnimationWriter(.never).source(of: viewReplicator)
}

/// Construction of a view replicator. Throws if its source would lack something.
func writableConstruction(of viewReplicator: Layer) throws(ExportError) -> Construction {
  guard viewReplicator.kind == .viewReplicator else { throw .notAViewReplicator }
  for (index, proxy) in viewReplicator.sublayers.filter({ $0.kind == .proxy }).enumerated() {
    if !proxy.animations.isEmpty { throw .proxy(index: index, has: "an animation") }
    if proxy.mask != nil { throw .proxy(index: index, has: "a mask") }
    if proxy.values.timing.speed != 1 || proxy.values.timing.duration < .infinity {
      throw .proxy(index: index, has: "a speed or duration of its own")
    }
  }
  guard let construction = Construction(viewReplicator) else { throw .nothingToShow }
  return construction
}

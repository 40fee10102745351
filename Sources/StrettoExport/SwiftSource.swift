import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// Reason why a view replicator cannot be converted to Swift source.
public enum ExportError: Error, Equatable {
  case notAViewReplicator
  case nothingToShow
  /// A proxy has a property that the exported replicators cannot reproduce: an animation, a mask, or a speed or duration of its
  /// own.
  case proxy(index: Int, has: String)
  case tooLong, cancelled

  /// The greatest size of the Swift source in bytes.
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

/// Converts a view replicator to Swift source for UIKit and Core Animation, without private API.
///
/// The source is a function that takes the layer to be shown, and returns a layer to be added to the layer of a view. The
/// returned layer shows the source at the position of each proxy for `Construction.window` seconds after the returned layer is
/// added.
public func swiftSource(of viewReplicator: Layer) throws(ExportError) -> String {
  try CoreAnimationWriter(.never).source(of: viewReplicator)
}

/// The construction that replaces a view replicator. Throws an error if a property of a proxy cannot be converted.
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

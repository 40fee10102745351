import StrettoGeometry
import StrettoLayers
import StrettoTiming

/// Reason why a view replicator cannot be written as source.
public enum ExportError: Error, Equatable {
  case notAViewReplicator
  case nothingToShow
  /// A proxy has what the written construction does not: an animation, a mask, or a speed other than 1.
  case proxy(index: Int, has: String)
  /// A property has a value that cannot be written down, such as a picture.
  case property(String)
  /// The source would have more than `mostBytes`.
  case tooLong
  /// The work was cancelled.
  case cancelled

  /// Bytes of source at most.
  static let mostBytes: Int = 1 << 26

  /// Sentence for users.
  public var sentence: String {
    switch self {
    case .notAViewReplicator: "only a ViewReplicator can be written as source"
    case .nothingToShow: "the ViewReplicator shows nothing: no source, or no proxies"
    case .proxy(let index, let what):
      "proxy \(index) has \(what), which cannot be written as source"
    case .property(let name):
      "\(name) has a value that cannot be written as source; take it away, or set it in Swift"
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
  let construction = try writableConstruction(of: viewReplicator)
  // There is no layer around it whose sublayers it could be among.
  construction.outer.values.sublayerTransform = LayerTransform(viewReplicator.values.sublayerStep)
  return try source(of: construction)
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

private func source(of construction: Construction) throws(ExportError) -> String {
  let count = Int(clampingDown: construction.outer.values.replicator.instanceCount)
  let window = Int(clampingDown: Construction.window)
  var lines = ["  let inner = CAReplicatorLayer()"]
  lines += try assignments(of: construction.inner, named: "inner")
  for animation in construction.inner.animations {
    var values: [String] = []
    for value in animation.values.keyValues {
      guard let text = value.boxedSource else { throw .property(animation.values.keyPath) }
      values.append("    " + text)
    }
    lines.append(
      """
        inner.add(windows("\(animation.values.keyPath)", [
      \(values.map { "  " + $0 }.joined(separator: ",\n  ")),
          ]), forKey: "\(animation.values.keyPath)")
      """)
  }
  let outer = try assignments(
    of: construction.outer, named: "outer", except: ["instanceCount", "instanceDelay"])
  return """
    import UIKit

    /// Shows `source` in \(count) places at once and in step, by public Core Animation API.
    ///
    /// The outer replicator looks ahead, one window of time further for each copy. In each window the inner one takes
    /// another place, shows one copy of the source, hides the original, and winds the copy's clock back to now. Valid
    /// for \(window) seconds from the moment that it is added.
    func makeReplicator(showing source: CALayer) -> CALayer {
      let window: CFTimeInterval = \(window)

      func windows(_ keyPath: String, _ values: [Any]) -> CAKeyframeAnimation {
        let animation = CAKeyframeAnimation(keyPath: keyPath)
        animation.values = values
        animation.calculationMode = .discrete
        animation.duration = window * Double(values.count)
        animation.isRemovedOnCompletion = false
        return animation
      }

      // The source's own place counts for nothing: its coordinates are laid over those of its copies.
      source.transform = CATransform3DIdentity
      source.opacity = 1
      source.anchorPoint = .zero
      source.position = source.bounds.origin

    \(lines.joined(separator: "\n"))
      inner.addSublayer(source)

      let outer = CAReplicatorLayer()
      outer.instanceCount = \(count)
      outer.instanceDelay = -window
    \(outer.joined(separator: "\n"))
      outer.addSublayer(inner)
      return outer
    }

    """
}

/// Lines of source, one for each property that differs from a fresh layer's. Throws for a value that Core Animation has and
/// source cannot express.
private func assignments(of layer: Layer, named name: String, except: [String] = [])
  throws(ExportError) -> [String]
{
  var lines: [String] = []
  for (property, value) in layer.kind.properties.differences(layer.values, layer.kind.initialValues)
  // A name shows nothing.
  where !property.traits.contains(.clock) && !(except + ["name"]).contains(property.name) {
    guard let text = value.source(of: property.kind) else { throw .property(property.name) }
    lines.append("  \(name).\(swiftNames[property.name] ?? property.name) = \(text)")
  }
  return lines
}

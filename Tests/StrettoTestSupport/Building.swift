import StrettoGeometry
import StrettoLayers
import StrettoTiming
import Testing

// Short forms for building layers and animations in tests.

extension Layer {
  /// Creates a layer with the given frame in its superlayer's coordinates, and the given background colour.
  public convenience init(
    _ kind: LayerKind = .plain, frame: Rect, color: Color? = nil,
    _ change: (inout LayerValues) -> Void = { _ in }
  ) {
    self.init(kind)
    values.bounds = Rect(0, 0, frame.width, frame.height)
    values.position = frame.center
    values.backgroundColor = color
    change(&values)
  }

  /// Adds the layers as topmost sublayers in the given order, and returns the receiver.
  @discardableResult
  public func adding(_ children: Layer...) -> Layer {
    for child in children {
      do { try addSublayer(child) } catch { Issue.record("cannot add a layer: \(error)") }
    }
    return self
  }

  @discardableResult
  public func masked(by mask: Layer) -> Layer {
    do { try setMask(mask) } catch { Issue.record("cannot set the mask: \(error)") }
    return self
  }

  /// Adds the animations in the given order, and returns the receiver.
  @discardableResult
  public func animated(by animations: AnimationValues...) -> Layer {
    for animation in animations {
      do {
        try addAnimation(animation, forKey: nil)
      } catch {
        Issue.record("cannot animate \(animation.keyPath): \(error)")
      }
    }
    return self
  }

  /// Creates a replicator with the given frame that shows `count` copies of `children`.
  public static func replicator(
    frame: Rect = Rect(0, 0, 0, 0), count: Double, delay: Double = 0,
    step: Transform3D = .identity, _ children: Layer...,
    change: (inout ReplicatorValues) -> Void = { _ in }
  ) -> Layer {
    let layer = Layer(.replicator, frame: frame)
    layer.values.replicator.instanceCount = count
    layer.values.replicator.instanceDelay = delay
    layer.values.replicator.instanceTransform = LayerTransform(step)
    change(&layer.values.replicator)
    for child in children { layer.adding(child) }
    return layer
  }
}

extension AnimationValues {
  /// Creates an animation that is not removed on completion, because most tests look at values after its end.
  private init(
    _ kind: AnimationKind, _ keyPath: String, _ timing: MediaTiming,
    _ change: (inout AnimationValues) -> Void
  ) {
    self.init(kind)
    self.keyPath = keyPath
    self.timing = timing
    isRemovedOnCompletion = false
    change(&self)
  }

  public static func basic(
    _ keyPath: String, from: Value = .none, to: Value = .none, by: Value = .none,
    _ timing: MediaTiming = MediaTiming(duration: 1),
    _ change: (inout AnimationValues) -> Void = { _ in }
  ) -> AnimationValues {
    AnimationValues(.basic, keyPath, timing) {
      ($0.fromValue, $0.toValue, $0.byValue) = (from, to, by)
      change(&$0)
    }
  }

  public static func keyframes(
    _ keyPath: String, _ values: [Value], mode: CalculationMode = .linear,
    _ timing: MediaTiming = MediaTiming(duration: 1),
    _ change: (inout AnimationValues) -> Void = { _ in }
  ) -> AnimationValues {
    AnimationValues(.keyframe, keyPath, timing) {
      ($0.keyValues, $0.calculationMode) = (values, mode)
      change(&$0)
    }
  }

  public static func group(
    _ animations: [AnimationValues], _ timing: MediaTiming = MediaTiming(duration: 1),
    _ change: (inout AnimationValues) -> Void = { _ in }
  ) -> AnimationValues {
    AnimationValues(.group, "", timing) {
      $0.animations = animations
      change(&$0)
    }
  }
}

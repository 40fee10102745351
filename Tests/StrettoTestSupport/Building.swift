import StrettoGeometry
import StrettoLayers
import StrettoQuestions
import StrettoTiming
import Testing

// Layers and animations in few words, for tests.

extension Layer {
  /// A layer that fills `frame` of its superlayer with `color`.
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

  /// Puts the layers on top, in order, and returns this layer.
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

  /// Adds the animations, in order, and returns this layer.
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

  /// A replicator that fills `frame` and shows `children` `count` times.
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

  /// Presented value of a key path at a time, in one copy.
  public func presented(_ keyPath: String, at time: Double, _ instance: [Int] = []) -> Value? {
    do {
      let path = try PropertyPath(keyPath, kind: kind)
      return try presentationValue(at: path, time: time, copy: instance)
    } catch {
      Issue.record("cannot read \(keyPath): \(error)")
      return nil
    }
  }

  /// The number that a key path reads at a time, in one copy; NaN if it reads no number.
  public func number(_ keyPath: String, at time: Double, _ instance: [Int] = []) -> Double {
    switch presented(keyPath, at: time, instance) {
    case .number(let x), .integer(let x): x
    default: .nan
    }
  }
}

extension Layer {
  /// The number that a key path of a layer below this one reads. A layer does not keep those around it
  /// alive; whoever asks for a copy asks the top.
  public func number(of layer: Layer, _ keyPath: String, at time: Double, _ instance: [Int] = [])
    -> Double
  {
    withExtendedLifetime(self) { layer.number(keyPath, at: time, instance) }
  }
}

extension AnimationValues {
  /// An animation that stays when its time is over; tests of removal say otherwise.
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

// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CStretto
import StrettoPresentation
import StrettoTiming

@c @implementation public func stretto_stagger_init(_ self: Out<stretto_stagger>) {
  self?.pointee = defaultStagger
}

private let defaultStagger: stretto_stagger = {
  var stagger = stretto_stagger()
  stagger.struct_size = UInt32(MemoryLayout<stretto_stagger>.size)
  stagger.ease = (0, 0, 1, 1)
  return stagger
}()

@c @implementation public func stretto_stagger_get_delays(
  _ self: In<stretto_stagger>, _ count: UInt32, _ outDelays: Out<Double>
) -> Status {
  attempt {
    let given = try sized(
      pointer(self, "self"), defaultStagger, "stagger", "set it up with stretto_stagger_init")
    let stagger = try Stagger(given, count)
    if count == 0 { return }
    try pointer(outDelays, "out_delays").update(from: stagger.delays, count: Int(count))
  }
}

extension Stagger {
  fileprivate init(_ s: stretto_stagger, _ count: UInt32) throws {
    try require(
      Double(count) <= Presenter.copyLimit,
      .limit("\(count) copies are more than \(Int(Presenter.copyLimit))"))
    self.init(count: Int(count))
    origin = try .init(s)
    seconds = try finite(s.seconds, "seconds")
    isTotal = s.is_total
    guard TimingFunction.isValid(s.ease.0, s.ease.1, s.ease.2, s.ease.3) else {
      throw ABIError.invalid("ease: the x of both control points must be within 0...1")
    }
    ease = TimingFunction(s.ease.0, s.ease.1, s.ease.2, s.ease.3)
    if s.columns > 0 || s.rows > 0 {
      try require(
        UInt64(s.columns) * UInt64(s.rows) >= UInt64(count),
        .invalid("grid: \(s.columns) x \(s.rows) places are too few for \(count) copies"))
      grid = (Int(s.columns), Int(s.rows))
    }
    guard let axis = UInt8(exactly: s.axis).flatMap({ StaggerAxis(rawValue: $0) }) else {
      throw ABIError.invalid("axis: \(s.axis) was given; 0 (both), 1 (x) and 2 (y) are allowed")
    }
    self.axis = axis
  }
}

extension StaggerOrigin {
  fileprivate init(_ s: stretto_stagger) throws {
    // Each coordinate is checked separately, because the maximum of a number and NaN may be the number.
    guard s.x.magnitude <= 1e9, s.y.magnitude <= 1e9 else {
      throw ABIError.invalid("x, y: (\(s.x), \(s.y)) was given; numbers within ±1e9 are allowed")
    }
    switch Int(s.origin) {
    case Int(STRETTO_STAGGER_FIRST): self = .first
    case Int(STRETTO_STAGGER_CENTER): self = .center
    case Int(STRETTO_STAGGER_LAST): self = .last
    case Int(STRETTO_STAGGER_EDGES): self = .edges
    case Int(STRETTO_STAGGER_RANDOM): self = .random(seed: s.seed)
    case Int(STRETTO_STAGGER_INDEX): self = .index(s.x)
    case Int(STRETTO_STAGGER_PLACE): self = .position(s.x, s.y)
    default: throw ABIError.invalid("origin: \(s.origin) was given; 0 to 6 are allowed")
    }
  }
}

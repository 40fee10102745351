/// Animations that play when the scene goes from one state to another. In a transition, the name "*" stands for any state.
public struct StateTransition: Sendable {
  public var from: String
  public var to: String
  public var elements: [StateAnimation]
  public var unknownMarkup: UnknownMarkup?
  var serial = 0

  public init(from: String, to: String, elements: [StateAnimation] = []) {
    (self.from, self.to, self.elements) = (from, to, elements)
  }
}

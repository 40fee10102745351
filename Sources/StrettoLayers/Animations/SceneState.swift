/// State of a scene: values that some layers have while the scene is in the state.
public struct SceneState: Sendable {
  public var name: String
  /// Name of the parent state, whose values this state overrides; nil for the base state.
  public var basedOn: String?
  public var values: [StateValue]
  public var unknownMarkup: UnknownMarkup?
  var serial = 0

  public init(name: String, basedOn: String? = nil, values: [StateValue] = []) {
    (self.name, self.basedOn, self.values) = (name, basedOn, values)
  }
}

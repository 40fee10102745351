/// Files of a document bundle.
public struct SceneFiles {
  public let document: [UInt8]
  public let index: [UInt8]
  /// Assets with their paths in the bundle.
  public let assets: [(name: String, asset: Asset)]
}

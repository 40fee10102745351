/// Technique by which an app would build a view replicator. Stretto draws a view replicator directly, whatever its technique.
public enum ReplicationTechnique: String, NamedOption {
  /// Core Animation's portal layer, which is private.
  case portal
  /// The `Construction` of the article "Unrestricted View Replication", which uses only public features of Core Animation.
  case replicator
}

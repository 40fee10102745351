extension LayerValues {
  /// What a replicator layer adds; the defaults for a layer of another kind.
  public var replicator: ReplicatorValues {
    get { if case .replicator(let values) = specific { values } else { ReplicatorValues() } }
    set { if case .replicator = specific { specific = .replicator(newValue) } }
  }

  public var shape: ShapeValues {
    get { if case .shape(let values) = specific { values } else { ShapeValues() } }
    set { if case .shape = specific { specific = .shape(newValue) } }
  }

  public var gradient: GradientValues {
    get { if case .gradient(let values) = specific { values } else { GradientValues() } }
    set { if case .gradient = specific { specific = .gradient(newValue) } }
  }

  public var emitter: EmitterValues {
    get { if case .emitter(let values) = specific { values } else { EmitterValues() } }
    set { if case .emitter = specific { specific = .emitter(newValue) } }
  }
}

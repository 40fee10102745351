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

  public var portal: PortalValues {
    get { if case .portal(let values) = specific { values } else { PortalValues() } }
    set { if case .portal = specific { specific = .portal(newValue) } }
  }

  public var viewReplicator: ViewReplicatorValues {
    get {
      if case .viewReplicator(let values) = specific { values } else { ViewReplicatorValues() }
    }
    set { if case .viewReplicator = specific { specific = .viewReplicator(newValue) } }
  }

  public var proxy: ProxyValues {
    get { if case .proxy(let values) = specific { values } else { ProxyValues() } }
    set { if case .proxy = specific { specific = .proxy(newValue) } }
  }
}

extension LayerValues {
  /// Replicator values of a replicator layer or text layer; the default values for any other kind of layer.
  public var replicator: ReplicatorValues {
    get {
      switch specific {
      case .replicator(let values): values
      case .text(let values): values.replicator
      default: ReplicatorValues()
      }
    }
    set {
      switch specific {
      case .replicator: specific = .replicator(newValue)
      case .text: text.replicator = newValue
      default: break
      }
    }
  }

  public var shape: ShapeValues {
    get {
      switch specific {
      case .shape(let values): values
      case .glyph(let values): values.shape
      default: ShapeValues()
      }
    }
    set {
      switch specific {
      case .shape: specific = .shape(newValue)
      case .glyph: glyph.shape = newValue
      default: break
      }
    }
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

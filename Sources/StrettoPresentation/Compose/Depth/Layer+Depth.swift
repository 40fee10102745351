import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

extension Layer {
  /// Whether its sublayers stand in the space around it, rather than being flattened into its plane.
  package var keepsDepth: Bool {
    kind == .transform || (kind == .replicator && values.replicator.preservesDepth)
  }

  /// Whether its particles stand in the space around it.
  var particlesKeepDepth: Bool { kind == .emitter && values.emitter.preservesDepth }

  /// Whether the layer may stand before or behind a sibling whatever the order of the tree says.
  var mayLeavePlane: Bool {
    values.zPosition != 0 || values.anchorPointZ != 0 || keepsDepth || particlesKeepDepth
      || !values.transform.matrix.staysInPlane || animatedInfluence.contains(.depth)
      || valuesOfCopies.contains { $0.path.influence.contains(.depth) }
  }
}

extension Transform3D {
  /// Points with z = 0 stay there, and no perspective.
  fileprivate var staysInPlane: Bool { m13 == 0 && m23 == 0 && m43 == 0 && m14 == 0 && m24 == 0 }

  /// Points with z = 0 stay in a plane that faces the eye; neither does depth move them on the screen.
  var facesEye: Bool { m13 == 0 && m23 == 0 && m14 == 0 && m24 == 0 && m44 == 1 }
}

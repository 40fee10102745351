import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

extension Layer {
  /// Whether its sublayers are placed in the 3-D space around it, instead of being flattened into its plane.
  package var keepsDepth: Bool {
    kind == .transform || (kind == .replicator && values.replicator.preservesDepth)
  }

  /// Whether its particles are placed in the 3-D space around it.
  var particlesKeepDepth: Bool { kind == .emitter && values.emitter.preservesDepth }

  /// Whether the layer may be in front of or behind a sibling, independent of the order of the tree.
  var mayLeavePlane: Bool {
    values.zPosition != 0 || values.anchorPointZ != 0 || keepsDepth || particlesKeepDepth
      || !values.transform.matrix.staysInPlane || animatedInfluence.contains(.depth)
      || valuesOfCopies.contains { $0.path.influence.contains(.depth) }
  }
}

extension Transform3D {
  /// Whether points with z = 0 stay at z = 0, without perspective.
  fileprivate var staysInPlane: Bool { m13 == 0 && m23 == 0 && m43 == 0 && m14 == 0 && m24 == 0 }

  /// Whether points with z = 0 stay in a plane parallel to the screen, and depth does not move them on the screen.
  var facesEye: Bool { m13 == 0 && m23 == 0 && m14 == 0 && m24 == 0 && m44 == 1 }
}

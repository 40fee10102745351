import StrettoDisplayList
import StrettoGeometry
import StrettoLayers

extension Layer {
  /// True if the layer's sublayers are placed in the 3-D space around the layer, instead of being flattened into the layer's
  /// plane.
  package var keepsDepth: Bool {
    kind == .transform || (kind == .replicator && values.replicator.preservesDepth)
  }

  /// True if the layer's particles are placed in the 3-D space around the layer.
  var particlesKeepDepth: Bool { kind == .emitter && values.emitter.preservesDepth }

  /// True if the layer may be in front of or behind a sibling, independent of the order of the tree.
  var mayLeavePlane: Bool {
    values.zPosition != 0 || values.anchorPointZ != 0 || keepsDepth || particlesKeepDepth
      || !values.transform.matrix.staysInPlane || animatedAspects.contains(.depth)
      || valuesOfCopies.contains { $0.path.affectedAspects.contains(.depth) }
  }
}

extension Transform3D {
  /// True if the matrix keeps points with z = 0 at z = 0, without perspective.
  fileprivate var staysInPlane: Bool { m13 == 0 && m23 == 0 && m43 == 0 && m14 == 0 && m24 == 0 }

  /// True if the matrix maps points with z = 0 to a plane parallel to the screen, and depth does not move points on the screen.
  var facesEye: Bool { m13 == 0 && m23 == 0 && m14 == 0 && m24 == 0 && m44 == 1 }
}

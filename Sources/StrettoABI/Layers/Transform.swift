// swift-format-ignore-file: AlwaysUseLowerCamelCase
import CStretto
import StrettoGeometry

extension stretto_transform {
  init(_ transform: Transform3D) {
    self.init()
    withUnsafeMutableBytes(of: &m) {
      $0.copyBytes(from: transform.numbers.withUnsafeBytes { Array($0) })
    }
  }

  var transform: Transform3D {
    Transform3D(numbers: withUnsafeBytes(of: m) { Array($0.bindMemory(to: Double.self)) })
  }
}

@c @implementation public func stretto_transform_make_identity() -> stretto_transform {
  stretto_transform(.identity)
}

@c @implementation public func stretto_transform_make_translation(
  _ x: Double, _ y: Double, _ z: Double
) -> stretto_transform {
  stretto_transform(.translation(x, y, z))
}

@c @implementation public func stretto_transform_make_scale(_ x: Double, _ y: Double, _ z: Double)
  -> stretto_transform
{
  stretto_transform(.scale(x, y, z))
}

@c @implementation public func stretto_transform_make_rotation(
  _ angle: Double, _ x: Double, _ y: Double, _ z: Double
) -> stretto_transform {
  stretto_transform(.rotation(angle, x, y, z))
}

@c @implementation public func stretto_transform_make_perspective(_ distance: Double)
  -> stretto_transform
{
  stretto_transform(.perspective(distance))
}

@c @implementation public func stretto_transform_concat(
  _ a: stretto_transform, _ b: stretto_transform
) -> stretto_transform {
  stretto_transform(a.transform * b.transform)
}

@c @implementation public func stretto_transform_invert(_ t: stretto_transform) -> stretto_transform
{
  stretto_transform(t.transform.inverted)
}

import StrettoGeometry

/// A transform that can be multiplied with another transform.
protocol Composable {
  static var identity: Self { get }
  static func * (a: Self, b: Self) -> Self
}

extension PlaneTransform: Composable {}
extension Transform3D: Composable {}

import StrettoDisplayList
import StrettoGeometry
import StrettoImaging

/// A display list with every copy written out: what is painted, in order, with the whole way to the scene.
///
/// Two lists that mean the same picture, however they share bodies, have the same flat picture.
public struct FlatPicture {
  public enum Entry: Equatable {
    case draw(FlatShape, FlatPaint, PlaneTransform)
    /// A colour that multiplies all until the matching `end`.
    case modulate(Color, BlendMode)
    case group(opacity: Double, clip: FlatClip?)
    case mask
    case end
  }

  public struct FlatClip: Equatable {
    public var shape: FlatShape
    public var transform: PlaneTransform
  }

  public enum FlatShape: Equatable {
    case plain(Shape)
    case fill(Path, FillRule)
    case stroke(Path, StrokeStyle)
  }

  public enum FlatPaint: Equatable {
    case color(Color)
    case gradient(Gradient)
    case image(ObjectIdentifier, source: Rect, destination: Rect, ImageFilter)
  }

  public private(set) var entries: [Entry] = []

  public init(_ list: DisplayList) {
    add(list.items.indices, of: list, .identity)
  }

  private mutating func add(_ range: Range<Int>, of list: DisplayList, _ way: PlaneTransform) {
    var index = range.lowerBound
    while index < range.upperBound {
      switch list.items[index] {
      case .draw(let draw):
        entries.append(
          .draw(list.flat(draw.shape), list.flat(draw.paint), draw.transform * way))
        index += 1
      case .copies(let first, let count, let end):
        for copy in list.copies[first..<first + count] {
          let isPlain = copy.color == .white && copy.blend == .sourceOver
          if !isPlain { entries.append(.modulate(copy.color, copy.blend)) }
          add(index + 1..<end, of: list, copy.transform * way)
          if !isPlain { entries.append(.end) }
        }
        index = end
      case .group(let group):
        let clip = group.clip.map {
          FlatClip(shape: list.flat($0.shape), transform: $0.transform * way)
        }
        entries.append(.group(opacity: group.opacity, clip: clip))
        add(index + 1..<group.contentEnd, of: list, way)
        if group.hasMask {
          entries.append(.mask)
          add(group.contentEnd..<group.end, of: list, way)
        }
        entries.append(.end)
        index = group.end
      }
    }
  }

  /// What differs from `other` first, in words; nil if both are the same picture.
  ///
  /// Numbers of the ways to the scene may differ by `tolerance`: copies of copies multiply their matrices
  /// in another order than layers in layers. All else must be equal.
  public func difference(from other: FlatPicture, tolerance: Double) -> String? {
    for (index, (a, b)) in zip(entries, other.entries).enumerated()
    where !a.isClose(to: b, tolerance) {
      return "entry \(index): \(a)\n     is not \(b)"
    }
    return entries.count == other.entries.count
      ? nil : "\(entries.count) entries, not \(other.entries.count)"
  }
}

extension DisplayList {
  fileprivate func flat(_ shape: Shape) -> FlatPicture.FlatShape {
    switch shape {
    case .fill(let path, let rule): .fill(paths[path], rule)
    case .stroke(let path, let style): .stroke(paths[path], strokes[style])
    default: .plain(shape)
    }
  }

  fileprivate func flat(_ paint: Paint) -> FlatPicture.FlatPaint {
    switch paint {
    case .color(let color): .color(color)
    case .gradient(let index): .gradient(gradients[index])
    case .image(let image):
      .image(
        ObjectIdentifier(images[image.image]), source: image.source,
        destination: image.destination, image.filter)
    }
  }
}

extension FlatPicture.Entry {
  fileprivate func isClose(to other: Self, _ tolerance: Double) -> Bool {
    switch (self, other) {
    case (.draw(let s, let p, let t), .draw(let z, let q, let u)):
      s == z && p == q && t.isClose(to: u, tolerance)
    case (.group(let o, let c?), .group(let q, let d?)):
      o == q && c.shape == d.shape && c.transform.isClose(to: d.transform, tolerance)
    default: self == other
    }
  }
}

extension PlaneTransform {
  /// Whether every number is within `tolerance` of the other's, or within that share of it.
  public func isClose(to other: PlaneTransform, _ tolerance: Double) -> Bool {
    zip(numbers, other.numbers).allSatisfy {
      ($0 - $1).magnitude <= tolerance * max(1, $0.magnitude, $1.magnitude)
    }
  }

  private var numbers: [Double] { [a, b, c, d, tx, ty, wx, wy, ww] }
}

extension Transform3D {
  /// Whether every number is within `tolerance` of the other's, or within that share of it.
  public func isClose(to other: Transform3D, _ tolerance: Double) -> Bool {
    zip(numbers, other.numbers).allSatisfy {
      ($0 - $1).magnitude <= tolerance * max(1, $0.magnitude, $1.magnitude)
    }
  }
}

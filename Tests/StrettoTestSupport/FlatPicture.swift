import StrettoDisplayList
import StrettoGeometry
import StrettoImaging

/// A display list with every copy expanded: the painted items in order, each with its transform to the scene.
///
/// Two display lists that draw the same picture have equal flat pictures, however the lists share subpictures.
public struct FlatPicture {
  public enum Entry: Equatable {
    case draw(FlatShape, FlatPaint, PlaneTransform)
    /// The start of a range of entries, up to the matching `end`, in which all colours are multiplied by a colour.
    case modulate(Color, BlendMode)
    /// Start of a group. The text `effects` describes the effects in words, with lengths in points of the layer that has the
    /// effects.
    case group(opacity: Double, clip: FlatClip?, effects: String)
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
    case backdrop(Effects)
  }

  public private(set) var entries: [Entry] = []

  public init(_ list: DisplayList) {
    add(list.picture, of: list, .identity)
  }

  private mutating func add(_ range: Range<Int>, of list: DisplayList, _ way: PlaneTransform) {
    var index = range.lowerBound
    while index < range.upperBound {
      switch list.items[index] {
      case .draw(let draw):
        entries.append(
          .draw(list.flat(draw.shape), list.flat(draw.paint), draw.transform * way))
        index += 1
      case .glyphs(let run):
        for glyph in list.glyphs[list.glyphs(of: run)] {
          let draw = run.draw(glyph)
          let tint = Copy(transform: .identity, color: run.tint)
          if run.tint != .white { entries.append(entry(for: tint)) }
          entries.append(
            .draw(list.flat(draw.shape), list.flat(draw.paint), draw.transform * way))
          if run.tint != .white { entries.append(.end) }
        }
        index += 1
      case .copies(let first, let count, let body):
        for copy in list.copies[first..<first + count] {
          let isPlain = copy.color == .white && copy.blend == .sourceOver
          if !isPlain { entries.append(entry(for: copy)) }
          add(list.subpictures[body], of: list, copy.transform * way)
          if !isPlain { entries.append(.end) }
        }
        index += 1
      case .group(let group):
        let clip = group.clip.map {
          FlatClip(shape: list.flat($0.shape), transform: $0.transform * way)
        }
        var effects =
          list.effects.indices.contains(group.effects) ? list.effects[group.effects] : nil
        effects?.space = .identity
        entries.append(
          .group(opacity: group.opacity, clip: clip, effects: effects.map { "\($0)" } ?? ""))
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

  /// A copy whose colour only reduces the alpha becomes a group with an opacity.
  private func entry(for copy: Copy) -> Entry {
    copy.blend == .sourceOver && copy.color == Color.white.withAlpha(copy.color.alpha)
      ? .group(opacity: copy.color.alpha, clip: nil, effects: "")
      : .modulate(copy.color, copy.blend)
  }

  /// A description of the first difference from `other`, or nil if the two pictures are equal.
  ///
  /// Numbers may differ by `tolerance`, for two reasons: copies of copies multiply matrices in another order than nested layers,
  /// and a delay that is not a short binary fraction rounds differently when it is added to a begin time than when it is
  /// subtracted from a time. All kinds, indices and texts in the two pictures must be equal.
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
    case .backdrop(let index): .backdrop(effects[index])
    case .image(let index):
      .image(
        ObjectIdentifier(images[imagePaints[index].image]), source: imagePaints[index].source,
        destination: imagePaints[index].destination, imagePaints[index].filter)
    }
  }
}

/// The kind and the numbers of an item. Two items are close if their kinds are equal and their numbers are close.
private typealias Parts = (kind: String, numbers: [Double])

extension FlatPicture.Entry {
  fileprivate func isClose(to other: Self, _ tolerance: Double) -> Bool {
    let (a, b) = (parts, other.parts)
    return a.kind == b.kind && areClose(a.numbers, b.numbers, tolerance)
  }

  private var parts: Parts {
    switch self {
    case .draw(let shape, let paint, let way):
      let (s, p) = (shape.parts, paint.parts)
      return (s.kind + p.kind, s.numbers + p.numbers + way.numbers)
    case .modulate(let color, let blend): return ("modulate \(blend)", color.numbers)
    case .group(let opacity, let clip, let effects):
      let parts: Parts = clip.map { ($0.shape.parts.kind, $0.shape.parts.numbers) } ?? ("", [])
      return (
        "group" + effects + parts.kind, [opacity] + parts.numbers + (clip?.transform.numbers ?? [])
      )
    case .mask: return ("mask", [])
    case .end: return ("end", [])
    }
  }
}

extension FlatPicture.FlatShape {
  fileprivate var parts: Parts {
    switch self {
    case .plain(.rect(let r)): ("rect", r.numbers)
    case .plain(.roundedRect(let r, let radius, let corners)):
      ("rounded \(corners.rawValue)", r.numbers + [radius])
    case .plain(.border(let r, let radius, let corners, let width)):
      ("border \(corners.rawValue)", r.numbers + [radius, width])
    case .plain: ("no flat shape", [])
    case .fill(let path, let rule): ("fill \(rule)" + path.parts.kind, path.parts.numbers)
    case .stroke(let path, let s):
      (
        "stroke \(s.cap) \(s.join)" + path.parts.kind,
        path.parts.numbers + [s.width, s.miterLimit, s.dashPhase, s.start, s.end] + s.dashPattern
      )
    }
  }
}

extension FlatPicture.FlatPaint {
  fileprivate var parts: Parts {
    switch self {
    case .color(let color): return ("color", color.numbers)
    case .gradient(let gradient):
      let stops = gradient.stops.flatMap { [$0.location] + $0.color.numbers }
      switch gradient.kind {
      case .axial(let a, let b): return ("axial", [a.x, a.y, b.x, b.y] + stops)
      case .radial(let c, let rx, let ry): return ("radial", [c.x, c.y, rx, ry] + stops)
      case .conic(let c, let angle): return ("conic", [c.x, c.y, angle] + stops)
      case .twoCircles(let a, let ra, let b, let rb):
        return ("two circles \(gradient.spread)", [a.x, a.y, ra, b.x, b.y, rb] + stops)
      }
    case .backdrop(let effects): return ("backdrop \(effects.filters)", [])
    case .image(let image, let source, let destination, let filter):
      return ("\(image) \(filter)", source.numbers + destination.numbers)
    }
  }
}

extension Path {
  fileprivate var parts: Parts {
    elements.reduce(into: ("", [])) { parts, element in
      switch element {
      case .move(let p): parts = (parts.0 + "m", parts.1 + [p.x, p.y])
      case .line(let p): parts = (parts.0 + "l", parts.1 + [p.x, p.y])
      case .quad(let c, let p): parts = (parts.0 + "q", parts.1 + [c.x, c.y, p.x, p.y])
      case .curve(let c, let d, let p):
        parts = (parts.0 + "c", parts.1 + [c.x, c.y, d.x, d.y, p.x, p.y])
      case .close: parts.0 += "z"
      }
    }
  }
}

extension Color {
  fileprivate var numbers: [Double] { [red, green, blue, alpha] }
}

extension Rect {
  fileprivate var numbers: [Double] { [x, y, width, height] }
}

/// True if each pair of numbers differs by at most `tolerance`, absolutely or relative to the larger number.
private func areClose(_ a: [Double], _ b: [Double], _ tolerance: Double) -> Bool {
  a.count == b.count
    && zip(a, b).allSatisfy {
      ($0 - $1).magnitude <= tolerance * max(1, $0.magnitude, $1.magnitude)
    }
}

extension PlaneTransform {
  public func isClose(to other: PlaneTransform, _ tolerance: Double) -> Bool {
    areClose(numbers, other.numbers, tolerance)
  }

  fileprivate var numbers: [Double] { [a, b, c, d, tx, ty, wx, wy, ww] }
}

extension Transform3D {
  public func isClose(to other: Transform3D, _ tolerance: Double) -> Bool {
    areClose(numbers, other.numbers, tolerance)
  }
}

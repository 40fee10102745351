import StrettoGeometry

/// Mutable box of a path, for handles. Inside the library, paths are values without identity.
final class PathObject {
  private var stored: Path
  init(_ path: Path = Path()) { stored = path }
  var path: Path {
    get { readingValues { stored } }
    _modify { yield &stored }
  }
}

extension PathObject: HandleObject { static var typeName: String { "stretto_path" } }

import CStretto
import StrettoGeometry
import StrettoImaging
import StrettoLayers

/// What can be behind a handle.
protocol BorderObject: AnyObject {
  /// The C type, for messages.
  static var typeName: String { get }
}

/// A path with an identity: inside, paths are values.
final class PathObject {
  var path = Path()
}

extension Scene: BorderObject { static var typeName: String { "stretto_scene" } }
extension Layer: BorderObject { static var typeName: String { "stretto_layer" } }
extension Animation: BorderObject { static var typeName: String { "stretto_animation" } }
extension EmitterCell: BorderObject { static var typeName: String { "stretto_cell" } }
extension PathObject: BorderObject { static var typeName: String { "stretto_path" } }
extension Image: BorderObject { static var typeName: String { "stretto_image" } }

/// The object behind a handle.
func object<T: BorderObject>(_ handle: OpaquePointer?, _ type: T.Type) throws -> T {
  guard let handle else { throw ABIError.handle("a \(T.typeName) is needed; NULL was given") }
  switch handles.object(handle) {
  case let object as T: return object
  case let other as any BorderObject:
    throw ABIError.handle(
      "a \(T.typeName) is needed; a \(Swift.type(of: other).typeName) was given")
  default:
    throw ABIError.handle("this \(T.typeName) has been released, or never was one")
  }
}

/// The object behind a handle that may be NULL.
func optionalObject<T: BorderObject>(_ handle: OpaquePointer?, _ type: T.Type) throws -> T? {
  try handle.map { try object($0, type) }
}

/// Hands an object out: its handle with one reference that the caller releases.
func handOut(_ object: AnyObject?, _ out: UnsafeMutablePointer<OpaquePointer?>?, _ name: String)
  throws
{
  guard let out else { throw ABIError.invalid("\(name) is NULL; it must point to a pointer") }
  out.pointee = object.flatMap { handles.retain($0) }
}

/// Makes an object and hands it out. Nothing is made if there is nowhere to put it.
func create(
  _ out: UnsafeMutablePointer<OpaquePointer?>?, _ name: String, _ make: () throws -> AnyObject
) -> stretto_status {
  attempt { try handOut(out == nil ? nil : try make(), out, name) }
}

func retain<T: BorderObject>(_ handle: OpaquePointer?, _ type: T.Type) -> stretto_status {
  attempt { _ = handles.retain(try object(handle, type)) }
}

/// Lets one reference go. NULL is nothing; what is not a live handle of the type is refused.
func release<T: BorderObject>(_ handle: OpaquePointer?, _ type: T.Type) -> stretto_status {
  guard handle != nil else { return stretto_status(STRETTO_OK) }
  return attempt {
    // Letting a layer go changes the layers around it.
    try treeLock.writing {
      _ = try object(handle, type)
      guard !handles.isOnlyLent(handle) else {
        throw ABIError.handle("the root of a scene is borrowed: it goes with its scene")
      }
      let last = handles.release(handle).last
      // The scene's root was lent, not given: it goes with the scene.
      if let scene = last as? Scene { handles.endLoan(of: scene.root) }
    }
  }
}

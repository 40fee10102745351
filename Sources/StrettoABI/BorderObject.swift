import CStretto
import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoText

/// What can be behind a handle.
protocol BorderObject: AnyObject {
  /// The C type, for messages.
  static var typeName: String { get }
}

/// A path with an identity: inside, paths are values.
final class PathObject {
  private var stored: Path
  init(_ path: Path = Path()) { stored = path }
  var path: Path {
    get { readingParts { stored } }
    _modify { yield &stored }
  }
}

extension Scene: BorderObject { static var typeName: String { "stretto_scene" } }
extension Layer: BorderObject { static var typeName: String { "stretto_layer" } }
extension Animation: BorderObject { static var typeName: String { "stretto_animation" } }
extension EmitterCell: BorderObject { static var typeName: String { "stretto_cell" } }
extension PathObject: BorderObject { static var typeName: String { "stretto_path" } }
extension Image: BorderObject { static var typeName: String { "stretto_image" } }
extension Font: BorderObject { static var typeName: String { "stretto_font" } }

/// The object behind a handle, for a call that has locked its tree, or for one that is in no tree.
func object<T: BorderObject>(_ handle: Handle, _ type: T.Type) throws -> T {
  guard let handle else { throw ABIError.handle("a \(T.typeName) is needed; NULL was given") }
  return try checked(handles.object(handle))
}

private func checked<T: BorderObject>(_ object: AnyObject?) throws -> T {
  guard let object = object as? T else { throw notA(T.self, object.map { type(of: $0) }) }
  return object
}

/// Refuses what is no handle of the type, and holds nothing of what is behind it.
func check<T: BorderObject>(_ handle: Handle, _: T.Type) throws {
  let given: AnyClass? = handles.type(of: handle)
  guard given is T.Type else { throw notA(T.self, given) }
}

private func notA<T: BorderObject>(_: T.Type, _ given: AnyClass?) -> ABIError {
  guard let other = given as? any BorderObject.Type else { return releasedHandle(T.self) }
  return .handle("a \(T.typeName) is needed; a \(other.typeName) was given")
}

private func releasedHandle<T: BorderObject>(_: T.Type) -> ABIError {
  .handle("this \(T.typeName) has been released, or never was one")
}

/// Runs a body with the object behind a handle, which stays meanwhile, whoever releases it.
func pinned<T: BorderObject, Result>(
  _ handle: Handle, _ type: T.Type, _ body: (T, HandleTable.Pin) throws -> Result
) throws -> Result {
  guard let handle else { throw ABIError.handle("a \(T.typeName) is needed; NULL was given") }
  guard let pin = handles.pin(handle) else { throw releasedHandle(T.self) }
  defer { handles.unpin(pin) }
  // Every reference to the object ends here, before it is unpinned.
  return try pin.object._withUnsafeGuaranteedRef { try body(checked($0), pin) }
}

/// The object behind a handle that may be NULL.
func optionalObject<T: BorderObject>(_ handle: Handle, _ type: T.Type) throws -> T? {
  try handle.map { try object($0, type) }
}

/// Hands an object out: its handle with one reference that the caller releases.
func handOut(_ object: AnyObject?, _ out: Out<Handle>, _ name: String)
  throws
{
  guard let out else { throw ABIError.invalid("\(name) is NULL; it must point to a pointer") }
  out.pointee = object.flatMap { handles.retain($0) }
}

/// Makes an object and hands it out. Nothing is made if there is nowhere to put it.
func create(
  _ out: Out<Handle>, _ name: String, _ make: () throws -> AnyObject
) -> Status {
  attempt { try handOut(out == nil ? nil : try make(), out, name) }
}

func retain<T: BorderObject>(_ handle: Handle, _ type: T.Type) -> Status {
  attempt { try pinned(handle, type) { object, _ in _ = handles.retain(object) } }
}

/// Lets one reference go. NULL is nothing; what is not a live handle of the type is refused.
func release<T: BorderObject>(_ handle: Handle, _ type: T.Type) -> Status {
  guard handle != nil else { return Status(STRETTO_OK) }
  return attempt { try letGo(handle, type) }
}

/// The same within a call.
func letGo<T: BorderObject>(_ handle: Handle, _ type: T.Type) throws {
  try pinned(handle, type) { object, _ in
    switch handles.release(handle) {
    case .released: break
    // The scene's root was lent, not given: it goes with the scene.
    case .last:
      if let scene = object as? Scene {
        handles.endLoan(of: scene.root)
        Renderer.forget(handle)
      }
    case .borrowed:
      throw ABIError.handle("the root of a scene is borrowed: it goes with its scene")
    case .dead: throw releasedHandle(T.self)
    }
  }
}

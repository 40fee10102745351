import StrettoGeometry
import StrettoImaging
import StrettoLayers
import StrettoText

/// Class whose objects have handles.
protocol HandleObject: AnyObject {
  /// C type, for messages.
  static var typeName: String { get }
}

/// Path with an identity: inside the library paths are values.
final class PathObject {
  private var stored: Path
  init(_ path: Path = Path()) { stored = path }
  var path: Path {
    get { readingParts { stored } }
    _modify { yield &stored }
  }
}

extension Scene: HandleObject { static var typeName: String { "stretto_scene" } }
extension Layer: HandleObject { static var typeName: String { "stretto_layer" } }
extension Animation: HandleObject { static var typeName: String { "stretto_animation" } }
extension EmitterCell: HandleObject { static var typeName: String { "stretto_cell" } }
extension EmitterBehavior: HandleObject { static var typeName: String { "stretto_behavior" } }
extension PathObject: HandleObject { static var typeName: String { "stretto_path" } }
extension Image: HandleObject { static var typeName: String { "stretto_image" } }
extension Font: HandleObject { static var typeName: String { "stretto_font" } }

/// Object behind a handle, for a call that holds the lock of its tree, or for an object that is in no tree.
func object<T>(_ handle: Handle, _ type: T.Type = T.self) throws -> T {
  guard let handle else { throw nullHandle(type) }
  return try checked(handles.object(handle))
}

/// Object behind a handle; nil for NULL.
func optionalObject<T>(_ handle: Handle, _ type: T.Type = T.self) throws -> T? {
  try handle.map { try object($0, type) }
}

/// Throws unless the handle is a live one of the type. Nothing holds the object.
func check<T: HandleObject>(_ handle: Handle, _: T.Type) throws {
  let given: AnyClass? = handles.type(of: handle)
  guard given is T.Type else { throw wrongType(T.self, given) }
}

/// Runs a body with the object behind a handle, which stays alive meanwhile, whoever releases it.
func pinned<T, Result>(
  _ handle: Handle, _ type: T.Type, _ body: (T, HandleTable.Pin) throws -> Result
) throws -> Result {
  guard let handle else { throw nullHandle(type) }
  guard let pin = handles.pin(handle) else { throw releasedHandle(type) }
  defer { handles.unpin(pin) }
  // Every reference to the object ends here, before it is unpinned.
  return try pin.object._withUnsafeGuaranteedRef { try body(checked($0), pin) }
}

private func checked<T>(_ object: AnyObject?) throws -> T {
  guard let object else { throw releasedHandle(T.self) }
  guard let found = object as? T else { throw wrongType(T.self, type(of: object)) }
  return found
}

// MARK: Errors

private func typeName<T>(_ type: T.Type) -> String {
  (type as? any HandleObject.Type)?.typeName ?? "object"
}

private func nullHandle<T>(_ type: T.Type) -> ABIError {
  .handle("a \(typeName(type)) is needed; NULL was given")
}

private func releasedHandle<T>(_ type: T.Type) -> ABIError {
  .handle("this \(typeName(type)) has been released, or never was one")
}

private func wrongType<T>(_ type: T.Type, _ given: AnyClass?) -> ABIError {
  guard let other = given as? any HandleObject.Type else { return releasedHandle(type) }
  return .handle("a \(typeName(type)) is needed; a \(other.typeName) was given")
}

// MARK: References

/// Writes the handle of an object, with one reference that the caller releases; NULL for nil.
func handOut(_ object: AnyObject?, _ out: Out<Handle>, _ name: String) throws {
  guard let out else { throw ABIError.invalid("\(name) is NULL; it must point to a pointer") }
  out.pointee = object.flatMap { handles.retain($0) }
}

/// Makes an object and hands it out. Nothing is made if there is nowhere to put it.
func create(_ out: Out<Handle>, _ name: String, _ make: () throws -> AnyObject?) -> Status {
  attempt {
    let made = out == nil ? nil : try make()
    try handOut(made, out, name)
    switch made {
    case let scene as Scene: own(Layer.portals(in: [scene.root] + scene.outside), out?.pointee)
    case let layer as Layer: own(Layer.portals(in: [layer]), out?.pointee)
    default: break
    }
  }
}

/// Makes portals that were found in a new tree end with the last handle of the tree.
private func own(_ portals: [Layer], _ handle: Handle) {
  if portals.isEmpty { return }
  handles.tree(handle)?.writing { TreeLock.current?.own(portals) }
}

func retain<T>(_ handle: Handle, _ type: T.Type) -> Status {
  attempt {
    try pinned(handle, type) { _, pin in
      _ = pin.object._withUnsafeGuaranteedRef { handles.retain($0) }
    }
  }
}

/// Gives up one reference. NULL is allowed and does nothing.
func release<T>(_ handle: Handle, _ type: T.Type) -> Status {
  guard handle != nil else { return succeeded }
  return attempt { try letGo(handle, type) }
}

/// Gives up one reference, within a call.
func letGo<T>(_ handle: Handle, _ type: T.Type) throws {
  try pinned(handle, type) { object, _ in
    switch handles.release(handle) {
    case .released: break
    // The scene's root was lent, not given: it goes with the scene.
    case .last:
      if let scene = object as? Scene {
        handles.endLoan(of: scene.root)
        Renderer.forget(handle)
      }
    case .borrowed: throw ABIError.handle("the root of a scene is borrowed: it goes with its scene")
    case .dead: throw releasedHandle(type)
    }
  }
}

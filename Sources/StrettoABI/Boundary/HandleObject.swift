import StrettoImaging
import StrettoLayers
import StrettoText

/// Class whose objects can have handles.
protocol HandleObject: AnyObject {
  /// Name of the C type, for messages.
  static var typeName: String { get }
}

extension Scene: HandleObject { static var typeName: String { "stretto_scene" } }

extension Layer: HandleObject { static var typeName: String { "stretto_layer" } }

extension Animation: HandleObject { static var typeName: String { "stretto_animation" } }

extension EmitterCell: HandleObject { static var typeName: String { "stretto_cell" } }

extension EmitterBehavior: HandleObject { static var typeName: String { "stretto_behavior" } }

extension Image: HandleObject { static var typeName: String { "stretto_image" } }

extension Font: HandleObject { static var typeName: String { "stretto_font" } }

/// Object behind a handle. The caller must hold the lock of the object's tree if the object is in a tree.
func object<T>(_ handle: Handle, _ type: T.Type = T.self) throws -> T {
  guard let handle else { throw nullHandle(type) }
  return try checked(handles.object(handle))
}

/// Object behind a handle, or nil for NULL.
func optionalObject<T>(_ handle: Handle, _ type: T.Type = T.self) throws -> T? {
  try handle.map { try object($0, type) }
}

/// Throws unless the handle refers to a live object of the given type. The function does not retain the object.
func check<T: HandleObject>(_ handle: Handle, _: T.Type) throws {
  let given: AnyClass? = handles.type(of: handle)
  guard given is T.Type else { throw wrongType(T.self, given) }
}

/// Runs a body with the object behind a handle. The object stays alive until the body ends, even if another thread releases the
/// handle.
func pinned<T, Result>(
  _ handle: Handle, _ type: T.Type, _ body: (T, HandleTable.Pin) throws -> Result
) throws -> Result {
  guard let handle else { throw nullHandle(type) }
  guard let pin = handles.pin(handle) else { throw releasedHandle(type) }
  defer { handles.unpin(pin) }
  // The body's references to the object must end before the object is unpinned.
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

/// Writes a handle of an object, or NULL for nil. The caller owns one reference to the object and must release the reference.
func writeHandle(_ object: AnyObject?, _ out: Out<Handle>, _ name: String) throws {
  guard let out else { throw ABIError.invalid("\(name) is NULL; it must point to a pointer") }
  out.pointee = object.flatMap { handles.retain($0) }
}

/// Creates an object and writes its handle. The function creates no object if the `out_` pointer is NULL.
func create(_ out: Out<Handle>, _ name: String, _ make: () throws -> AnyObject?) -> Status {
  attempt {
    let made = out == nil ? nil : try make()
    try writeHandle(made, out, name)
    switch made {
    case let scene as Scene: own(Layer.portals(in: [scene.root] + scene.outside), out?.pointee)
    case let layer as Layer: own(Layer.portals(in: [layer]), out?.pointee)
    default: break
    }
  }
}

/// Ties the portals of a new tree to the lock of the tree, so that the portals end with the last handle of the tree.
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

/// Drops one reference to an object. The function does nothing for a NULL handle.
func release<T>(_ handle: Handle, _ type: T.Type) -> Status {
  guard handle != nil else { return succeeded }
  return attempt { try dropReference(handle, type) }
}

/// Drops one reference to an object, inside a call.
func dropReference<T>(_ handle: Handle, _ type: T.Type) throws {
  try pinned(handle, type) { object, _ in
    switch handles.release(handle) {
    case .released: break
    // The library owns the reference to the root layer, and releases the reference with the scene.
    case .last:
      if let scene = object as? Scene {
        handles.releaseBorrowed(scene.root)
        Renderer.forget(handle)
      }
    case .borrowed: throw ABIError.handle("the root of a scene is borrowed and cannot be released")
    case .dead: throw releasedHandle(type)
    }
  }
}

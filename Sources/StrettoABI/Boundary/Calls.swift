import StrettoGeometry

/// Runs the body of a C function that needs no tree lock, and converts a thrown error into a status. Every C call passes through
/// `attempt` exactly once. Inside the body of a C function, `read`, `change` and `query` throw errors and return no status.
func attempt(_ body: () throws -> Void) -> Status { calls.reading { attemptBesideFork(body) } }

/// Runs a body as `attempt` does, for a C function that must not wait while `fork` waits for running calls.
func attemptBesideFork(_ body: () throws -> Void) -> Status {
  do {
    try body()
    return succeeded
  } catch {
    return remember(ABIError(error))
  }
}

/// Runs a body on the object behind a handle, with the tree of the object locked for reading.
func read<T, Result>(_ handle: Handle, _ type: T.Type, _ body: (T) throws -> Result) throws
  -> Result
{
  try pinned(handle, type) { object, pin in try pin.tree.reading { try body(object) } }
}

/// Runs a body on the object behind a handle, with the tree of the object locked for writing. The trees of the objects behind
/// `others` are joined with the locked tree.
func change<T>(
  _ handle: Handle, _ type: T.Type, joining others: [Handle], _ body: (T) throws -> Void
) throws {
  try pinned(handle, type) { object, pin in
    for other in others { handles.tree(other)?.join(pin.tree) }
    try pin.tree.writing { try body(object) }
  }
}

/// Runs a long body on the object behind a handle, with the tree of the object locked for reading. The `CallEnd` argument tells
/// the body when to end early.
///
/// - Parameter timeout: Timeout in seconds that the call itself asks for.
func query<T, Result>(
  _ handle: Handle, _ type: T.Type, timeout: Double = .infinity,
  _ body: (T, CallEnd) throws -> Result
) throws -> Result {
  try pinned(handle, type) { object, pin in
    let end = CallEnd()
    end.begin(pin.cancels, timeout: timeout)
    try end.check()
    let memory = MemoryWatch()
    memory.limit = end.mostMemory
    return try pin.tree.reading(until: end) { try memory.counting { try body(object, end) } }
  }
}

// MARK: Whole calls

func reading<T>(_ handle: Handle, _ type: T.Type, _ body: (T) throws -> Void) -> Status {
  attempt { try read(handle, type, body) }
}

func querying<T>(_ handle: Handle, _ type: T.Type, _ body: (T, CallEnd) throws -> Void) -> Status {
  attempt { try query(handle, type, body) }
}

func changing<T>(
  _ handle: Handle, _ type: T.Type, joining other: Handle = nil, _ body: (T) throws -> Void
) -> Status {
  attempt { try change(handle, type, joining: [other], body) }
}

/// Changes an object that takes a list of other objects. The body receives the list of the handles of the other objects.
func changing<T>(
  _ handle: Handle, _ type: T.Type, joining others: In<Handle>, _ count: UInt32, _ name: String,
  _ body: (T, [Handle]) throws -> Void
) -> Status {
  attempt {
    let others = try array(others, count, name)
    try change(handle, type, joining: others) { try body($0, others) }
  }
}

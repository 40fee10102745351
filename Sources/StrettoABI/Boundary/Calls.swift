import StrettoGeometry

/// Runs a body that needs no lock of an object's, and turns an error of it into a status. Every call comes through here
/// once: a body uses `read`, `change` and `ask`, which throw.
func attempt(_ body: () throws -> Void) -> Status { calls.reading { attemptBesideFork(body) } }

/// Runs a body as `attempt` does, for a call that must not wait while `fork` waits for other calls.
func attemptBesideFork(_ body: () throws -> Void) -> Status {
  do {
    try body()
    return succeeded
  } catch {
    return remember(ABIError(error))
  }
}

/// Runs a body on the object behind a handle while its tree does not change.
func read<T, Result>(_ handle: Handle, _ type: T.Type, _ body: (T) throws -> Result) throws
  -> Result
{
  try pinned(handle, type) { object, pin in try pin.tree.reading { try body(object) } }
}

/// Runs a body on the object behind a handle while nothing else looks at its tree. The objects behind the other handles come
/// into that tree.
func change<T>(
  _ handle: Handle, _ type: T.Type, joining others: [Handle], _ body: (T) throws -> Void
) throws {
  try pinned(handle, type) { object, pin in
    for other in others { handles.tree(other)?.join(pin.tree) }
    try pin.tree.writing { try body(object) }
  }
}

/// Runs a body that may take long on the object behind a handle while its tree does not change. The `CallEnd` says when to
/// end early.
func ask<T, Result>(_ handle: Handle, _ type: T.Type, _ body: (T, CallEnd) throws -> Result) throws
  -> Result
{
  try pinned(handle, type) { object, pin in
    let end = CallEnd()
    end.begin(pin.cancels)
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

func asking<T>(_ handle: Handle, _ type: T.Type, _ body: (T, CallEnd) throws -> Void) -> Status {
  attempt { try ask(handle, type, body) }
}

func changing<T>(
  _ handle: Handle, _ type: T.Type, joining other: Handle = nil, _ body: (T) throws -> Void
) -> Status {
  attempt { try change(handle, type, joining: [other], body) }
}

/// Changes an object that a list of others comes to; the body is given the list.
func changing<T>(
  _ handle: Handle, _ type: T.Type, joining others: In<Handle>, _ count: UInt32, _ name: String,
  _ body: (T, [Handle]) throws -> Void
) -> Status {
  attempt {
    let others = try array(others, count, name)
    try change(handle, type, joining: others) { try body($0, others) }
  }
}

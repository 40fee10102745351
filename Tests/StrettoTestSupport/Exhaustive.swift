import StrettoGeometry

/// True if tests run all of their cases, as `make test-all` asks with an environment variable. If `isExhaustive` is false, tests
/// with many cases run a part of the cases.
public let isExhaustive = getenv("STRETTO_EXHAUSTIVE") != nil

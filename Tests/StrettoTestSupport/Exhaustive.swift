import StrettoGeometry

/// Whether tests go through all of their cases, as `make test-all` has them do; some of many are taken otherwise.
public let isExhaustive = getenv("STRETTO_EXHAUSTIVE") != nil

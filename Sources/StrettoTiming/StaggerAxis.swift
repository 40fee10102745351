/// The axis along which a stagger measures distances in a grid.
public enum StaggerAxis: UInt8, Sendable { case both, x, y }

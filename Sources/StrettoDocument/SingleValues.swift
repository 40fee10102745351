import StrettoGeometry
import StrettoLayers

extension SceneDocument {
  /// Reads the value of an attribute, such as a colour or a path; nil if it cannot be read.
  @export(interface)
  public static func value(_ text: String, _ rule: ValueRule) -> Value? {
    do throws(ValueProblem) {
      return try CAMLReader(DocumentSource()).value(text: text, rule)
    } catch {
      return nil
    }
  }

  /// Reads all numbers of a list in an attribute; nil if an item is no number.
  @export(interface)
  public static func numbers(_ text: String) -> [Double]? { Numbers.list(text) }

  /// Text of a path in an attribute.
  @export(interface)
  public static func text(of path: Path) -> String { PathText.text(path) }
}

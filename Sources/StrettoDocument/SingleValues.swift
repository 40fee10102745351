import StrettoGeometry
import StrettoLayers

extension SceneDocument {
  /// The value that an attribute's text stands for, such as a colour or a path; nil if it cannot be read.
  @export(interface)
  public static func value(_ text: String, _ rule: ValueRule) -> Value? {
    do throws(ValueProblem) {
      return try CAMLReader(DocumentSource()).value(text: text, rule)
    } catch {
      return nil
    }
  }

  /// All numbers of a list, as attributes have it; nil if one of its items is none.
  @export(interface)
  public static func numbers(_ text: String) -> [Double]? { Numbers.list(text) }

  /// A path as attributes have it.
  @export(interface)
  public static func text(of path: Path) -> String { PathText.text(path) }
}

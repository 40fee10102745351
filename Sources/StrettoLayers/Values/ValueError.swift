import StrettoTiming

/// Reason why a value is not allowed. The property `sentence` explains each case of the error.
public enum ValueError: Error, Equatable, Sendable {
  case number(Double, allowed: ClosedRange<Double>?)
  case boolean(Double), fraction(Double), decreasing(Double, Double)
  /// The number of given numbers does not fit the kind of value.
  case count(Int)
  case listCount(Int, allowed: Int)
  case curve(TimingFunction)
  case name(String, allowed: [String])
  case filter(String), features(String), numberFormat(String)
  /// The text has more characters than a text layer can show.
  case characters
  /// A text was given for a property that takes no text.
  case kind
}

import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoText

extension Layer {
  /// Reports problems of this text's characters and copies. For the search, the text is laid out with the model values of the
  /// text layer.
  func diagnoseText(_ cancellation: inout Cancellation, _ report: (Diagnostic.Code, String) -> Void)
    throws(Cancelled)
  {
    let text = try laidOut(values, &cancellation)
    let (missing, colorless) = (text.missingCharacters, text.colorlessCharacters)
    if !missing.isEmpty { report(.missingGlyph, missing) }
    if !colorless.isEmpty { report(.colorGlyphNotDrawn, colorless) }
    let count = text.layout.copies.count
    for (name, given, _) in values.replicator.copyArrays where given > 0 && given < count {
      report(.arrayTooShort, name)
    }
  }
}

import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoText

extension Layer {
  /// Reports problems of this text's characters and copies, with their model values.
  func diagnoseText(_ cancellation: inout Cancellation, _ tell: (Diagnostic.Code, String) -> Void)
    throws(Cancelled)
  {
    let text = try laidOut(values, &cancellation)
    let (missing, colorless) = (text.missingCharacters, text.colorlessCharacters)
    if !missing.isEmpty { tell(.missingGlyph, missing) }
    if !colorless.isEmpty { tell(.colorGlyphNotDrawn, colorless) }
    let count = text.layout.copies.count
    for (name, given, _) in values.replicator.copyArrays where given > 0 && given < count {
      tell(.arrayTooShort, name)
    }
  }
}

import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoText

extension Layer {
  /// Reports problems of this text's characters and copies, with the model values of the text layer.
  func diagnoseText(_ cancellation: inout Cancellation, _ report: (Diagnostic.Code, String) -> Void)
    throws(Cancelled)
  {
    let text = try shapedText(&cancellation)
    let (missing, colorless) = (text.missingCharacters, text.colorlessCharacters)
    if !missing.isEmpty { report(.missingGlyph, missing) }
    if !colorless.isEmpty { report(.colorGlyphNotDrawn, colorless) }
    let arrays = values.replicator.copyArrays.filter { $0.count > 0 }
    let copies = arrays.isEmpty ? 0 : Int(clampingDown: try copyCount(&cancellation))
    for array in arrays where array.count < copies { report(.arrayTooShort, array.name) }
  }
}

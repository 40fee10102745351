import StrettoGeometry
import StrettoLayers
import StrettoPresentation
import StrettoText

extension Layer {
  /// Diagnostics of this text's characters and copies, as they were set.
  func textDiagnostics(_ cancellation: inout Cancellation) throws(Cancelled) -> [Diagnostic] {
    let (text, replicator) = (try laidOut(values, &cancellation), values.replicator)
    var found: [Diagnostic] = []
    let missing = text.missingCharacters
    if !missing.isEmpty {
      found.append(Diagnostic(.missingGlyph, self, missing))
    }
    let colorless = text.colorlessCharacters
    if !colorless.isEmpty {
      found.append(Diagnostic(.colorGlyphNotDrawn, self, colorless))
    }
    let count = text.layout.copies.count
    for (name, given, _) in replicator.copyArrays where given > 0 && given < count {
      found.append(Diagnostic(.arrayTooShort, self, name))
    }
    return found
  }
}

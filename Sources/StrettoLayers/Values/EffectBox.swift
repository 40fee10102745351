/// Effect values that several layers share until one of the layers changes them.
@usableFromInline final class EffectBox: @unchecked Sendable {
  /// Effect values, which are changed in place only if a single layer references this box.
  var values: EffectValues
  init(_ values: EffectValues) { self.values = values }

  static let initial: EffectBox = EffectBox(EffectValues())
}

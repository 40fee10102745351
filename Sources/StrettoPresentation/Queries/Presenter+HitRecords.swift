import StrettoDisplayList
import StrettoGeometry
import StrettoLayers
import StrettoTiming

extension Presenter {
  /// The hit records of the layers that painted, by hit id; empty unless the caller asked for hit records.
  public var hitRecords: [HitRecord] { frame.hitRecords ?? [] }

  /// Adds the hit record for the display-list items that are written next. Returns the hit id of the record, or -1 if the caller
  /// did not ask for hit records.
  ///
  /// - Parameters:
  ///   - layer: The layer that paints; nil for the presented layer.
  ///   - copy: A copy index that is added after the copy indices of the presented layer; nil to add no index.
  @inline(__always)
  func hitID(
    _ presented: PresentedLayer, _ layer: Layer? = nil, copy: Int? = nil,
    plane: PlaneTransform? = nil, ofParticles: Bool = false
  ) -> Int32 {
    guard frame.names(presented.context) else { return -1 }
    var context = presented.context
    if let copy { frame.enterCopy(copy, &context) }
    return frame.note(
      HitRecord(
        layer: layer ?? presented.layer, copy: frame.copy(context),
        plane: plane ?? presented.plane, portal: frame.portal(context), isOfParticles: ofParticles,
        text: presented.lettering.glyph?.text ?? presented.lettering.text))
  }

  /// Removes the items from the index `start` on and their hit record, if the items lie outside the visible area.
  @inline(__always)
  func forgetInvisible(from start: Int, _ hitID: Int32, _ context: WalkContext) {
    if hitID >= 0, let area = frame.seenArea(context), !mayMeet(area, from: start) {
      list.items.removeSubrange(start...)
      frame.removeTrace()
    }
  }

  /// True if an item with index `start` or higher may lie in an area of the space around the items.
  private func mayMeet(_ area: Rect, from start: Int) -> Bool {
    list.items[start...].contains { item in
      guard case .draw(let draw) = item, draw.transform.isAffine,
        let test = CullTest(of: SweptBounds.Area(list.bounds(of: draw.shape)), in: area)
      else { return true }
      return test.meets(PlaneLanes(repeating: draw.transform))[0]
    }
  }
}

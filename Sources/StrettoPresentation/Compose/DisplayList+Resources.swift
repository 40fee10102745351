import StrettoDisplayList

extension DisplayList {
  /// Removes the paths, strokes, gradients and images that a frame added to the resources of a plan. The plan's display list is
  /// read in place, because a copy of the display list would retain each of its arrays.
  mutating func keepResources(of plan: Plan) {
    paths.removeLast(paths.count - plan.resources.list.paths.count)
    strokes.removeLast(strokes.count - plan.resources.list.strokes.count)
    gradients.removeLast(gradients.count - plan.resources.list.gradients.count)
    images.removeLast(images.count - plan.resources.list.images.count)
    imagePaints.removeLast(imagePaints.count - plan.resources.list.imagePaints.count)
  }
}

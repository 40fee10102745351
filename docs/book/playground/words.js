/** Kinds of layers and of animations by Core Animation's words: in Python, in C. @type {Record<string, [string, string]>} */
export const KINDS = {
  CALayer: ["Layer", "LAYER_PLAIN"], CAReplicatorLayer: ["ReplicatorLayer", "LAYER_REPLICATOR"], CAShapeLayer: ["ShapeLayer", "LAYER_SHAPE"],
  CAGradientLayer: ["GradientLayer", "LAYER_GRADIENT"], CAEmitterLayer: ["EmitterLayer", "LAYER_EMITTER"], PortalLayer: ["PortalLayer", "LAYER_PORTAL"],
  ViewReplicator: ["ViewReplicator", "LAYER_VIEW_REPLICATOR"], Proxy: ["Proxy", "LAYER_PROXY"],
  CATransformLayer: ["TransformLayer", "LAYER_TRANSFORM"], CATextLayer: ["TextLayer", "LAYER_TEXT"],
  CABasicAnimation: ["BasicAnimation", "ANIMATION_BASIC"], CAKeyframeAnimation: ["KeyframeAnimation", "ANIMATION_KEYFRAME"],
  CAAnimationGroup: ["AnimationGroup", "ANIMATION_GROUP"], CASpringAnimation: ["SpringAnimation", "ANIMATION_SPRING"],
  CATransition: ["Transition", "ANIMATION_TRANSITION"],
};
/** Roles of layers that are no sublayers, and how they are given to the layer they belong to: in Python, in C. @type {Record<string, [string, string]>} */
export const ROLES = { mask: ["mask", "mask"], source: ["source_layer", "sourceLayer"] };

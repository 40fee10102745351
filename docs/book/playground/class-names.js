/** Names of layer classes and animation classes in Python and in C, by Core Animation's name. @type {Record<string, [string, string]>} */
export const KINDS = {
  CALayer: ["Layer", "LAYER_PLAIN"], CAReplicatorLayer: ["ReplicatorLayer", "LAYER_REPLICATOR"], CAShapeLayer: ["ShapeLayer", "LAYER_SHAPE"],
  CAGradientLayer: ["GradientLayer", "LAYER_GRADIENT"], CAEmitterLayer: ["EmitterLayer", "LAYER_EMITTER"], PortalLayer: ["PortalLayer", "LAYER_PORTAL"],
  ViewReplicator: ["ViewReplicator", "LAYER_VIEW_REPLICATOR"], Proxy: ["Proxy", "LAYER_PROXY"],
  CATransformLayer: ["TransformLayer", "LAYER_TRANSFORM"], CATextLayer: ["TextLayer", "LAYER_TEXT"],
  CABasicAnimation: ["BasicAnimation", "ANIMATION_BASIC"], CAKeyframeAnimation: ["KeyframeAnimation", "ANIMATION_KEYFRAME"],
  CAAnimationGroup: ["AnimationGroup", "ANIMATION_GROUP"], CASpringAnimation: ["SpringAnimation", "ANIMATION_SPRING"],
  CATransition: ["Transition", "ANIMATION_TRANSITION"],
};
/** Names of the properties in Python and in C that set layers with a role other than sublayer. @type {Record<string, [string, string]>} */
export const ROLES = { mask: ["mask", "mask"], source: ["source_layer", "sourceLayer"] };

"""One sentence for every property; the generator adds the names, the default and whether it is animatable."""

TIMING = {
    "beginTime": "When it begins, in seconds of its parent's time.",
    "timeOffset": "Seconds added to the time within it, after speed.",
    "speed": "How fast its time runs beside its parent's; 0 stands still, negative runs backwards.",
    "duration": "The length of one cycle in seconds.",
    "repeatCount": "How many cycles are played, fractions allowed; 0 counts as 1, math.inf for ever.",
    "repeatDuration": "For how many seconds cycles are repeated; used if above 0, in place of the count.",
    "autoreverses": "Whether each cycle is played backwards as well, which doubles it.",
    "fillMode": "Whether the first value shows before the begin and the last after the end.",
}

LAYER = TIMING | {
    "name": "Any text.",
    "bounds": "(x, y, width, height) in the layer's own coordinates; another origin moves the sublayers.",
    "position": "(x, y) of the anchor point in the superlayer.",
    "frame": "(x, y, width, height) around the transformed bounds, in the superlayer; derived.",
    "zPosition": "Depth; sublayers with a greater one are drawn over the others.",
    "anchorPoint": "The pivot, as a part of the bounds: (0, 0) is their least corner, (1, 1) the other.",
    "anchorPointZ": "The pivot's depth in points.",
    "transform": "A transform about the anchor point.",
    "sublayerTransform": "A transform of the sublayers about the anchor point, such as a perspective.",
    "geometryFlipped": "Whether the sublayers are mirrored, top to bottom.",
    "doubleSided": "Whether the layer shows when its back is turned to the viewer.",
    "hidden": "Whether the layer and everything in it is left out.",
    "opacity": "0 (not drawn) to 1, applied to the layer and its sublayers as one picture.",
    "masksToBounds": "Whether contents and sublayers are cut off at the rounded bounds.",
    "backgroundColor": "Fills the rounded bounds.",
    "cornerRadius": "The radius of the corners in points, at most half the shorter side.",
    "maskedCorners": "Which corners are round.",
    "borderWidth": "The width in points of a line inside the bounds, over everything in the layer.",
    "borderColor": "The colour of the border.",
    "contents": "A picture in the bounds.",
    "contentsGravity": "Where the picture lies in the bounds, and whether it is stretched.",
    "contentsRect": "The part of the picture that is shown: (x, y, width, height) in parts of its size.",
    "contentsScale": "The picture's pixels a point, where it is not stretched.",
    "magnificationFilter": "How the picture is enlarged.",
    "minificationFilter": "How the picture is reduced.",
    "mask": "A layer whose alpha shows through this one, in this one's coordinates.",
}

REPLICATOR = {
    "instanceCount": "How many copies there are, the original included; 0 or less draws none.",
    "instanceDelay": "Copy k sees the time k * delay seconds ago; negative looks ahead.",
    "instanceTransform": "Copy k is moved by this transform k times over, about the middle of the bounds.",
    "instanceColor": "Multiplies the colours of copy 0; not premultiplied.",
    "instanceRedOffset": "Added to the red of the colour from copy to copy.",
    "instanceGreenOffset": "Added to the green of the colour from copy to copy.",
    "instanceBlueOffset": "Added to the blue of the colour from copy to copy.",
    "instanceAlphaOffset": "Added to the alpha of the colour from copy to copy.",
    "instanceDelays": "A delay in seconds for each copy; copies beyond it follow the rule.",
    "instanceTransforms": "A transform for each copy about the middle of the bounds; beyond it, the rule.",
    "instanceColors": "A colour for each copy, not premultiplied; copies beyond it follow the rule.",
    "instanceOpacities": "0...1 for each copy, on top of its colour's alpha; copies beyond it keep that.",
}

PORTAL = {
    "sourceLayer": "The layer that is shown once more; it stays where it is.",
    "hidesSourceLayer": "Whether the source is left out at home while this portal is there and not hidden.",
    "matchesOpacity": "Whether the source's own opacity counts here as well.",
    "matchesPosition": "Whether the source appears where it really is, as through a window.",
    "matchesTransform": "Whether the source's own transform counts here as well.",
    "inheritsTime": "Whether the delays of the replicators around the portal count here.",
}

VIEWS = {
    "technique": "Drawn directly, or by replicators and time travel alone; the picture is the same.",
    "sourceLayer": "The layer that the proxies show. It leaves the place it had.",
}

PROXY = {
    "sourceRect": "The part of the source that is shown, in its own coordinates, stretched to the bounds "
    "and cut off there; none: all of it, not cut off.",
}

SHAPE = {
    "path": "The outline, in the layer's coordinates; not cut off at the bounds.",
    "fillColor": "What fills the path.",
    "fillRule": "What is inside where the path crosses itself.",
    "strokeColor": "What draws the line along the path, over the fill.",
    "strokeStart": "Where the line begins, as a part of the path's length, 0...1.",
    "strokeEnd": "Where the line ends, as a part of the path's length, 0...1.",
    "lineWidth": "The line's width in points, centred on the path; 0 draws none.",
    "miterLimit": "The longest pointed join, in line widths; longer ones become bevels.",
    "lineCap": "How the ends of the line look.",
    "lineJoin": "How the corners of the line look.",
    "lineDashPhase": "How far into the pattern the line begins, in points.",
    "lineDashPattern": "Lengths of dashes and gaps in turn, in points.",
}

GRADIENT = {
    "type": "Along a line, or around a centre.",
    "colors": "The colours, in order.",
    "locations": "Where each colour lies, 0...1 and not decreasing; none, or another count: evenly spread.",
    "startPoint": "Where the first colour lies, in parts of the bounds; the centre of a radial gradient.",
    "endPoint": "Where the last colour lies, in parts of the bounds; a corner around a radial gradient.",
}

EMITTER = {
    "birthRate": "Multiplies the cells' birth rates.",
    "lifetime": "Multiplies the cells' lifetimes.",
    "velocity": "Multiplies the cells' velocities.",
    "scale": "Multiplies the cells' scales.",
    "spin": "Multiplies the cells' spins.",
    "emitterPosition": "(x, y) of the shape's centre.",
    "emitterSize": "(width, height) of the shape; a circle's radius is the width.",
    "emitterShape": "Where particles begin.",
    "emitterMode": "From which part of the shape they begin.",
    "renderMode": "In which order they are drawn; additive adds their light.",
    "seed": "Chooses the random sequence; equal seeds give equal particles.",
    "warm": "Whether particles are in the air at time 0 as if emission had begun long before.",
}

CELL = {
    "name": 'The name in key paths such as "emitterCells.red.birthRate".',
    "enabled": "Whether particles of this kind are emitted.",
    "birthRate": "Particles a second.",
    "lifetime": "Seconds that a particle lives.",
    "lifetimeRange": "The spread of the lifetime.",
    "emissionLatitude": "The direction's angle out of the plane, in radians.",
    "emissionLongitude": "The direction's angle in the plane, in radians; of a line, 0 is up and pi is down.",
    "emissionRange": "The whole angle over which directions are spread, in radians.",
    "velocity": "Points a second at birth.",
    "velocityRange": "The spread of the velocity.",
    "xAcceleration": "Points a second, each second, to the right.",
    "yAcceleration": "Points a second, each second, downwards.",
    "zAcceleration": "Points a second, each second, towards the viewer.",
    "scale": "The particle's size beside its picture's.",
    "scaleRange": "The spread of the scale.",
    "scaleSpeed": "The change of the scale a second.",
    "spin": "Radians a second.",
    "spinRange": "The spread of the spin.",
    "color": "Multiplies the picture's colours.",
    "redRange": "The spread of red.",
    "greenRange": "The spread of green.",
    "blueRange": "The spread of blue.",
    "alphaRange": "The spread of alpha.",
    "redSpeed": "The change of red a second.",
    "greenSpeed": "The change of green a second.",
    "blueSpeed": "The change of blue a second.",
    "alphaSpeed": "The change of alpha a second.",
    "contents": "The particle's picture.",
    "contentsRect": "The part of the picture that is shown: (x, y, width, height) in parts of its size.",
    "contentsScale": "The picture's pixels a point.",
    "magnificationFilter": "How the picture is enlarged.",
}

ANIMATION = TIMING | {
    "duration": "The length of one cycle in seconds; 0 reads as 0.25.",
    "timingFunction": "Eases the whole: a name or four control points; None is linear.",
    "removedOnCompletion": "Whether it has no effect at all once it is over, even by its fill mode.",
    "additive": "Whether its values are added to what is there, in place of replacing it.",
    "cumulative": "Whether each repetition goes on from where the last one ended.",
}

KEYFRAME = {
    "keyTimes": "When each value is reached, 0...1; one a value, in the discrete mode one more.",
    "timingFunctions": "Ease the segments between values: names or control points, one a segment.",
    "calculationMode": "How values between the given ones are found.",
}

"""Types of the properties that take one of certain names.

The tool tools/generate_properties.py generates this module from the library's table of properties.
"""

from typing import Literal, TypeAlias

__all__ = [
    "AlignmentMode",
    "AttractorType",
    "CalculationMode",
    "CompositingFilter",
    "ContentsGravity",
    "CornerCurve",
    "EmitterMode",
    "EmitterShape",
    "FillMode",
    "FillRule",
    "GradientType",
    "InstanceAnchor",
    "InstanceUnit",
    "KeyPath",
    "LineCap",
    "LineJoin",
    "MagnificationFilter",
    "MaskedCorner",
    "MinificationFilter",
    "ParticleType",
    "RenderMode",
    "RotationMode",
    "Subtype",
    "Technique",
    "TransitionType",
    "TruncationMode",
    "ValueFunction",
    "VerticalAlignmentMode",
    "WritingDirection",
]

FillMode: TypeAlias = Literal["removed", "backwards", "forwards", "both"]
MaskedCorner: TypeAlias = Literal["minXMinY", "maxXMinY", "minXMaxY", "maxXMaxY"]
ContentsGravity: TypeAlias = Literal[
    "resize", "resizeAspect", "resizeAspectFill", "center", "top", "bottom", "left", "right", "topLeft",
    "topRight", "bottomLeft", "bottomRight",
]  # fmt: skip
MagnificationFilter: TypeAlias = Literal["linear", "nearest", "trilinear"]
MinificationFilter: TypeAlias = Literal["linear", "nearest", "trilinear"]
CompositingFilter: TypeAlias = Literal[
    "sourceOver", "normalBlendMode", "plusL", "multiplyBlendMode", "screenBlendMode", "overlayBlendMode",
    "darkenBlendMode", "lightenBlendMode", "colorDodgeBlendMode", "colorBurnBlendMode", "softLightBlendMode",
    "hardLightBlendMode", "differenceBlendMode", "exclusionBlendMode", "hueBlendMode", "saturationBlendMode",
    "colorBlendMode", "luminosityBlendMode", "subtractBlendMode", "divideBlendMode", "linearBurnBlendMode",
    "linearDodgeBlendMode", "linearLightBlendMode", "vividLightBlendMode", "pinLightBlendMode", "clear",
    "copy", "sourceIn", "sourceOut", "sourceAtop", "dest", "destOver", "destIn", "destOut", "destAtop", "xor",
    "plusD",
]  # fmt: skip
CornerCurve: TypeAlias = Literal["circular", "continuous"]
FillRule: TypeAlias = Literal["non-zero", "even-odd"]
LineCap: TypeAlias = Literal["butt", "round", "square"]
LineJoin: TypeAlias = Literal["miter", "round", "bevel"]
GradientType: TypeAlias = Literal["axial", "radial", "conic"]
EmitterShape: TypeAlias = Literal["point", "line", "rectangle", "circle", "cuboid", "sphere"]
EmitterMode: TypeAlias = Literal["points", "outline", "surface", "volume"]
RenderMode: TypeAlias = Literal["unordered", "oldestFirst", "oldestLast", "backToFront", "additive"]
Technique: TypeAlias = Literal["portal", "replicator"]
TruncationMode: TypeAlias = Literal["none", "start", "middle", "end"]
AlignmentMode: TypeAlias = Literal["natural", "left", "right", "center", "justified"]
VerticalAlignmentMode: TypeAlias = Literal["top", "center", "bottom"]
WritingDirection: TypeAlias = Literal["natural", "leftToRight", "rightToLeft"]
InstanceUnit: TypeAlias = Literal["character", "word", "line", "text"]
InstanceAnchor: TypeAlias = Literal["character", "word", "line", "text"]
ParticleType: TypeAlias = Literal["sprite", "plane"]
AttractorType: TypeAlias = Literal["radial", "axial", "planar"]
KeyPath: TypeAlias = Literal[
    "position.x", "position.y", "position.z", "velocity.x", "velocity.y", "velocity.z", "mass", "rotation",
    "spin", "scale", "scaleSpeed", "color.red", "color.green", "color.blue", "color.alpha",
]  # fmt: skip
ValueFunction: TypeAlias = Literal[
    "rotateX", "rotateY", "rotateZ", "scale", "scaleX", "scaleY", "scaleZ", "translate", "translateX",
    "translateY", "translateZ",
]  # fmt: skip
CalculationMode: TypeAlias = Literal["linear", "discrete", "paced", "cubic", "cubicPaced"]
RotationMode: TypeAlias = Literal["auto", "autoReverse"]
TransitionType: TypeAlias = Literal["fade", "moveIn", "push", "reveal"]
Subtype: TypeAlias = Literal["fromLeft", "fromRight", "fromTop", "fromBottom"]

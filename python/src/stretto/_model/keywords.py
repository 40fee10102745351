"""Types of the keywords that constructors take, for type checkers.

The tool tools/generate_properties.py generates this module from the library's table of properties.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, TypedDict

if TYPE_CHECKING:
    from stretto.animation import Animation
    from stretto.color import ColorLike
    from stretto.filter import Filter
    from stretto.font import Font
    from stretto.layer import EmitterBehavior, EmitterCell, Layer
    from stretto.transform import TransformLike

    from .convert import Animatable, Curve, ImageLike, Outline
    from .names import (
        AlignmentMode,
        AttractorType,
        CalculationMode,
        CompositingFilter,
        ContentsGravity,
        CornerCurve,
        EmitterMode,
        EmitterShape,
        FillMode,
        FillRule,
        GradientType,
        InstanceAnchor,
        InstanceUnit,
        KeyPath,
        LineCap,
        LineJoin,
        MagnificationFilter,
        MaskedCorner,
        MinificationFilter,
        ParticleType,
        RenderMode,
        RotationMode,
        Subtype,
        Technique,
        TransitionType,
        TruncationMode,
        ValueFunction,
        VerticalAlignmentMode,
        WritingDirection,
    )

__all__ = [
    "AnimationGroupKeywords",
    "AnimationKeywords",
    "BasicAnimationKeywords",
    "EmitterBehaviorKeywords",
    "EmitterCellKeywords",
    "EmitterLayerKeywords",
    "GlyphLayerKeywords",
    "GradientLayerKeywords",
    "InstancesKeywords",
    "KeyframeAnimationKeywords",
    "LayerKeywords",
    "PortalLayerKeywords",
    "PropertyAnimationKeywords",
    "ProxyKeywords",
    "ReplicatorLayerKeywords",
    "ShapeLayerKeywords",
    "SpringAnimationKeywords",
    "TextLayerKeywords",
    "TransformLayerKeywords",
    "TransitionKeywords",
    "ViewReplicatorKeywords",
]


class LayerKeywords(TypedDict, total=False):
    """Keywords of the constructor of `Layer`."""

    name: str
    bounds: Iterable[float]
    position: Iterable[float]
    frame: Iterable[float]
    z_position: float
    anchor_point: Iterable[float]
    anchor_point_z: float
    transform: TransformLike
    sublayer_transform: TransformLike
    geometry_flipped: bool
    double_sided: bool
    hidden: bool
    opacity: float
    masks_to_bounds: bool
    background_color: ColorLike | None
    corner_radius: float
    masked_corners: str | Iterable[MaskedCorner]
    border_width: float
    border_color: ColorLike | None
    contents: ImageLike | None
    contents_gravity: ContentsGravity
    contents_rect: Iterable[float]
    contents_scale: float
    magnification_filter: MagnificationFilter
    minification_filter: MinificationFilter
    minification_filter_bias: float
    shadow_color: ColorLike | None
    shadow_opacity: float
    shadow_offset: Iterable[float]
    shadow_radius: float
    shadow_path: Outline | None
    filters: Iterable[Filter | str]
    background_filters: Iterable[Filter | str]
    compositing_filter: CompositingFilter | None
    allows_group_opacity: bool
    allows_group_blending: bool
    corner_curve: CornerCurve
    contents_center: Iterable[float]
    contents_multiply_color: ColorLike | None
    should_rasterize: bool
    rasterization_scale: float
    mask: Layer | None
    begin_time: float
    time_offset: float
    speed: float
    duration: float
    repeat_count: float
    repeat_duration: float
    autoreverses: bool
    fill_mode: FillMode
    sublayers: Layer | Iterable[Layer]
    animations: Animation | Iterable[Animation] | Mapping[str, Animation]


class InstancesKeywords(LayerKeywords, total=False):
    """Keywords of the constructor of `Instances`."""

    instance_delay: float
    instance_transform: TransformLike
    instance_color: ColorLike | None
    instance_red_offset: float
    instance_green_offset: float
    instance_blue_offset: float
    instance_alpha_offset: float
    instance_delays: Iterable[float] | None
    instance_transforms: Iterable[TransformLike] | None
    instance_colors: Iterable[ColorLike] | None
    instance_opacities: Iterable[float] | None
    instance_masks: Iterable[Layer | None]


class ReplicatorLayerKeywords(InstancesKeywords, total=False):
    """Keywords of the constructor of `ReplicatorLayer`."""

    preserves_depth: bool


class ShapeLayerKeywords(LayerKeywords, total=False):
    """Keywords of the constructor of `ShapeLayer`."""

    fill_color: ColorLike | None
    fill_rule: FillRule
    stroke_color: ColorLike | None
    stroke_start: float
    stroke_end: float
    line_width: float
    miter_limit: float
    line_cap: LineCap
    line_join: LineJoin
    line_dash_phase: float
    line_dash_pattern: Iterable[float] | None


class GradientLayerKeywords(LayerKeywords, total=False):
    """Keywords of the constructor of `GradientLayer`."""

    type: GradientType
    colors: Iterable[ColorLike] | None
    locations: Iterable[float] | None
    start_point: Iterable[float]
    end_point: Iterable[float]


class EmitterLayerKeywords(LayerKeywords, total=False):
    """Keywords of the constructor of `EmitterLayer`."""

    birth_rate: float
    lifetime: float
    velocity: float
    scale: float
    spin: float
    emitter_position: Iterable[float]
    emitter_z_position: float
    emitter_size: Iterable[float]
    emitter_depth: float
    emitter_shape: EmitterShape
    emitter_mode: EmitterMode
    render_mode: RenderMode
    preserves_depth: bool
    seed: int
    loop_duration: float
    warm: bool
    emitter_cells: Iterable[EmitterCell]
    emitter_behaviors: Iterable[EmitterBehavior]


class PortalLayerKeywords(LayerKeywords, total=False):
    """Keywords of the constructor of `PortalLayer`."""

    hides_source_layer: bool
    matches_opacity: bool
    matches_position: bool
    matches_transform: bool
    inherits_time: bool


class ViewReplicatorKeywords(LayerKeywords, total=False):
    """Keywords of the constructor of `ViewReplicator`."""

    technique: Technique
    source_layer: Layer | None


class ProxyKeywords(LayerKeywords, total=False):
    """Keywords of the constructor of `Proxy`."""

    source_rect: Iterable[float] | None


class TransformLayerKeywords(LayerKeywords, total=False):
    """Keywords of the constructor of `TransformLayer`."""


class TextLayerKeywords(InstancesKeywords, total=False):
    """Keywords of the constructor of `TextLayer`."""

    number: float
    number_format: str
    foreground_color: ColorLike | None
    font_size: float
    font: Font | None
    fallback_fonts: Iterable[Font]
    font_variations: Mapping[str, float] | None
    font_features: str
    language: str
    wrapped: bool
    truncation_mode: TruncationMode
    alignment_mode: AlignmentMode
    vertical_alignment_mode: VerticalAlignmentMode
    tracking: float
    leading: float
    writing_direction: WritingDirection
    text_path: Outline | None
    text_path_offset: float
    text_path_rotates: bool
    instance_unit: InstanceUnit
    instance_anchor: InstanceAnchor | None
    clips_instances: bool


class GlyphLayerKeywords(LayerKeywords, total=False):
    """Keywords of the constructor of `GlyphLayer`."""

    foreground_color: ColorLike | None
    strokes_first: bool
    font_variations: Mapping[str, float] | None
    stroke_color: ColorLike | None
    stroke_start: float
    stroke_end: float
    line_width: float
    miter_limit: float
    line_cap: LineCap
    line_join: LineJoin
    line_dash_phase: float
    line_dash_pattern: Iterable[float] | None


class EmitterCellKeywords(TypedDict, total=False):
    """Keywords of the constructor of `EmitterCell`."""

    name: str
    enabled: bool
    birth_rate: float
    lifetime: float
    lifetime_range: float
    emission_latitude: float
    emission_longitude: float
    emission_range: float
    velocity: float
    velocity_range: float
    x_acceleration: float
    y_acceleration: float
    z_acceleration: float
    scale: float
    scale_range: float
    scale_speed: float
    rotation: float
    rotation_range: float
    spin: float
    spin_range: float
    particle_type: ParticleType
    orientation_range: float
    orientation_latitude: float
    orientation_longitude: float
    mass: float
    mass_range: float
    color: ColorLike | None
    red_range: float
    green_range: float
    blue_range: float
    alpha_range: float
    red_speed: float
    green_speed: float
    blue_speed: float
    alpha_speed: float
    contents: ImageLike | None
    contents_rect: Iterable[float]
    contents_scale: float
    magnification_filter: MagnificationFilter
    minification_filter: MinificationFilter
    minification_filter_bias: float
    begin_time: float
    time_offset: float
    speed: float
    duration: float
    repeat_count: float
    repeat_duration: float
    autoreverses: bool
    fill_mode: FillMode
    emitter_cells: Iterable[EmitterCell]


class EmitterBehaviorKeywords(TypedDict, total=False):
    """Keywords of the constructor of `EmitterBehavior`."""

    name: str
    enabled: bool
    drag: float
    force: Iterable[float] | None
    frequency: float
    attractor_type: AttractorType
    stiffness: float
    radius: float
    position: Iterable[float]
    z_position: float
    orientation_latitude: float
    orientation_longitude: float
    falloff: float
    falloff_distance: float
    rotation: float
    preserves_depth: bool
    key_path: KeyPath | None
    values: Iterable[float] | None
    colors: Iterable[ColorLike] | None
    locations: Iterable[float] | None
    additive: bool


class AnimationKeywords(TypedDict, total=False):
    """Keywords of the constructor of `Animation`."""

    timing_function: Curve | None
    removed_on_completion: bool
    begin_time: float
    time_offset: float
    speed: float
    duration: float
    repeat_count: float
    repeat_duration: float
    autoreverses: bool
    fill_mode: FillMode


class PropertyAnimationKeywords(AnimationKeywords, total=False):
    """Keywords of the constructor of `PropertyAnimation`."""

    additive: bool
    cumulative: bool
    value_function: ValueFunction | None


class BasicAnimationKeywords(PropertyAnimationKeywords, total=False):
    """Keywords of the constructor of `BasicAnimation`."""

    by_value: Animatable | None


class KeyframeAnimationKeywords(PropertyAnimationKeywords, total=False):
    """Keywords of the constructor of `KeyframeAnimation`."""

    key_times: Iterable[float] | None
    timing_functions: Iterable[Curve] | None
    calculation_mode: CalculationMode
    tension_values: Iterable[float] | None
    continuity_values: Iterable[float] | None
    bias_values: Iterable[float] | None
    path: Outline | None
    rotation_mode: RotationMode | None


class SpringAnimationKeywords(BasicAnimationKeywords, total=False):
    """Keywords of the constructor of `SpringAnimation`."""

    mass: float
    stiffness: float
    damping: float
    initial_velocity: float
    allows_overdamping: bool
    perceptual_duration: float
    bounce: float
    damping_ratio: float
    settles_in: float


class AnimationGroupKeywords(AnimationKeywords, total=False):
    """Keywords of the constructor of `AnimationGroup`."""


class TransitionKeywords(AnimationKeywords, total=False):
    """Keywords of the constructor of `Transition`."""

    type: TransitionType
    subtype: Subtype | None
    start_progress: float
    end_progress: float

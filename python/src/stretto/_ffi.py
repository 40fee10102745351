"""The C interface as ctypes sees it: structs, one pointer type a noun, one table of signatures.

`include/stretto.h` is the manual; a test compares it with this table. Nothing above this module imports
ctypes.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from . import _library, errors

# ------------------------------------------------------------------ types


class Pointer(ctypes.c_void_p):
    """A handle. It is looked up by the library, never followed."""


class ScenePointer(Pointer):
    """`stretto_scene *`"""


class LayerPointer(Pointer):
    """`stretto_layer *`"""


class AnimationPointer(Pointer):
    """`stretto_animation *`"""


class CellPointer(Pointer):
    """`stretto_cell *`"""


class PathPointer(Pointer):
    """`stretto_path *`"""


class ImagePointer(Pointer):
    """`stretto_image *`"""


class FontPointer(Pointer):
    """`stretto_font *`"""


_status = ctypes.c_int32
_int32 = ctypes.c_int32
_uint32 = ctypes.c_uint32
_uint8 = ctypes.c_uint8
_size = ctypes.c_size_t
_double = ctypes.c_double
_char = ctypes.c_char
_text = ctypes.c_char_p


class TransformStruct(ctypes.Structure):
    """`stretto_transform`"""

    _fields_ = [("m", _double * 16)]


class PropertyStruct(ctypes.Structure):
    """`stretto_property`"""

    _fields_ = [
        ("struct_size", _uint32),
        ("value_kind", _int32),
        ("name", _text),
        ("names", _text),
        ("default_string", _text),
        ("default_numbers", _double * 16),
        ("default_count", _uint32),
        ("is_animatable", _int32),
        ("summary", _text),
        ("section", _text),
        ("minimum", _double),
        ("maximum", _double),
        ("influence", _uint32),
        ("reserved", _uint32),
    ]


class RenderOptions(ctypes.Structure):
    """`stretto_render_options`"""

    _fields_ = [
        ("struct_size", _uint32),
        ("alpha", _int32),
        ("scale", _double),
        ("threads", _uint32),
        ("timeout_ms", _uint32),
    ]


class LimitsStruct(ctypes.Structure):
    """`stretto_limits`"""

    _fields_ = [
        ("struct_size", _uint32),
        ("reserved", _uint32),
        ("timeout", _double),
        ("cancel", ctypes.POINTER(_int32)),
    ]


class InstanceStruct(ctypes.Structure):
    """`stretto_instance`"""

    _fields_ = [
        ("local_time", _double),
        ("transform", _double * 16),
        ("color", _double * 4),
        ("index_count", _uint32),
        ("index", _int32 * 32),
    ]


class HitStruct(ctypes.Structure):
    """`stretto_hit`"""

    _fields_ = [
        ("layer", LayerPointer),
        ("x", _double),
        ("y", _double),
        ("index_count", _uint32),
        ("index", _int32 * 32),
    ]


class TextCopyStruct(ctypes.Structure):
    """`stretto_text_copy`"""

    _fields_ = [
        ("x", _double),
        ("y", _double),
        ("width", _double),
        ("height", _double),
        ("baseline", _double),
        ("character", _int32),
        ("character_count", _int32),
        ("line", _int32),
        ("word", _int32),
        ("is_missing", _int32),
        ("reserved", _int32),
    ]


class TextLineStruct(ctypes.Structure):
    """`stretto_text_line`"""

    _fields_ = [
        ("x", _double),
        ("y", _double),
        ("width", _double),
        ("height", _double),
        ("baseline", _double),
        ("character", _int32),
        ("character_count", _int32),
    ]


class LoopEntryStruct(ctypes.Structure):
    """`stretto_loop_entry`"""

    _fields_ = [
        ("layer", LayerPointer),
        ("kind", _int32),
        ("reserved", _uint32),
        ("period", _double),
        ("key_path", _char * 64),
    ]


class DiagnosticStruct(ctypes.Structure):
    """`stretto_diagnostic`"""

    _fields_ = [
        ("layer", LayerPointer),
        ("code", _int32),
        ("reserved", _uint32),
        ("key_path", _char * 64),
    ]


class StaggerStruct(ctypes.Structure):
    """`stretto_stagger`"""

    _fields_ = [
        ("struct_size", _uint32),
        ("origin", _int32),
        ("seconds", _double),
        ("is_total", _int32),
        ("seed", _uint32),
        ("x", _double),
        ("y", _double),
        ("ease", _double * 4),
        ("columns", _uint32),
        ("rows", _uint32),
        ("axis", _int32),
        ("reserved", _uint32),
    ]


#: A rank of a copy of a text.
Rank = _int32


class FontAxisStruct(ctypes.Structure):
    """`stretto_font_axis`"""

    _fields_ = [
        ("tag", _char * 8),
        ("minimum", _double),
        ("default_value", _double),
        ("maximum", _double),
        ("value", _double),
    ]


#: `stretto_load_image`
LoadImage = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_char_p)


class DocumentSource(ctypes.Structure):
    """`stretto_document_source`"""

    _fields_ = [
        ("struct_size", _uint32),
        ("geometry_flipped", _int32),
        ("name", _text),
        ("load", LoadImage),
        ("context", ctypes.c_void_p),
    ]


def _to(kind: type[Any]) -> Any:
    return ctypes.POINTER(kind)


# ------------------------------------------------------------------ the table

#: Function: (result, arguments), in the order of the header.
SIGNATURES: dict[str, tuple[Any, list[Any]]] = {
    "stretto_version": (_text, []),
    "stretto_abi_version": (_uint32, []),
    "stretto_error_message": (_text, []),
    "stretto_error_line": (_uint32, []),
    "stretto_set_limits": (_status, [_to(LimitsStruct)]),
    "stretto_transform_make_identity": (TransformStruct, []),
    "stretto_transform_make_translation": (TransformStruct, [_double, _double, _double]),
    "stretto_transform_make_scale": (TransformStruct, [_double, _double, _double]),
    "stretto_transform_make_rotation": (TransformStruct, [_double, _double, _double, _double]),
    "stretto_transform_make_perspective": (TransformStruct, [_double]),
    "stretto_transform_concat": (TransformStruct, [TransformStruct, TransformStruct]),
    "stretto_transform_invert": (TransformStruct, [TransformStruct]),
    "stretto_property_count": (_status, [_int32, _int32, _to(_uint32)]),
    "stretto_property_get": (_status, [_int32, _int32, _uint32, _to(PropertyStruct)]),
    "stretto_layer_create": (_status, [_int32, _to(LayerPointer)]),
    "stretto_layer_retain": (_status, [LayerPointer]),
    "stretto_layer_release": (_status, [LayerPointer]),
    "stretto_layer_get_kind": (_status, [LayerPointer, _to(_int32)]),
    "stretto_layer_add_sublayer": (_status, [LayerPointer, LayerPointer]),
    "stretto_layer_insert_sublayer": (_status, [LayerPointer, LayerPointer, _uint32]),
    "stretto_layer_remove_from_superlayer": (_status, [LayerPointer]),
    "stretto_layer_sublayer_count": (_status, [LayerPointer, _to(_uint32)]),
    "stretto_layer_get_sublayer": (_status, [LayerPointer, _uint32, _to(LayerPointer)]),
    "stretto_layer_get_superlayer": (_status, [LayerPointer, _to(LayerPointer)]),
    "stretto_layer_set_number": (_status, [LayerPointer, _text, _double]),
    "stretto_layer_set_numbers": (_status, [LayerPointer, _text, _to(_double), _uint32]),
    "stretto_layer_set_color": (_status, [LayerPointer, _text, _double, _double, _double, _double]),
    "stretto_layer_set_string": (_status, [LayerPointer, _text, _text]),
    "stretto_layer_set_path": (_status, [LayerPointer, _text, PathPointer]),
    "stretto_layer_set_image": (_status, [LayerPointer, _text, ImagePointer]),
    "stretto_layer_set_font": (_status, [LayerPointer, _text, FontPointer]),
    "stretto_layer_set_fonts": (_status, [LayerPointer, _text, _to(FontPointer), _uint32]),
    "stretto_layer_set_layer": (_status, [LayerPointer, _text, LayerPointer]),
    "stretto_layer_set_none": (_status, [LayerPointer, _text]),
    "stretto_layer_get_number": (_status, [LayerPointer, _text, _to(_double)]),
    "stretto_layer_get_numbers": (_status, [LayerPointer, _text, _to(_double), _uint32, _to(_uint32)]),
    "stretto_layer_get_string": (_status, [LayerPointer, _text, _to(_char), _size, _to(_size)]),
    "stretto_layer_get_path": (_status, [LayerPointer, _text, _to(PathPointer)]),
    "stretto_layer_get_image": (_status, [LayerPointer, _text, _to(ImagePointer)]),
    "stretto_layer_get_font": (_status, [LayerPointer, _text, _to(FontPointer)]),
    "stretto_layer_font_count": (_status, [LayerPointer, _text, _to(_uint32)]),
    "stretto_layer_get_font_at": (_status, [LayerPointer, _text, _uint32, _to(FontPointer)]),
    "stretto_layer_get_layer": (_status, [LayerPointer, _text, _to(LayerPointer)]),
    "stretto_layer_get_copies": (_status, [LayerPointer, _to(_int32), _uint32, _to(LayerPointer)]),
    "stretto_layer_set_instance_masks": (_status, [LayerPointer, _to(LayerPointer), _uint32]),
    "stretto_layer_add_animation": (_status, [LayerPointer, AnimationPointer, _text]),
    "stretto_layer_remove_animation": (_status, [LayerPointer, _text]),
    "stretto_layer_remove_all_animations": (_status, [LayerPointer]),
    "stretto_layer_animation_count": (_status, [LayerPointer, _to(_uint32)]),
    "stretto_layer_get_animation_key": (_status, [LayerPointer, _uint32, _to(_char), _size, _to(_size)]),
    "stretto_layer_get_animation": (_status, [LayerPointer, _text, _to(AnimationPointer)]),
    "stretto_layer_get_characters": (_status, [LayerPointer, _uint32, _uint32, _to(LayerPointer)]),
    "stretto_layer_text_copies": (
        _status,
        [LayerPointer, _double, _to(_int32), _uint32, _to(TextCopyStruct), _uint32, _to(_uint32)],
    ),
    "stretto_layer_text_lines": (
        _status,
        [LayerPointer, _double, _to(_int32), _uint32, _to(TextLineStruct), _uint32, _to(_uint32)],
    ),
    "stretto_layer_text_path": (_status, [LayerPointer, _double, _to(_int32), _uint32, _to(PathPointer)]),
    "stretto_layer_text_size": (_status, [LayerPointer, _double, _to(_double), _to(_double)]),
    "stretto_layer_text_font_size": (_status, [LayerPointer, _double, _double, _to(_double)]),
    "stretto_layer_text_ranks": (
        _status,
        [LayerPointer, _int32, _int32, _to(_int32), _uint32, _to(_uint32)],
    ),
    "stretto_layer_character_at": (_status, [LayerPointer, _double, _double, _double, _to(_int32)]),
    "stretto_layer_set_cells": (_status, [LayerPointer, _to(CellPointer), _uint32]),
    "stretto_layer_cell_count": (_status, [LayerPointer, _to(_uint32)]),
    "stretto_layer_get_cell": (_status, [LayerPointer, _uint32, _to(CellPointer)]),
    "stretto_layer_local_time": (_status, [LayerPointer, _double, _to(_int32), _uint32, _to(_double)]),
    "stretto_layer_presentation_numbers": (
        _status,
        [LayerPointer, _text, _double, _to(_int32), _uint32, _to(_double), _uint32, _to(_uint32)],
    ),
    "stretto_layer_sample": (
        _status,
        [
            LayerPointer,
            _text,
            _double,
            _double,
            _uint32,
            _to(_int32),
            _uint32,
            _to(_double),
            _uint32,
            _to(_uint32),
        ],
    ),
    "stretto_layer_scene_times": (
        _status,
        [
            LayerPointer,
            _double,
            _double,
            _double,
            _to(_int32),
            _uint32,
            _to(_double),
            _uint32,
            _to(_uint32),
        ],
    ),
    "stretto_animation_create": (_status, [_int32, _text, _to(AnimationPointer)]),
    "stretto_animation_retain": (_status, [AnimationPointer]),
    "stretto_animation_release": (_status, [AnimationPointer]),
    "stretto_animation_set_number": (_status, [AnimationPointer, _text, _double]),
    "stretto_animation_set_numbers": (_status, [AnimationPointer, _text, _to(_double), _uint32]),
    "stretto_animation_set_color": (_status, [AnimationPointer, _text, _double, _double, _double, _double]),
    "stretto_animation_set_string": (_status, [AnimationPointer, _text, _text]),
    "stretto_animation_set_path": (_status, [AnimationPointer, _text, PathPointer]),
    "stretto_animation_set_image": (_status, [AnimationPointer, _text, ImagePointer]),
    "stretto_animation_set_none": (_status, [AnimationPointer, _text]),
    "stretto_animation_get_number": (_status, [AnimationPointer, _text, _to(_double)]),
    "stretto_animation_get_numbers": (
        _status,
        [AnimationPointer, _text, _to(_double), _uint32, _to(_uint32)],
    ),
    "stretto_animation_get_string": (_status, [AnimationPointer, _text, _to(_char), _size, _to(_size)]),
    "stretto_animation_get_path": (_status, [AnimationPointer, _text, _to(PathPointer)]),
    "stretto_animation_get_image": (_status, [AnimationPointer, _text, _to(ImagePointer)]),
    "stretto_animation_set_values": (_status, [AnimationPointer, _to(_double), _uint32, _uint32]),
    "stretto_animation_set_path_values": (_status, [AnimationPointer, _to(PathPointer), _uint32]),
    "stretto_animation_set_image_values": (_status, [AnimationPointer, _to(ImagePointer), _uint32]),
    "stretto_animation_set_string_values": (_status, [AnimationPointer, _to(_text), _uint32]),
    "stretto_animation_set_animations": (_status, [AnimationPointer, _to(AnimationPointer), _uint32]),
    "stretto_animation_get_kind": (_status, [AnimationPointer, _to(_int32)]),
    "stretto_animation_get_key_path": (_status, [AnimationPointer, _to(_char), _size, _to(_size)]),
    "stretto_animation_get_value_kind": (_status, [AnimationPointer, _to(_int32)]),
    "stretto_animation_value_count": (_status, [AnimationPointer, _to(_uint32)]),
    "stretto_animation_get_values": (
        _status,
        [AnimationPointer, _uint32, _to(_double), _uint32, _to(_uint32)],
    ),
    "stretto_animation_get_path_value": (_status, [AnimationPointer, _uint32, _to(PathPointer)]),
    "stretto_animation_get_image_value": (_status, [AnimationPointer, _uint32, _to(ImagePointer)]),
    "stretto_animation_get_string_value": (
        _status,
        [AnimationPointer, _uint32, _to(_char), _size, _to(_size)],
    ),
    "stretto_animation_animation_count": (_status, [AnimationPointer, _to(_uint32)]),
    "stretto_animation_get_animation": (_status, [AnimationPointer, _uint32, _to(AnimationPointer)]),
    "stretto_animation_settling_duration": (_status, [AnimationPointer, _to(_double)]),
    "stretto_cell_create": (_status, [_to(CellPointer)]),
    "stretto_cell_retain": (_status, [CellPointer]),
    "stretto_cell_release": (_status, [CellPointer]),
    "stretto_cell_set_number": (_status, [CellPointer, _text, _double]),
    "stretto_cell_set_numbers": (_status, [CellPointer, _text, _to(_double), _uint32]),
    "stretto_cell_set_color": (_status, [CellPointer, _text, _double, _double, _double, _double]),
    "stretto_cell_set_string": (_status, [CellPointer, _text, _text]),
    "stretto_cell_set_image": (_status, [CellPointer, _text, ImagePointer]),
    "stretto_cell_set_none": (_status, [CellPointer, _text]),
    "stretto_cell_get_number": (_status, [CellPointer, _text, _to(_double)]),
    "stretto_cell_get_numbers": (_status, [CellPointer, _text, _to(_double), _uint32, _to(_uint32)]),
    "stretto_cell_get_string": (_status, [CellPointer, _text, _to(_char), _size, _to(_size)]),
    "stretto_cell_get_image": (_status, [CellPointer, _text, _to(ImagePointer)]),
    "stretto_cell_set_cells": (_status, [CellPointer, _to(CellPointer), _uint32]),
    "stretto_cell_cell_count": (_status, [CellPointer, _to(_uint32)]),
    "stretto_cell_get_cell": (_status, [CellPointer, _uint32, _to(CellPointer)]),
    "stretto_path_create": (_status, [_to(PathPointer)]),
    "stretto_path_retain": (_status, [PathPointer]),
    "stretto_path_release": (_status, [PathPointer]),
    "stretto_path_move_to": (_status, [PathPointer, _double, _double]),
    "stretto_path_line_to": (_status, [PathPointer, _double, _double]),
    "stretto_path_quad_to": (_status, [PathPointer, _double, _double, _double, _double]),
    "stretto_path_curve_to": (_status, [PathPointer, _double, _double, _double, _double, _double, _double]),
    "stretto_path_close": (_status, [PathPointer]),
    "stretto_path_add_rect": (_status, [PathPointer, _double, _double, _double, _double]),
    "stretto_path_add_ellipse": (_status, [PathPointer, _double, _double, _double, _double]),
    "stretto_path_add_rounded_rect": (
        _status,
        [PathPointer, _double, _double, _double, _double, _double, _double],
    ),
    "stretto_path_add_svg": (_status, [PathPointer, _text]),
    "stretto_path_add_arc": (
        _status,
        [PathPointer, _double, _double, _double, _double, _double, _int32],
    ),
    "stretto_path_add_path": (_status, [PathPointer, PathPointer, _to(TransformStruct)]),
    "stretto_path_get_bounds": (_status, [PathPointer, _to(_double), _uint32, _to(_uint32)]),
    "stretto_path_get_length": (_status, [PathPointer, _to(_double)]),
    "stretto_path_point_at": (
        _status,
        [PathPointer, _double, _to(_double), _to(_double), _to(_double)],
    ),
    "stretto_path_get_elements": (
        _status,
        [PathPointer, _to(_char), _uint32, _to(_double), _uint32, _to(_uint32), _to(_uint32)],
    ),
    "stretto_image_create": (_status, [_to(_uint8), _uint32, _uint32, _size, _int32, _to(ImagePointer)]),
    "stretto_image_open": (_status, [_text, _to(ImagePointer)]),
    "stretto_image_decode": (_status, [_to(_uint8), _size, _to(ImagePointer)]),
    "stretto_image_retain": (_status, [ImagePointer]),
    "stretto_image_release": (_status, [ImagePointer]),
    "stretto_image_get_size": (_status, [ImagePointer, _to(_uint32), _to(_uint32)]),
    "stretto_image_get_pixels": (_status, [ImagePointer, _int32, _to(_uint8), _size, _size]),
    "stretto_font_create_default": (_status, [_to(FontPointer)]),
    "stretto_font_create_emoji": (_status, [_to(FontPointer)]),
    "stretto_font_set_emoji_path": (_status, [_text]),
    "stretto_font_open": (_status, [_text, _uint32, _to(FontPointer)]),
    "stretto_font_decode": (_status, [_to(_uint8), _size, _uint32, _to(FontPointer)]),
    "stretto_font_find": (
        _status,
        [_text, _double, _int32, _to(_text), _uint32, _to(FontPointer)],
    ),
    "stretto_font_covering": (
        _status,
        [_text, _to(_text), _uint32, _to(FontPointer), _uint32, _to(_uint32)],
    ),
    "stretto_font_retain": (_status, [FontPointer]),
    "stretto_font_release": (_status, [FontPointer]),
    "stretto_font_vary": (_status, [FontPointer, _to(_text), _to(_double), _uint32, _to(FontPointer)]),
    "stretto_font_get_string": (_status, [FontPointer, _int32, _to(_char), _size, _to(_size)]),
    "stretto_font_get_metrics": (_status, [FontPointer, _to(_double), _to(_double), _to(_double)]),
    "stretto_font_get_axes": (_status, [FontPointer, _to(FontAxisStruct), _uint32, _to(_uint32)]),
    "stretto_font_missing": (_status, [FontPointer, _text, _to(_char), _size, _to(_size)]),
    "stretto_font_get_data": (
        _status,
        [FontPointer, _to(_uint32), _to(_uint8), _size, _to(_size)],
    ),
    "stretto_png_encode": (
        _status,
        [_to(_uint8), _uint32, _uint32, _size, _int32, _uint32, _uint32, _to(_uint8), _size, _to(_size)],
    ),
    "stretto_scene_create": (_status, [_double, _double, _to(ScenePointer)]),
    "stretto_scene_retain": (_status, [ScenePointer]),
    "stretto_scene_release": (_status, [ScenePointer]),
    "stretto_scene_root": (LayerPointer, [ScenePointer]),
    "stretto_scene_get_size": (_status, [ScenePointer, _to(_double), _to(_double)]),
    "stretto_scene_set_background": (_status, [ScenePointer, _double, _double, _double, _double]),
    "stretto_scene_get_background": (_status, [ScenePointer, _to(_double)]),
    "stretto_scene_pixel_size": (_status, [ScenePointer, _double, _to(_uint32), _to(_uint32)]),
    "stretto_render_options_init": (None, [_to(RenderOptions)]),
    "stretto_scene_render": (_status, [ScenePointer, _double, _double, _to(_uint8), _size, _size]),
    "stretto_scene_render_with": (
        _status,
        [ScenePointer, _double, _to(RenderOptions), _to(_uint8), _size, _size],
    ),
    "stretto_scene_cancel": (_status, [ScenePointer]),
    "stretto_scene_write_png": (_status, [ScenePointer, _double, _double, _text]),
    "stretto_scene_instances": (
        _status,
        [ScenePointer, LayerPointer, _double, _to(InstanceStruct), _uint32, _to(_uint32)],
    ),
    "stretto_scene_phase_offsets": (
        _status,
        [ScenePointer, LayerPointer, _double, _to(_double), _uint32, _to(_uint32)],
    ),
    "stretto_scene_hit_test": (_status, [ScenePointer, _double, _double, _double, _to(HitStruct)]),
    "stretto_scene_hit_character": (_status, [ScenePointer, _double, _double, _double, _to(_int32)]),
    "stretto_scene_loop_report": (
        _status,
        [ScenePointer, _to(_double), _to(_double), _to(LoopEntryStruct), _uint32, _to(_uint32)],
    ),
    "stretto_scene_diagnose": (
        _status,
        [ScenePointer, _double, _to(DiagnosticStruct), _uint32, _to(_uint32)],
    ),
    "stretto_layer_export_source": (_status, [LayerPointer, _to(_char), _size, _to(_size)]),
    "stretto_scene_open": (_status, [_text, _to(ScenePointer)]),
    "stretto_scene_save": (_status, [ScenePointer, _text]),
    "stretto_scene_from_bytes": (_status, [_to(_uint8), _size, _to(ScenePointer)]),
    "stretto_scene_to_bytes": (_status, [ScenePointer, _to(_uint8), _size, _to(_size)]),
    "stretto_scene_digest": (_status, [ScenePointer, _to(_char), _size, _to(_size)]),
    "stretto_scene_from_document": (
        _status,
        [_to(_uint8), _size, _to(DocumentSource), _to(ScenePointer)],
    ),
    "stretto_scene_add_document": (
        _status,
        [ScenePointer, _to(_uint8), _size, _to(DocumentSource)],
    ),
    "stretto_scene_warning_count": (_status, [ScenePointer, _to(_uint32)]),
    "stretto_scene_get_warning": (_status, [ScenePointer, _uint32, _to(_char), _size, _to(_size)]),
    "stretto_layer_to_bytes": (_status, [LayerPointer, _to(_uint8), _size, _to(_size)]),
    "stretto_layer_from_bytes": (_status, [_to(_uint8), _size, _to(LayerPointer)]),
    "stretto_scene_state_count": (_status, [ScenePointer, _to(_uint32)]),
    "stretto_scene_get_state_name": (_status, [ScenePointer, _uint32, _to(_char), _size, _to(_size)]),
    "stretto_scene_get_state": (_status, [ScenePointer, _double, _to(_char), _size, _to(_size)]),
    "stretto_scene_set_state": (_status, [ScenePointer, _text, _double]),
    "stretto_scene_clear_states": (_status, [ScenePointer]),
    "stretto_scene_add_state": (_status, [ScenePointer, _text, _text]),
    "stretto_scene_remove_state": (_status, [ScenePointer, _text]),
    "stretto_scene_get_state_layer": (_status, [ScenePointer, _text, LayerPointer, _to(LayerPointer)]),
    "stretto_scene_set_transition": (
        _status,
        [
            ScenePointer,
            _text,
            _text,
            _to(LayerPointer),
            _to(AnimationPointer),
            _to(_text),
            _uint32,
        ],
    ),
    "stretto_stagger_init": (None, [_to(StaggerStruct)]),
    "stretto_stagger_delays": (_status, [_to(StaggerStruct), _uint32, _to(_double)]),
}


def _check(status: int, function: object, arguments: object) -> int:
    """For ctypes as `errcheck`: a status other than OK becomes an exception, on the thread that got it."""
    if status:
        message = lib.stretto_error_message().decode("utf-8", "replace")
        raise errors.from_status(status, message, lib.stretto_error_line())
    return status


def _declare(library: ctypes.CDLL) -> ctypes.CDLL:
    for name, (result, arguments) in SIGNATURES.items():
        function = getattr(library, name)
        function.restype, function.argtypes = result, arguments
        if result is _status:
            function.errcheck = _check
    return library


#: The loaded library. ctypes lets go of the interpreter's lock during a call.
lib: Any = _declare(_library.load())


# ------------------------------------------------------------------ values across the border

#: The most numbers in an array of samples: a gigabyte.
_MOST_NUMBERS = 2**27
AnyPointer = TypeVar("AnyPointer", bound=Pointer)
Struct = TypeVar("Struct", bound=ctypes.Structure)
Item = TypeVar("Item")


def new(kind: type[AnyPointer], function: Any, *arguments: Any) -> AnyPointer:
    """Calls a function whose last argument is `out_<noun>` and gives the handle (its value None for NULL)."""
    out = kind()
    function(*arguments, ctypes.byref(out))
    return out


def number(function: Any, *arguments: Any) -> float:
    """Calls a function whose last argument is a `double *`."""
    out = _double()
    function(*arguments, ctypes.byref(out))
    return out.value


def count(function: Any, *arguments: Any) -> int:
    """Calls a function whose last argument is a `uint32_t *`."""
    out = _uint32()
    function(*arguments, ctypes.byref(out))
    return out.value


def integer(function: Any, *arguments: Any) -> int:
    """Calls a function whose last argument is an `int32_t *`."""
    out = _int32()
    function(*arguments, ctypes.byref(out))
    return out.value


def pair(kind: str, function: Any, *arguments: Any) -> tuple[Any, Any]:
    """Calls a function whose last two arguments are pointers to doubles ("d") or to uint32 ("u")."""
    cell: Any = {"d": _double, "u": _uint32}[kind]
    first, second = cell(), cell()
    function(*arguments, ctypes.byref(first), ctypes.byref(second))
    return first.value, second.value


def listed(counter: Any, owner: Pointer, item: Callable[[int], Item]) -> tuple[Item, ...]:
    """What `item` gives for each index. It starts again if another thread made the list shorter meanwhile."""
    while True:
        try:
            return tuple(item(index) for index in range(count(counter, owner)))
        except errors.InvalidArgument:
            continue


def numbers(function: Any, *arguments: Any) -> list[float]:
    """Calls a function that ends with `out_values, capacity, out_count`, as often as the count needs."""
    capacity = 16
    while True:
        values, found = (_double * capacity)(), _uint32()
        function(*arguments, values, capacity, ctypes.byref(found))
        if found.value <= capacity:
            return values[: found.value]
        capacity = found.value


def samples(count: int, function: Any, *arguments: Any) -> npt.NDArray[np.float64]:
    """Calls a function that ends with `out_values, capacity, out_width`; gives an array (count, width)."""
    width = _uint32(1)
    while True:
        shape = count, max(1, width.value)
        if count * shape[1] > _MOST_NUMBERS:
            raise errors.LimitError(f"{count} samples of {shape[1]} numbers; 2^27 numbers are allowed")
        values = np.empty(shape)
        function(*arguments, values.ctypes.data_as(_to(_double)), values.size, ctypes.byref(width))
        if width.value <= values.shape[1]:
            return values.reshape(-1)[: count * width.value].reshape(count, width.value)


def text(function: Any, *arguments: Any) -> str:
    """Calls a function that ends with `out_text, capacity, out_size`, as often as the size needs."""
    capacity = 64
    while True:
        buffer, size = ctypes.create_string_buffer(capacity), _size()
        function(*arguments, buffer, capacity, ctypes.byref(size))
        if size.value < capacity:
            return buffer.raw[: size.value].decode("utf-8", "replace")
        capacity = size.value + 1


def data(function: Any, *arguments: Any) -> bytes:
    """Calls a function that ends with `out_bytes, capacity, out_size`, as often as the size needs."""
    capacity = 1 << 14
    while True:
        buffer, size = (_uint8 * capacity)(), _size()
        function(*arguments, buffer, capacity, ctypes.byref(size))
        if size.value <= capacity:
            return ctypes.string_at(buffer, size.value)
        capacity = size.value


def font_data(font: Pointer) -> tuple[int, bytes]:
    """Which of its file's fonts it is, and the bytes of the file."""
    index = _uint32()
    content = data(lib.stretto_font_get_data, font, ctypes.byref(index))
    return index.value, content


def font_metrics(font: Pointer) -> tuple[float, float, float]:
    """Ascent, descent and line gap."""
    values = (_double(), _double(), _double())
    lib.stretto_font_get_metrics(font, *map(ctypes.byref, values))
    ascent, descent, gap = (value.value for value in values)
    return ascent, descent, gap


def listed_handles(kind: type[AnyPointer], function: Any, *arguments: Any) -> list[AnyPointer]:
    """Calls a function that ends with `out_handles, capacity, out_count`, each handle with a reference."""
    capacity, found = 256, _uint32()
    while True:
        values = (kind * capacity)()
        function(*arguments, values, capacity, ctypes.byref(found))
        given = [kind(values[k].value) for k in range(min(capacity, found.value))]
        if found.value <= capacity:
            return given
        for pointer in given:
            lib.stretto_font_release(pointer)
        capacity = found.value


def bytes_in(value: bytes) -> tuple[Any, int]:
    """The address and the size of bytes, which must outlive the call."""
    return ctypes.cast(ctypes.c_char_p(value), _to(_uint8)), len(value)


def document_source(name: bytes, flipped: bool, load: Callable[[str], ImagePointer | None]) -> Any:
    """A filled-in `stretto_document_source`. `load` gives the image at a path, or None; an exception in it is
    no image.
    """

    def call(_context: object, path: bytes) -> int | None:
        image = load(path.decode("utf-8", "replace"))
        if image is None:
            return None
        lib.stretto_image_retain(image)
        return image.value

    source = DocumentSource(ctypes.sizeof(DocumentSource), int(flipped), name, LoadImage(call), None)
    return ctypes.byref(source)


def doubles(values: Sequence[float]) -> Any:
    """The values as a C array, of at least one element so that its address is valid."""
    return (_double * max(1, len(values)))(*values)


def int32s(values: Sequence[int]) -> Any:
    """The values as a C array. They must fit into 32 bits."""
    return (_int32 * max(1, len(values)))(*values)


def pointers(kind: type[AnyPointer], values: Sequence[AnyPointer]) -> Any:
    """The handles as a C array."""
    return (kind * max(1, len(values)))(*values)


def texts(values: Sequence[bytes]) -> Any:
    """The texts as a C array."""
    return (_text * max(1, len(values)))(*values)


def encode(value: str, what: str) -> bytes:
    """The text in UTF-8. A NUL would end it early, so it is refused."""
    try:
        encoded = value.encode("utf-8")
    except UnicodeEncodeError:
        raise errors.InvalidArgument(f"{what} is not valid Unicode: {value!r}") from None
    if b"\0" in encoded:
        raise errors.InvalidArgument(f"{what} holds a NUL character: {value!r}")
    return encoded


def encode_path(path: str | os.PathLike[str]) -> bytes:
    """The name of a file in the bytes of the file system."""
    encoded = os.fsencode(path)
    if b"\0" in encoded:
        raise errors.InvalidArgument(f"the file name holds a NUL character: {os.fspath(path)!r}")
    return encoded


def pixels(array: npt.NDArray[np.uint8]) -> Any:
    """The address of an array's first byte. The array must outlive the call."""
    return ctypes.byref(_uint8.from_address(array.__array_interface__["data"][0]))


# ------------------------------------------------------------------ structs in Python's values


def transform(function: Any, *arguments: Any) -> tuple[float, ...]:
    """Calls one of the transform functions; 16 numbers in the place of each struct."""
    given = [
        TransformStruct((_double * 16)(*value)) if isinstance(value, tuple) else value for value in arguments
    ]
    return tuple(function(*given).m)


def transform_pointer(values: tuple[float, ...]) -> Any:
    """A transform where C takes a pointer to one."""
    return ctypes.byref(TransformStruct((_double * 16)(*values)))


def point_at(path: Any, distance: float) -> tuple[float, float, float]:
    """x, y and the direction of travel at a distance along a path."""
    x, y, angle = _double(), _double(), _double()
    lib.stretto_path_point_at(path, distance, ctypes.byref(x), ctypes.byref(y), ctypes.byref(angle))
    return x.value, y.value, angle.value


_OPTIONS_SIZE = ctypes.sizeof(RenderOptions)


def render_options(scale: float, premultiplied: bool, threads: int, timeout: float) -> Any:
    """A filled-in `stretto_render_options`, ready to be passed. `timeout` is in seconds, 0 for none."""
    milliseconds = 0 if not timeout else min(max(1, round(timeout * 1000)), 2**32 - 1)
    return ctypes.byref(RenderOptions(_OPTIONS_SIZE, premultiplied, scale, threads, milliseconds))


def flag() -> Any:
    """A number that any thread may set: `.value` other than 0 ends the calls that are limited by it."""
    return _int32()


@contextlib.contextmanager
def limits(timeout: float = 0, flag: Any = None) -> Iterator[None]:
    """Ends the calling thread's calls after so many seconds (0 for no end), or when the flag is set."""
    pointer = None if flag is None else ctypes.pointer(flag)
    given = LimitsStruct(ctypes.sizeof(LimitsStruct), 0, timeout, pointer)
    lib.stretto_set_limits(ctypes.byref(given))
    try:
        yield
    finally:
        lib.stretto_set_limits(None)


def png(array: npt.NDArray[np.uint8], level: int, threads: int) -> bytes:
    """Straight RGBA of shape (height, width, 4), whole rows, as a PNG file."""
    height, width = array.shape[:2]
    room = np.empty(5 * width * height + 2 * height + 4096, np.uint8)
    size = _size()
    lib.stretto_png_encode(
        pixels(array),
        width,
        height,
        4 * width,
        0,
        level,
        threads,
        pixels(room),
        room.size,
        ctypes.byref(size),
    )
    return room[: size.value].tobytes()


def structs(kind: type[Struct], function: Any, *arguments: Any) -> list[Struct]:
    """Calls a function that ends with `out_structs, capacity, out_count`, as often as the count needs."""
    capacity = 64
    while True:
        room, found = (kind * capacity)(), _uint32()
        function(*arguments, room, capacity, ctypes.byref(found))
        if found.value <= capacity:
            return room[: found.value]
        for struct in room:  # each written one holds a reference of its own
            lib.stretto_layer_release(getattr(struct, "layer", None))
        capacity = found.value


def rows(kind: Any, function: Any, *arguments: Any) -> list[Any]:
    """Calls a function that ends with `out_rows, capacity, out_count`, as often as the count needs. The rows
    hold no references.
    """
    capacity = 64
    while True:
        room, found = (kind * capacity)(), _uint32()
        function(*arguments, room, capacity, ctypes.byref(found))
        if found.value <= capacity:
            return list(room[: found.value])
        capacity = found.value


def loop_report(scene: ScenePointer) -> tuple[float, float, list[LoopEntryStruct]]:
    """How long the loop of a scene is, from when on, and why."""
    duration, steady_from = _double(), _double()
    entries = structs(
        LoopEntryStruct,
        lib.stretto_scene_loop_report,
        scene,
        ctypes.byref(duration),
        ctypes.byref(steady_from),
    )
    return duration.value, steady_from.value, entries


def hit_test(scene: ScenePointer, x: float, y: float, time: float) -> HitStruct:
    """What is painted at a point; its layer is NULL if nothing is."""
    hit = HitStruct()
    lib.stretto_scene_hit_test(scene, x, y, time, ctypes.byref(hit))
    return hit


def layer_of(struct: Any) -> LayerPointer:
    """The handle in a struct, with memory of its own."""
    return LayerPointer(struct.layer.value)


def stagger_delays(
    count: int,
    *,
    origin: int,
    place: tuple[float, float],
    seconds: float,
    is_total: bool,
    ease: Sequence[float],
    grid: tuple[int, int],
    axis: int,
    seed: int,
) -> npt.NDArray[np.float64]:
    """One delay for each of `count` copies."""
    stagger = StaggerStruct()
    lib.stretto_stagger_init(ctypes.byref(stagger))
    stagger.origin, stagger.seconds, stagger.is_total, stagger.seed = origin, seconds, is_total, seed
    (stagger.x, stagger.y), (stagger.columns, stagger.rows), stagger.axis = place, grid, axis
    stagger.ease[:] = ease
    delays = np.zeros(count)
    lib.stretto_stagger_delays(ctypes.byref(stagger), count, delays.ctypes.data_as(_to(_double)))
    return delays


def path_elements(path: PathPointer) -> tuple[str, list[float]]:
    """A path's letters and numbers."""
    read, letter_count, number_count = lib.stretto_path_get_elements, _uint32(), _uint32()
    read(path, None, 0, None, 0, ctypes.byref(letter_count), ctypes.byref(number_count))
    letters = ctypes.create_string_buffer(letter_count.value + 1)
    values = (_double * (number_count.value + 1))()
    read(
        path,
        letters,
        letter_count.value,
        values,
        number_count.value,
        ctypes.byref(letter_count),
        ctypes.byref(number_count),
    )
    return letters.raw[: letter_count.value].decode("ascii"), values[: number_count.value]


def properties(noun: int, kind: int) -> list[PropertyStruct]:
    """The table of properties of a kind of layer, animation or cell."""
    table = []
    for index in range(count(lib.stretto_property_count, noun, kind)):
        entry = PropertyStruct(struct_size=ctypes.sizeof(PropertyStruct))
        lib.stretto_property_get(noun, kind, index, ctypes.byref(entry))
        table.append(entry)
    return table

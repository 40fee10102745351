"""Draws scenes with Qt's raster engine through PySide6. Qt is the fastest other library for these scenes,
which only move pixels.
"""

import ctypes
import os
from collections.abc import Callable

import numpy as np
import scenes
from scenes import SCENES, Drawing

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6 import __version__ as pyside_version
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QLinearGradient, QPainter, QPainterPath, QPixmap, QTransform
from PySide6.QtWidgets import (
    QApplication,
    QGraphicsBlurEffect,
    QGraphicsDropShadowEffect,
    QGraphicsItem,
    QGraphicsPathItem,
    QGraphicsPixmapItem,
    QGraphicsScene,
)

# On CPython 3.11, PySide6 returns None without owning a reference. The large reference count keeps the
# process from crashing after some 10,000 calls.
ctypes.c_ssize_t.from_address(id(None)).value = 1 << 48
APPLICATION = QApplication.instance() or QApplication([])
FORMAT = QImage.Format.Format_ARGB32_Premultiplied  # the fastest format
Mode = QPainter.CompositionMode


def version() -> str:
    return f"PySide6 {pyside_version}"


def canvas(width: int, height: int) -> tuple[np.ndarray, QImage]:
    pixels = np.zeros((height, width, 4), np.uint8)
    return pixels, QImage(pixels.data, width, height, 4 * width, FORMAT)


def drawing(pixels: np.ndarray, draw: Callable[[int], None]) -> Drawing:
    return Drawing(draw, lambda: np.ascontiguousarray(pixels[..., 2::-1]))


def image_of(rgba: np.ndarray) -> QImage:
    pixels = np.ascontiguousarray(scenes.premultiplied(rgba)[..., [2, 1, 0, 3]])
    height, width = pixels.shape[:2]
    opaque = bool((rgba[..., 3] == 255).all())
    kind = QImage.Format.Format_RGB32 if opaque else FORMAT
    return QImage(pixels.data, width, height, 4 * width, kind).copy()


def color(parts: scenes.Color) -> QColor:
    return QColor.fromRgbF(*parts)


def reflection() -> Drawing:
    """Draws the reflection, a mirrored and faded picture, into a buffer, and then draws the buffer below the
    picture.
    """
    facts = SCENES["w5"]
    pixels, target = canvas(facts.width, facts.height)
    width, height = scenes.PICTURE
    picture, background = image_of(scenes.picture()), color(facts.background)
    _, buffer = canvas(width, height)
    fade = QLinearGradient(0, 0, 0, height)
    for offset, alpha in enumerate(scenes.FADE):
        fade.setColorAt(offset, color((0, 0, 0, alpha)))
    mirror = QTransform(1, 0, 0, -1, 0, height)

    def draw(_frame: int) -> None:
        target.fill(background)
        inner = QPainter(buffer)
        inner.setCompositionMode(Mode.CompositionMode_Source)
        inner.setTransform(mirror)
        inner.drawImage(0, 0, picture)
        inner.resetTransform()
        inner.setCompositionMode(Mode.CompositionMode_DestinationIn)
        inner.fillRect(0, 0, width, height, fade)
        inner.end()
        painter = QPainter(target)
        painter.drawImage(0, 0, picture)
        painter.drawImage(0, height, buffer)
        painter.end()

    return drawing(pixels, draw)


def blend() -> Drawing:
    pixels, target = canvas(SCENES["w6"].width, SCENES["w6"].height)
    lower, upper = (image_of(sheet) for sheet in scenes.sheets())

    def draw(_frame: int) -> None:
        painter = QPainter(target)
        painter.setCompositionMode(Mode.CompositionMode_Source)
        painter.drawImage(0, 0, lower)
        painter.setCompositionMode(Mode.CompositionMode_SourceOver)
        painter.drawImage(0, 0, upper)
        painter.end()

    return drawing(pixels, draw)


def with_effect(items: list[QGraphicsItem], width: int, height: int) -> QGraphicsScene:
    """Draws items with a graphics effect, which Qt supports only in a QGraphicsScene. Qt's blur radius is
    about two standard deviations.
    """
    scene = QGraphicsScene(0, 0, width, height)
    for item in items:
        scene.addItem(item)
    return scene


def shadows() -> Drawing:
    facts = SCENES["s1"]
    pixels, target = canvas(facts.width, facts.height)
    items = []
    for x, y, width, height, fill in scenes.cards(0):
        path = QPainterPath()
        path.addRoundedRect(x, y, width, height, scenes.CARD_CORNER, scenes.CARD_CORNER)
        item = QGraphicsPathItem(path)
        item.setBrush(color(fill))
        item.setPen(Qt.PenStyle.NoPen)
        shade = QGraphicsDropShadowEffect()
        shade.setBlurRadius(2 * scenes.SHADOW_RADIUS)
        shade.setOffset(0, scenes.SHADOW_OFFSET)
        shade.setColor(color((0, 0, 0, scenes.SHADOW_ALPHA)))
        item.setGraphicsEffect(shade)
        items.append(item)
    scene, background = with_effect(items, facts.width, facts.height), color(facts.background)

    def draw(frame: int) -> None:
        for item in items:
            item.setPos(0, frame)
        target.fill(background)
        painter = QPainter(target)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        scene.render(painter)
        painter.end()

    return drawing(pixels, draw)


def blurred() -> Drawing:
    facts = SCENES["s2"]
    pixels, target = canvas(facts.width, facts.height)
    item, blur = QGraphicsPixmapItem(QPixmap.fromImage(image_of(scenes.sheets()[0]))), QGraphicsBlurEffect()
    blur.setBlurRadius(2 * scenes.BLUR_RADIUS)
    item.setGraphicsEffect(blur)
    scene = with_effect([item], facts.width, facts.height)

    def draw(frame: int) -> None:
        blur.setBlurRadius(2 * (scenes.BLUR_RADIUS + scenes.BLUR_GROWTH * frame))
        painter = QPainter(target)
        scene.render(painter)
        painter.end()

    return drawing(pixels, draw)


DRAWINGS = {"w5": reflection, "w6": blend, "s1": shadows, "s2": blurred}

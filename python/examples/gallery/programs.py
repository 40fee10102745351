"""Programs: whole scripts, whose source is in the folder of examples."""

import pathlib
import sys

from pages import entry

import stretto as st

sys.path.append(str(pathlib.Path(__file__).parents[1]))
import indicators


@entry(at=3.64, seconds=3)
def activity_indicators() -> st.Scene:
    return indicators.make_scene()

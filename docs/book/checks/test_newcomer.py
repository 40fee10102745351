"""Checks that a newcomer finds answers by the texts of links: at most three pages from the first page to an answer."""

from __future__ import annotations

import json
from typing import Any

import pytest
from selenium.webdriver.common.by import By
from test_browser import browser as browser
from test_browser import opened, until, view

MOST_PAGES = 3
#: Questions of newcomers, each with the texts of the links to follow and with a text that must be visible on
#: the last page.
WALKS = {
    "How do I delay a letter?": (["Letters are copies"], "title.instance_delay = 0.1"),
    "Why is nothing seen at time 0?": (
        ["Nothing is seen"],
        "The picture shows the scene at time 0, when the animation begins with an opacity of 0.",
    ),
    "What may a GIF's frame rate be?": (["Movies and formats"], "at most 50 frames a second"),
    "How do I render on forty machines?": (["Many machines"], "scene.to_bytes()"),
    "What happens with a broken file?": (["What can fail"], "A broken document raises DocumentError"),
    "How do I make a first clip?": (["Make your first clip"], 'scene.movie().save("dot.gif")'),
    "How do I draw a graph of an instance delay?": (["Ten minutes in Python"], "st.plot.time_windows"),
    "How do I write a C program?": (["Ten minutes in C"], "$(pkg-config --cflags --libs stretto)"),
    "What does a layer's property take?": (["Key paths"], "instanceDelay"),
    "What if I change it?": (["play with a scene"], "Properties of"),
}


@pytest.mark.parametrize("question", WALKS)
def test_an_answer_is_at_most_three_pages_away(browser: Any, question: str) -> None:
    links, answer = WALKS[question]
    view(browser, 1280)
    opened(browser, "index.html")
    for words in links:
        link = next(item for item in browser.find_elements(By.LINK_TEXT, words) if item.is_displayed())
        browser.execute_script("arguments[0].scrollIntoView({ block: 'center', behavior: 'instant' })", link)
        link.click()
    assert 1 + len(links) <= MOST_PAGES
    until(browser, f"document.body.innerText.replace(/\\s+/g, ' ').includes({json.dumps(answer)})")


#: Tasks of the cookbook, each with a string in the code of the page. The key is the link text on the first
#: page.
TASKS = {
    "An emoji within a chat's size limit": "save_emoji(", "Video with transparency": ".webm", "A spinner as SVG and GIF": ".svg",
    "A lower third": "Timeline", "A bar chart that grows": ".gif", "A number that counts": "TextLayer",
    "Text, letter by letter": "glyph",
    "A logo that draws itself": "stroke_end", "Confetti over a picture": "EmitterLayer", "Pause and resume": '"speed"',
    "Captions with begin and duration": "begin_time", "Ten thousand name clips on a cluster": "executor",
}  # fmt: skip


@pytest.mark.parametrize("task", TASKS)
def test_a_task_of_the_cookbook_is_one_link_away(browser: Any, task: str) -> None:
    view(browser, 1280)
    opened(browser, "index.html")
    found = [item for item in browser.find_elements(By.TAG_NAME, "a") if item.text.replace("\u2019", "'") == task]
    assert found
    browser.execute_script("arguments[0].click()", found[0])
    assert TASKS[task] in browser.find_element(By.TAG_NAME, "article").text

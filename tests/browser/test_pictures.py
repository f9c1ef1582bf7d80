"""Every screen in a real browser: it draws, fits, and does nothing that was not asked of it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.browser.pictures import NAMES, PICTURES, Studio, studio

pytestmark = pytest.mark.browser

TABLES = [name for name in NAMES if name.startswith(("table", "spectate", "reconnect"))]
SIZES = [(1600, 900), (1280, 720), (844, 390), (640, 320), (390, 844), (360, 560)]
# Text boxes that must hold their words whole in both languages. Names and chat may be shortened.
FITTING = (
    ".slot-word, .slot-second, .toggle > span, .btn, .tag, .segment-choice, .tab, .wait-line, "
    ".centre-small, .bar b, .log-verb, .log-verb > span"
)
CUT_OFF = f"""
() => [...document.querySelectorAll('{FITTING}')]
  .filter((box) => box.scrollWidth > box.clientWidth + 1 && box.clientWidth > 0)
  .map((box) => `${{box.className}}: ${{box.textContent}}`)
"""
RECTS = """
(selector) => [...document.querySelectorAll(selector)].map((box) => {
  const { x, y, width, height } = box.getBoundingClientRect();
  return [x, y, width, height];
})
"""


@pytest.fixture(scope="module")
def room() -> Iterator[Studio]:
    with studio() as opened:
        yield opened


def acts(room: Studio, page: Page) -> list[dict[str, object]]:
    """What was played: selecting and looking are no acts."""
    return [intent for intent in room.intents(page) if intent["type"] in ("act", "discard", "leave")]


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("theme", "lang"), [("dark", "zh"), ("light", "en")])
def test_every_screen_draws_in_both_themes_and_languages_under_the_strict_policy(
    room: Studio, name: str, theme: str, lang: str
) -> None:
    room.complaints.clear()
    with room.page(name, theme=theme, lang=lang) as page:
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / f"{name}-{theme}-{lang}.png", full_page=True)
        assert page.evaluate(CUT_OFF) == []
    assert room.complaints == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_nothing_on_the_table_leaves_the_window_or_makes_it_scroll(
    room: Studio, size: tuple[int, int], lang: str
) -> None:
    width, height = size
    with room.page("table-claim", lang=lang, size=size) as page:
        boxes = page.evaluate(
            RECTS, ".own-tile, .slot-box, .toggle, .plate, .centre, .river .tile, .melds .tile"
        )
        assert len(boxes) > 60
        assert all(x >= -1 and y >= -1 and x + w <= width + 1 and y + h <= height + 1 for x, y, w, h in boxes)
        root = "document.scrollingElement"
        assert page.evaluate(f"[{root}.scrollWidth, {root}.scrollHeight]") == [width, height]


@pytest.mark.parametrize("name", ["home", "create-room", "lobby", "result", "match", "settings"])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_no_page_scrolls_sideways_on_a_phone(room: Studio, name: str, lang: str) -> None:
    with room.page(name, lang=lang, size=(390, 844)) as page:
        PICTURES.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=PICTURES / f"{name}-phone-{lang}.png", full_page=True)
        for width, height in ((390, 844), (844, 390), (770, 390)):
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.scrollingElement.scrollWidth") == width


@pytest.mark.parametrize("size", [(1600, 900), (1440, 900), (1280, 720), (1024, 640), (844, 390)])
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_autopilot_bar_hides_no_tile_and_no_slot_and_gives_the_seat_back(
    room: Studio, size: tuple[int, int], lang: str
) -> None:
    with room.page("table-autopilot", lang=lang, size=size) as page:
        ((x, y, w, h),) = page.evaluate(RECTS, ".bar-autopilot")
        others = page.evaluate(RECTS, ".tile, .slot-box, .toggle, .plate, .timer")
        assert len(others) > 60
        hidden = [
            box for box in others
            if x < box[0] + box[2] and box[0] < x + w and y < box[1] + box[3] and box[1] < y + h
        ]  # fmt: skip
        assert hidden == []
        page.locator(".bar-autopilot").click()
        assert room.intents(page)[-1] == {"type": "resume_seat"}


def test_a_result_does_not_lie_over_the_way_back_from_autopilot(room: Studio) -> None:
    with room.page("result-autopilot") as page:
        page.locator(".result .bar-autopilot").click()
        assert room.intents(page)[-1] == {"type": "resume_seat"}


@pytest.mark.parametrize(("name", "lang"), [("table-desktop", "zh"), ("lobby", "en")])
def test_the_phrases_show_that_there_are_more_at_either_end(room: Studio, name: str, lang: str) -> None:
    with room.page(name, lang=lang, size=(1440, 900)) as page:
        page.locator(".chat-button").click()
        above, below = page.locator(".phrases-above"), page.locator(".phrases-below")
        below.wait_for(state="visible")
        assert above.count() == 0
        page.locator(".phrases button").last.scroll_into_view_if_needed()
        below.wait_for(state="detached")
        above.wait_for(state="visible")
        page.locator(".phrases button").last.click()
        assert room.intents(page)[-1] == {"type": "phrase", "id": "9"}


def test_the_slots_keep_their_rectangles_whatever_is_asked_in_whatever_language(room: Studio) -> None:
    seen = []
    for name in (name for name in TABLES if not name.startswith("spectate")):
        for lang in ("zh", "en"):
            with room.page(name, lang=lang) as page:
                seen.append(page.evaluate(RECTS, ".slot-box"))
    assert len(seen[0]) == 6
    assert all(rects == seen[0] for rects in seen)


@pytest.mark.parametrize("name", ["table-desktop", "table-claim"])
def test_clicks_beside_the_controls_and_enter_and_space_play_nothing(room: Studio, name: str) -> None:
    with room.page(name) as page:
        for step in range(24):
            x, y = 310 + (step * 173) % 980, 50 + (step * 97) % 590
            on_control = "([x, y]) => document.elementFromPoint(x, y).closest('button') !== null"
            if not page.evaluate(on_control, [x, y]):
                page.mouse.click(x, y)
        page.evaluate("document.activeElement.blur()")
        for key in ("Enter", "Space", "Enter"):
            page.keyboard.press(key)
        assert acts(room, page) == []


def test_the_win_is_one_key_away_and_its_pass_two_taps(room: Studio) -> None:
    with room.page("table-claim") as page:
        page.keyboard.press("x")
        page.evaluate("window.advance(100)")
        page.keyboard.press("x")
        assert acts(room, page) == []
        page.evaluate("window.advance(200)")
        page.keyboard.press("x")
        assert [intent["offer"] for intent in acts(room, page)] == [{"id": "x", "verb": "pass"}]
    with room.page("table-claim") as page:
        page.locator(".slot-win").click()
        assert [intent["type"] for intent in acts(room, page)] == ["act"]


def test_variants_open_first_and_are_chosen_by_their_number(room: Studio) -> None:
    with room.page("table-zhuji") as page:
        page.keyboard.press("c")
        assert page.locator(".variant").count() == 3
        assert acts(room, page) == []
        page.keyboard.press("2")
        (act,) = acts(room, page)
        assert act["offer"] == {"id": "c2", "verb": "chow", "tile": "6m", "tiles": ["5m", "6m", "7m"]}


def test_a_barred_win_says_why_and_is_no_answer(room: Studio) -> None:
    with room.page("table-zhuji") as page:
        page.locator(".slot-win").click(force=True)
        assert acts(room, page) == []
        assert room.intents(page)[-1] == {"type": "refused", "reason": {"zh": "不足三台", "en": "below 3"}}


def test_two_taps_discard_a_tile_and_one_only_lifts_it(room: Studio) -> None:
    with room.page("table-desktop", mode="tap_tap") as page:
        tile = page.locator(".own-drawn")
        tile.click()
        assert acts(room, page) == []
        tile.click()
        (act,) = acts(room, page)
        assert (act["type"], act["tileId"], act["prompt"]) == ("discard", "drawn", "q44")


def test_one_tap_discards_after_its_grace_and_esc_takes_it_back(room: Studio) -> None:
    with room.page("table-desktop") as page:
        page.locator(".own-drawn").click()
        page.keyboard.press("Escape")
        page.locator(".grace").wait_for(state="detached")
        assert acts(room, page) == []
        page.locator(".own-drawn").click()
        page.locator(".grace").wait_for(state="visible")
        page.locator(".grace").wait_for(state="detached")
        assert [act["tileId"] for act in acts(room, page)] == ["drawn"]


def test_a_tile_dragged_up_is_thrown_and_one_dragged_aside_is_not(room: Studio) -> None:
    with room.page("table-desktop", mode="tap_tap") as page:
        x, y, width, height = page.evaluate(RECTS, ".own-tile")[0]
        for dx, dy in ((90, 0), (0, 60), (0, -60)):
            page.mouse.move(x + width / 2, y + height / 2)
            page.mouse.down()
            page.mouse.move(x + width / 2 + dx, y + height / 2 + dy, steps=4)
            page.mouse.up()
        assert [act["tileId"] for act in acts(room, page)] == ["t0"]


def test_the_hand_is_played_by_keyboard_alone(room: Studio) -> None:
    with room.page("table-desktop") as page:
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        page.locator("[data-tile=t1]:focus").wait_for()
        page.keyboard.press("Enter")
        assert [act["tileId"] for act in acts(room, page)] == ["t1"]


def test_nothing_can_be_played_while_the_connection_is_lost(room: Studio) -> None:
    with room.page("reconnect") as page:
        assert page.locator(".slot").count() == 0
        page.locator(".own-drawn").click(force=True, position={"x": 10, "y": 4})
        for key in ("d", "k", "h"):
            page.keyboard.press(key)
        assert acts(room, page) == []
        assert page.locator(".own-clock-digits").inner_text() == "?"


def test_a_result_ignores_the_table_and_shows_every_winner(room: Studio) -> None:
    with room.page("result-two") as page:
        page.keyboard.press("x")
        page.keyboard.press("d")
        assert acts(room, page) == []
        assert page.locator(".winner-tab").count() == 2
        page.locator(".winner-tab").nth(1).click()
        assert "阿哲" in page.locator(".result-title h1").inner_text()
        assert {"type": "touch_result"} in room.intents(page)


def test_what_is_pressed_on_the_table_is_large_enough(room: Studio) -> None:
    with room.page("table-claim") as page:
        for selector in (".own-tile", ".slot", ".toggle"):
            assert all(min(w, h) >= 44 for _, _, w, h in page.evaluate(RECTS, selector)), selector


def test_every_tile_and_control_has_a_name(room: Studio) -> None:
    nameless = """
    () => [...document.querySelectorAll('button, [role=img], input')]
      .filter((box) => !(box.getAttribute('aria-label') || box.textContent.trim() || box.labels?.length))
      .map((box) => box.outerHTML.slice(0, 120))
    """
    for name in (*TABLES, "home", "create-room", "lobby", "result", "match", "settings"):
        with room.page(name) as page:
            assert page.evaluate(nameless) == [], name
    with room.page("table-desktop", lang="en") as page:
        assert page.locator(".own-tile").first.get_attribute("aria-label") == "2 of characters"


def test_a_focused_tile_is_first_lifted_by_enter_and_then_discarded(room: Studio) -> None:
    with room.page("table-desktop", mode="tap_tap") as page:
        page.locator("[data-tile=t2]").focus()
        page.keyboard.press("Enter")
        assert acts(room, page) == []
        page.keyboard.press("Space")
        assert [act["tileId"] for act in acts(room, page)] == ["t2"]

"""A player at the real page on a real server: from the first page to the end of a match, and what may not
happen on the way."""

from __future__ import annotations

import re
from functools import partial

import pytest

from tests.browser.real import (
    PHONE,
    RECTS,
    Visitor,
    click_until,
    house,
    next_frame,
    play_on,
    play_until,
    quick_table,
)
from tests.harness.stacked import fixed_deals, laid_deals

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]


async def _make_a_room(visitor: Visitor) -> str:
    """Make a listed room of four hands with codes, and return its address."""
    await visitor.open("/")
    await visitor.shows(".way")
    await visitor.picture("home")
    await visitor.page.get_by_role("button", name=re.compile("^创建房间 选规则")).click()
    await visitor.shows(".option")
    for name in ("4 局", "不停"):
        await visitor.page.get_by_role("radio", name=name, exact=True).click()
    await visitor.page.get_by_role("switch", name="公开列出").click()
    await visitor.page.get_by_role("button", name="摸码 +1").click()
    await visitor.picture("create", whole=True)
    assert "与默认不同" in await visitor.text(".summary")
    await visitor.page.locator(".summary-go").click()
    await visitor.shows(".lobby-table")
    return visitor.page.url.removeprefix(visitor.address)


async def _shows_its_proof(visitor: Visitor) -> None:
    """The result says by itself, quietly, that the deal was checked."""
    assert await visitor.text(".result-foot .proof-ok") == "洗牌已验证"


async def test_a_player_comes_from_the_first_page_to_the_end_of_a_match() -> None:
    async with house() as here:
        player = await here.visitor()
        page = player.page
        address = await _make_a_room(player)
        assert re.fullmatch(r"/r/[0-9A-Z]{6}", address)
        await player.picture("lobby")
        await player.press("机器人补位并开始")
        await player.shows(".own-tile")
        slots = await page.evaluate(RECTS, ".slot-box")
        assert len(slots) == 6
        claimed = False
        for hand in range(1, 5):
            while not await player.count(".result"):
                await play_on(page)
                assert await page.evaluate(RECTS, ".slot-box") == slots
                if not claimed and await player.count("button.slot-pass"):
                    claimed = True
                    await player.picture("claim")
            await _shows_its_proof(player)
            assert f"第 {hand}/4 局" in await player.text(".result-head")
            await player.picture(f"result-{hand}")
            gone = f".result:has-text('第 {hand}/4 局')"
            await click_until(page.locator(".ready-button:not([disabled])"), partial(player.lacks, gone))
        assert claimed
        await player.shows(".match")
        await player.picture("match")
        assert await player.count(".ranking li") == 4
        assert await player.text(".match-foot .proof-ok") == "洗牌已验证"
        await player.press("回到房间")
        await player.shows(".lobby-table")
        await page.get_by_role("button", name="记录").click()
        await player.shows(".record")
        await player.picture("records")
        async with page.expect_download() as saved:
            await player.press("下载记录")
        assert (await saved.value).suggested_filename.endswith(".json")
        assert player.complaints == []


async def test_clicks_beside_the_controls_and_enter_and_space_play_nothing() -> None:
    async with house() as here:
        player = await here.visitor()
        page = player.page
        await quick_table(player)
        await play_until(page, ".own-drawn")
        thrown = await player.count(".river .tile")
        for step in range(24):
            x, y = 310 + (step * 173) % 980, 50 + (step * 97) % 590
            beside = "([x, y]) => document.elementFromPoint(x, y).closest('button') === null"
            if await page.evaluate(beside, [x, y]):
                await page.mouse.click(x, y)
        await page.evaluate("document.activeElement.blur()")
        for key in ("Enter", "Space", "Enter"):
            await page.keyboard.press(key)
        await next_frame(page)
        assert await player.count(".own-drawn") == 1
        assert await player.count(".river .tile") == thrown
        assert player.complaints == []


async def test_a_pong_is_made_with_its_slot_and_lies_before_the_player() -> None:
    async with house() as here:
        player = await here.visitor()
        page = player.page
        await quick_table(player)
        while await player.lacks("button.slot-pong"):
            if await player.has(".result"):
                ready = page.locator(".ready-button:not([disabled])")
                await click_until(ready, partial(player.lacks, ".result"))
            await play_until(page, ".result, .slot", passing=False)
            if await player.lacks("button.slot-pong"):
                await play_on(page)
        await click_until(page.locator("button.slot-pong"), lambda: player.lacks("button.slot-pong"))
        await page.get_by_role("listitem", name=re.compile("^碰")).first.wait_for()
        await player.picture("pong")
        # After it something must be thrown: by a tap on any tile of the hand.
        thrown = ".log-line.seat-self:has-text('打出')"
        before = await player.count(thrown)

        async def has_thrown() -> bool:
            return await player.count(thrown) > before

        await click_until(page.locator(".own-tile"), has_thrown)
        assert player.complaints == []


async def test_what_time_decides_is_said_and_written_down() -> None:
    async with house() as here:
        player = await here.visitor()
        await quick_table(player, at_once=False)
        page = player.page
        for sign in (".toast:has-text('超时，自动打出')", ".bar-autopilot"):
            while await player.lacks(sign):
                await here.inside.clock.advance(500)
                await next_frame(page)
        await page.locator(".log-line", has_text="超时").locator(".log-auto").first.wait_for()
        await player.picture("autopilot")
        await page.locator(".bar-autopilot").click()
        await page.locator(".bar-autopilot").wait_for(state="detached")
        assert player.complaints == []


async def test_a_deal_that_does_not_follow_from_its_secret_is_called_out() -> None:
    async with house(fixed_deals("dishonest")) as here:
        player = await here.visitor()
        await quick_table(player)
        await play_until(player.page, ".result")
        await player.page.locator(".toast", has_text="洗牌对不上承诺").first.wait_for()
        details = player.page.locator(".result-foot .proof-failed")
        await click_until(details, lambda: player.has(".proof-line.proof-failed"))
        assert "牌墙和见过的牌不一致" in await player.text(".proof-line")
        await player.picture("proof-failed")


async def test_somebody_looks_on_live_and_sees_no_hand() -> None:
    async with house() as here:
        player, watcher = await here.visitor(), await here.visitor(theme="light")
        await _make_a_room(player)
        await player.press("机器人补位并开始")
        await player.shows(".own-tile")
        await watcher.open("/")
        await watcher.page.locator(".live-row").get_by_role("button", name="观战").click()
        await watcher.shows(".picker")
        assert re.search(r"/watch/[0-9a-f]+$", watcher.page.url)
        await play_until(player.page, ".own-drawn")
        thrown = await player.count(".river .tile")
        await watcher.page.wait_for_function(
            "(n) => document.querySelectorAll('.river .tile').length === n", arg=thrown
        )
        await watcher.picture("watching")
        assert await watcher.count(".own-hand .tile") >= 13
        assert await watcher.count(".own-hand [data-kind], .hand-strip [data-kind]") == 0
        assert await watcher.count("button.slot") == 0
        await watcher.page.keyboard.press("3")
        assert await watcher.page.get_by_role("radio").nth(2).get_attribute("aria-checked") == "true"
        # Watchers are told of at most every two seconds.
        await here.inside.clock.advance(2000)
        await player.page.locator(".top-eye", has_text="1").wait_for()
        await play_until(player.page, ".result")
        await watcher.shows(".result")
        # He came when the tiles were dealt: of this deal his page claims nothing, of the next one it does.
        assert await watcher.lacks(".result-foot .proof-ok")
        ready = player.page.locator(".ready-button:not([disabled])")
        await click_until(ready, partial(player.lacks, ".result"))
        await play_until(player.page, ".result")
        await watcher.shows(".result:has-text('第 2/4 局')")
        await _shows_its_proof(watcher)
        assert [*player.complaints, *watcher.complaints] == []


async def test_a_friend_comes_by_the_link_confirms_the_differences_and_sits() -> None:
    async with house() as here:
        host, friend = await here.visitor(), await here.visitor("en-US", theme="light")
        address = await _make_a_room(host)
        await friend.open(address)
        await friend.shows(".lobby-table")
        ready = friend.page.get_by_role("button", name="Ready", exact=True)
        assert await ready.is_disabled()
        for difference in await friend.page.locator(".difference").all():
            await difference.click()
        await friend.picture("lobby-en")
        await ready.click()
        await host.page.locator(".is-ready").first.wait_for()
        await host.press("机器人补位并开始")
        await friend.shows(".own-tile")
        await friend.picture("table-en")
        chinese = re.compile(r"[\u4e00-\u9fff]")
        for selector in (".top-chip", ".tabs", ".toggle", ".log-verb", ".centre-small"):
            for text in await friend.page.locator(selector).all_inner_texts():
                assert not chinese.search(text), f"{selector}: {text}"
        names = await friend.page.locator(".plate-name").all_inner_texts()
        assert sum(bool(re.fullmatch(r"Bot [1-4]", name)) for name in names) == 2
        assert [*host.complaints, *friend.complaints] == []


async def test_a_wrong_code_is_a_page_with_one_way_out() -> None:
    async with house() as here:
        player = await here.visitor()
        await player.open("/r/QQQQQQ")
        await player.page.get_by_text("找不到这间房").wait_for()
        await player.picture("error")
        await player.press("回首页")
        await player.shows(".way")
        assert player.complaints == []


async def test_rules_and_settings_are_a_step_away() -> None:
    async with house() as here:
        player = await here.visitor(theme="light")
        page = player.page
        await player.open("/rules")
        await player.shows(".sheet-row")
        rows = await player.count(".sheet-row")
        await page.get_by_role("searchbox").fill("NN-10")
        await page.wait_for_function("(n) => document.querySelectorAll('.sheet-row').length < n", arg=rows)
        await player.picture("rules")
        await player.press("设置")
        await page.get_by_role("radio", name="English").click()
        await page.locator("html[lang=en]").wait_for()
        await page.get_by_role("radio", name="Dark").click()
        await page.locator("html[data-theme=dark]").wait_for()
        await player.press("Make a link")
        await player.shows(".device-link")
        link = await player.text(".device-link code")
        await player.picture("settings-en")
        other = await here.visitor()
        await other.open(link.removeprefix(here.address))
        await other.shows(".way")
        assert "device" not in other.page.url
        assert await other.text(".page-player b") == await player.text(".page-player b")
        assert [*player.complaints, *other.complaints] == []


@pytest.mark.parametrize("lang", ["zh-CN", "en-US"])
async def test_on_a_phone_nothing_scrolls_sideways_and_two_taps_play(lang: str) -> None:
    async with house() as here:
        player = await here.visitor(lang, size=PHONE, touch=True, locale="zh" if lang == "zh-CN" else "en")
        page = player.page
        sideways = "document.scrollingElement.scrollWidth > innerWidth"
        await player.open("/")
        await player.shows(".way")
        assert not await page.evaluate(sideways)
        await player.picture(f"phone-home-{lang}", whole=True)
        await quick_table(player)
        assert not await page.evaluate(sideways)
        tile = page.locator(".own-tile").last
        await page.locator(".timer:not(.timer-none)").wait_for()
        thrown = await player.count(".river .tile")
        # A prompt is deaf for its first 250 ms (UI.md rule 2).
        await page.evaluate("new Promise((heard) => setTimeout(heard, 300))")
        await tile.tap()
        await page.locator(".own-tile[aria-pressed=true]").wait_for()
        assert await player.count(".river .tile") == thrown
        await page.locator(".own-tile[aria-pressed=true]").tap()
        await page.wait_for_function(
            "(n) => document.querySelectorAll('.river .tile').length > n", arg=thrown
        )
        await player.picture(f"phone-table-{lang}")
        assert not await page.evaluate(sideways)
        assert player.complaints == []


async def test_ready_is_declared_with_a_pair_pushed_out_the_hand_locks_and_wins() -> None:
    """LJ-3: who declares sees what it does: the tag, the pair, locked tiles, the treasure, his waits."""
    hands = ("123345m67855p44s9s", "35566m335p3369s7z", "13477m2447p1157s", "1589m1225p2459s7z")
    async with house(laid_deals(hands, "9p9p1p2m9p6m7z4s", reserve="9m")) as here:
        player = await here.visitor()
        page = player.page
        await quick_table(player, "黑龙江宝牌")
        ready = page.locator("button.slot-ready")
        await click_until(ready, lambda: player.has(".variants"))
        pushed = page.locator(".variants button", has=page.locator("[data-kind='4s']")).first
        await click_until(pushed, lambda: player.has(".push-mark"))
        await player.picture("declared")
        assert await player.text(".plate-own .tag-ready") == "听"
        assert await page.get_by_role("listitem", name="推出 四条").count() == 1
        locked = await page.locator(".own-tile[aria-disabled=true]").all()
        assert len(locked) == 11
        assert "手牌锁定" in (await locked[0].get_attribute("aria-label") or "")
        assert "宝 九万 一万" in await player.text(".centre-special")
        await player.shows(".wait")
        while await player.lacks(".result"):
            await click_until(page.locator("button.slot-win"), lambda: player.has(".result"))
        assert "推出" in await player.text(".items")
        assert not re.search("[a-z]{4}", await player.text(".result-ledger, .ledger"))
        await player.picture("declared-won")
        # The wall was laid for this test and does not follow from its secret.
        assert player.complaints == []


async def test_what_is_paid_on_the_spot_falls_at_once_and_stays_in_the_ledger() -> None:
    """NJ-7.2: a concealed kong brings 20 from each of the others as it is laid."""
    hands = ("1111m258p369s1234z", "258m147p369s1234z", "369m258p147s1234z", "4467789m369p258s")
    async with house(laid_deals(hands, "9p9p9p", tail="6m")) as here:
        player = await here.visitor()
        page = player.page
        await quick_table(player, "南京麻将")
        await click_until(page.locator("button.slot-kong"), lambda: player.has(".float-gain"))
        assert await player.text(".plate-own .plate-score") == "+60"
        await player.picture("paid-on-the-spot")
        await page.locator(".plate-sum").click()
        line = page.locator(".ledger-line, .ledger li", has_text="NJ-7.2").first
        await line.wait_for()
        assert "暗杠" in await line.inner_text()
        await player.picture("ledger")
        assert player.complaints == []

"""The data folder: ours alone, made if need be, and never somebody's home by mistake."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from server.embedded.datadir import DataDir
from server.store import StoreRefused


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def refused(path: Path) -> StoreRefused:
    with pytest.raises(StoreRefused) as told:
        DataDir(path).open()
    assert "\n" not in told.value.message
    return told.value


def test_a_folder_is_made_closed_and_locked(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b"
    data = DataDir(path)
    data.open()
    assert mode(path) == 0o700
    told = refused(path)
    assert told.code == "data_locked" and str(os.getpid()) in told.message and str(path) in told.message
    data.close()
    data.close()
    DataDir(path).open()


def test_a_holder_who_left_no_number_is_still_a_holder(tmp_path: Path) -> None:
    data = DataDir(tmp_path / "d")
    data.open()
    (tmp_path / "d" / "lock").write_text("")
    assert "unknown" in refused(tmp_path / "d").message


def test_an_empty_folder_open_to_others_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "d"
    path.mkdir(mode=0o755)
    path.chmod(0o755)
    data = DataDir(path)
    data.open()
    assert mode(path) == 0o700
    data.close()
    path.chmod(0o750)
    data.open()
    assert mode(path) == 0o700
    data.close()


def test_a_folder_with_other_things_that_others_may_look_into_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "home"
    path.mkdir()
    path.chmod(0o755)
    (path / "letter").write_text("mine")
    assert refused(path).code == "data_dir"
    assert mode(path) == 0o755 and [child.name for child in path.iterdir()] == ["letter"]


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("")
    assert refused(path).code == "data_dir"
    assert refused(path / "below").code == "data_dir"


def test_a_folder_of_another_user_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "d"
    path.mkdir(mode=0o700)
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)
    assert refused(path).code == "data_dir"

"""The commands of `python -m games`, as a person at a terminal uses them."""

import builtins
import json

import pytest

from games.__main__ import main

STAGE = {"length": 40, "type": "flat", "passes": [[20, "hill"]], "sprints": [15]}


def test_the_games_are_listed_with_versions_and_bots(capsys):
    assert main(["list"]) == 0
    told = capsys.readouterr().out
    for word in ("cycling_party", "junior, senior, master", "random, steady"):
        assert word in told


@pytest.mark.parametrize("version", ["junior", "senior", "master"])
def test_a_stage_is_told_live_and_its_log_replays_to_the_same_words(version, tmp_path, capsys):
    log = tmp_path / "stage.log"
    assert (
        main(
            [
                "play",
                "cycling_party",
                "--version",
                version,
                "--seats",
                "3",
                "--bots",
                "steady",
                "--seed",
                "7",
                "--log",
                str(log),
            ]
        )
        == 0
    )
    told = capsys.readouterr().out
    assert "wins." in told
    assert "CP-J-017" in told
    assert main(["replay", str(log)]) == 0
    assert capsys.readouterr().out == told


def test_a_stage_of_a_file_is_raced_and_given_as_json(tmp_path, capsys):
    file = tmp_path / "stage.json"
    file.write_text(json.dumps(STAGE))
    assert (
        main(
            [
                "play",
                "cycling_party",
                "--version",
                "master",
                "--seats",
                "2",
                "--stage",
                str(file),
                "--json",
            ]
        )
        == 0
    )
    told = json.loads(capsys.readouterr().out)
    assert [passing["km"] for passing in told["outcome"]["passings"]] == [15, 22]
    assert len(told["outcome"]["finish"]) + len(told["outcome"]["out"]) == 12
    assert {"rule", "kind", "text"} == set(told["told"][0]["events"][0])


ON_THE_ROAD = {
    "version": "master",
    "teams": ["red", "blue"],
    "riders": 5,
    "stage": STAGE,
    "situation": {
        "turn": 6,
        "squares": {
            "red1": 14,
            "red2": 31,
            "red3": 31,
            "red4": 30,
            "red5": 9,
            "blue1": 33,
            "blue2": 14,
            "blue3": 14,
            "blue4": 12,
            "blue5": 2,
        },
        "passages": {"s1": ["blue1", "red2", "red3"]},
        "used": {"red": {"bottle": 5}},
    },
}


def test_a_stage_begun_on_a_board_is_raced_on_from_a_file_and_its_log_replays(tmp_path, capsys):
    file, log = tmp_path / "stage.json", tmp_path / "stage.log"
    file.write_text(json.dumps(ON_THE_ROAD))
    assert main(["play", "cycling_party", "--stage", str(file), "--log", str(log)]) == 0
    told = capsys.readouterr().out
    assert "Turn 8" in told
    assert "CP-J-017" not in told
    assert "s1 (is, km 15): blue1, red2, red3" in told
    assert main(["replay", str(log)]) == 0
    assert capsys.readouterr().out == told


def test_a_position_that_cannot_be_is_refused_in_one_line(tmp_path, capsys):
    file = tmp_path / "stage.json"
    file.write_text(json.dumps(ON_THE_ROAD | {"situation": {"turn": 6, "squares": {"red1": 14}}}))
    assert main(["play", "cycling_party", "--stage", str(file)]) == 2
    assert capsys.readouterr().err.startswith("blue1, blue2, blue3")


def test_a_person_chooses_by_number_or_by_words_and_is_told_what_else_will_not_do(
    monkeypatch, capsys
):
    answers = iter(["nonsense", "999", "0", "pass", *["1"] * 5000])
    monkeypatch.setattr(builtins, "input", lambda *_: next(answers))
    assert main(["play", "cycling_party", "--seats", "2", "--bots", "human", "--seed", "3"]) == 0
    captured = capsys.readouterr()
    assert captured.err.count("Choose one of these") == 3
    assert "wins." in captured.out


def test_dice_of_a_table_are_typed_one_by_one(monkeypatch, capsys):
    asked = []
    answers = iter(["7", "x", *["3", "2", "5", "6", "1"] * 4000])
    monkeypatch.setattr(builtins, "input", lambda *prompt: asked.append(prompt) or next(answers))
    assert main(["play", "cycling_party", "--seats", "2", "--dice", "typed"]) == 0
    assert capsys.readouterr().err.count("shows 1 to 6") == 2


def test_whoever_leaves_is_let_go_and_the_log_so_far_is_kept(monkeypatch, tmp_path, capsys):
    def gone(*_):
        raise EOFError

    monkeypatch.setattr(builtins, "input", gone)
    log = tmp_path / "stage.log"
    assert main(["play", "cycling_party", "--bots", "human", "--log", str(log)]) == 130
    assert "The stage is left." in capsys.readouterr().err
    assert main(["replay", str(log)]) == 0
    assert "The log ends before the stage does." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["play", "chess"], "There is no game"),
        (["play", "cycling_party", "--version", "expert"], "no version"),
        (["play", "cycling_party", "--seats", "7"], "7 players cannot play"),
        (["play", "cycling_party", "--bots", "genius"], "no bot"),
        (
            ["play", "cycling_party", "--seats", "2", "--bots", "random,random,random"],
            "3 players are named for 2 seats",
        ),
        (["play", "cycling_party", "--stage", "/nowhere.json"], "cannot be read"),
        (["replay", "/nowhere.log"], "cannot be read"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(arguments, words, capsys):
    assert main(arguments) == 2
    error = capsys.readouterr().err
    assert words in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1]", '{"length": 5}', '{"stage": 3}', "\x00", '{"length": 40, "passes": "far"}'],
)
def test_a_file_that_is_no_stage_is_refused(text, tmp_path, capsys):
    file = tmp_path / "stage.json"
    file.write_text(text)
    assert main(["play", "cycling_party", "--stage", str(file)]) == 2
    assert capsys.readouterr().err


def test_a_road_of_another_version_is_refused_in_words_without_a_code(tmp_path, capsys):
    file = tmp_path / "road.json"
    file.write_text('{"length": 150, "type": "high", "passes": [[60, "hc"]], "sprints": [15]}')
    assert main(["play", "cycling_party", "--stage", str(file)]) == 2
    assert capsys.readouterr().err == "only the master version has intermediate sprints.\n"

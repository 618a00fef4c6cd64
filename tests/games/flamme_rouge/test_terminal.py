"""Flamme Rouge on the terminal."""

import builtins
import json
import random

import pytest

from benchmarks.__main__ import main as benchmarks
from benchmarks.flamme_rouge_bare import race
from games.__main__ import main
from games.bots import Random
from games.chance import Seeded
from games.flamme_rouge.course import course
from games.notation import read_log
from games.replay import play_out
from tests.games.flamme_rouge.race import GAME

MOUNTAIN = {"key": "la-haute-montagne"}


@pytest.mark.parametrize(
    ("version", "seats"), [("base", "3"), ("peloton", "1"), ("peloton", "4"), ("peloton", "8")]
)
def test_a_stage_is_told_live_and_its_log_replays_to_the_same_words(
    version, seats, tmp_path, capsys
):
    log = tmp_path / "stage.log"
    assert (
        main(
            [
                "play",
                "flamme_rouge",
                "--version",
                version,
                "--seats",
                seats,
                "--bots",
                "random",
                "--seed",
                "7",
                "--log",
                str(log),
            ]
        )
        == 0
    )
    told = capsys.readouterr().out
    assert "wins the stage" in told
    assert " squares" in told
    assert "FR-0" in told
    assert main(["replay", str(log)]) == 0
    assert capsys.readouterr().out == told


def test_a_log_is_written_as_people_write_it(tmp_path):
    log = tmp_path / "stage.log"
    assert (
        main(
            [
                "play",
                "flamme_rouge",
                "--version",
                "peloton",
                "--seats",
                "1",
                "--bots",
                "random",
                "--json",
                "--log",
                str(log),
            ]
        )
        == 0
    )
    texts = [entry.text for entry in read_log(log.read_text()).entries]
    for start in (
        "place ",
        "split ",
        "draw ",
        "deal redS ",
        "flip black ",
        "flip whiteS ",
        "play ",
    ):
        assert any(text.startswith(start) for text in texts), start


def test_the_road_of_a_file_is_ridden_and_told_as_json(tmp_path, capsys):
    file = tmp_path / "stage.json"
    file.write_text(json.dumps(MOUNTAIN))
    assert main(["play", "flamme_rouge", "--seats", "2", "--stage", str(file), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert [passing["km"] for passing in told["outcome"]["passings"]] == [34, 43, 74]
    assert set(told["outcome"]["extras"]["rounds"]) == {"redS", "redR", "blueS", "blueR"}
    file.write_text(json.dumps({"tiles": "a b c"}))
    assert main(["play", "flamme_rouge", "--stage", str(file)]) == 2
    assert "finish tile" in capsys.readouterr().err


def test_hands_of_a_real_table_are_typed_card_by_card(monkeypatch, capsys):
    def cards():
        """What is typed: nonsense at first, then whatever may come."""
        yield "seven"
        while True:
            yield from ("0", "2", "3", "4", "5", "6", "7", "9", "x")

    answers = cards()
    monkeypatch.setattr(builtins, "input", lambda *_: next(answers))
    assert main(["play", "flamme_rouge", "--seats", "2", "--dice", "typed"]) == 0
    captured = capsys.readouterr()
    assert "It can be 0, 1." in captured.err
    assert "deal redS, 1 of 4:" in captured.err
    assert "wins the stage" in captured.out


def test_who_plays_with_real_cards_types_what_he_lays(monkeypatch, capsys):
    def cards():
        yield "lay S 8"
        while True:
            yield "1"

    answers = cards()
    monkeypatch.setattr(builtins, "input", lambda *_: next(answers))
    table = [
        "--seats",
        "2",
        "--bots",
        "human,random",
        "--set",
        'real=["red"]',
        "--set",
        'order=["blue","red"]',
    ]
    assert main(["play", "flamme_rouge", *table]) == 0
    captured = capsys.readouterr()
    assert "lay S 2" in captured.err
    assert "Red Sprinteur has their card." in captured.out
    assert "Red draws" not in captured.out
    for wrong, words in (
        ('real=["pink"]', "Real cards are played by teams"),
        ("real", "sets nothing"),
        ("nothing=1", "no set-up"),
    ):
        assert main(["play", "flamme_rouge", "--set", wrong]) == 2
        assert words in capsys.readouterr().err


def test_what_races_are_like_is_counted(capsys):
    arguments = [
        "flamme_rouge",
        "--stats",
        "--stage",
        "firenze-milano",
        "--games",
        "3",
        "--bot",
        "random",
        "--json",
    ]
    assert benchmarks(arguments) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 3
    assert 5 < told["rounds"] <= told["rounds_to_last"]
    assert 0 <= told["sprinteur_wins"] <= 1
    for wrong, words in (
        (["--stage", "moon"], "no stage"),
        (["--games", "0"], "At least one"),
        (["--bot", "genius"], "no bot"),
    ):
        assert benchmarks(["flamme_rouge", "--stats", *wrong]) == 2
        assert words in capsys.readouterr().err
    assert benchmarks(["cycling_party", "--stats"]) == 2
    assert benchmarks(["chess"]) == 2


def test_the_bare_loop_of_the_bench_comes_to_the_same_arrivals_and_exhaustion():
    given = GAME.example("base", 4)
    for seed in map(str, range(20)):
        bot = Random(seed)
        bot.unit = random.Random(seed).random
        state = GAME.start(given)
        play_out(GAME, state, dict.fromkeys(range(4), bot), Seeded(seed))
        assert race(course(given), seed, random.Random(seed).random) == (
            list(state.arrived),
            state.taken,
        )

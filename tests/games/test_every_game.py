"""What every engine keeps, asked of each in every version."""

import random
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES, game
from games.bots import bots_by_name
from games.chance import Seeded, throw
from games.cycling_party.throws import throw as with_falls
from games.engine import CHANCE, Illegal, NotAsked, Outcome, Refused, UnknownEngine
from games.notation import draw_or_action, read_log, write_draw, write_log
from games.replay import Recording, play_out, replay
from tests.games.players import Racer, played

ENGINES = [
    pytest.param(each, version, id=f"{each.key}-{version}")
    for each in GAMES.values()
    for version in each.versions
]
every_version = pytest.mark.parametrize(("rules", "version"), ENGINES)
few = settings(max_examples=8, deadline=None)
GOLDEN = Path(__file__).parent / "golden"


@every_version
@few
@given(seed=st.text(alphabet="abcdefgh", min_size=1, max_size=8), seats=st.integers(2, 6))
def test_any_stage_ends_and_its_log_replays_to_the_same(rules, version, seed, seats):
    recording = played(rules, rules.example(version, seats), seed, "racer")
    text = write_log(recording.log())
    assert rules.digest(replay(rules, read_log(text)).state) == rules.digest(recording.state)
    assert write_log(read_log(text)) == text


@every_version
def test_the_same_seed_gives_the_same_stage_and_another_seed_another(rules, version):
    first, again, other = (
        played(rules, rules.example(version, 3), seed, "racer").log() for seed in ("a", "a", "b")
    )
    assert first == again
    assert first != other


def walked(rules, version, seed, seats=4):
    """Every state of a stage, with a copy to try things on."""
    recording, chance, player = (
        Recording(rules, rules.example(version, seats)),
        Seeded(seed),
        Racer(seed),
    )
    while not (pending := rules.pending(recording.state)).over:
        yield recording.state, pending
        if pending.throw is not None:
            recording.answer(CHANCE, chance.draw(pending.throw))
        else:
            seat = pending.seats[0]
            recording.answer(
                seat,
                player.choose(recording.state, seat, rules.legal_actions(recording.state, seat)),
            )
    yield recording.state, rules.pending(recording.state)


@every_version
def test_who_is_asked_has_a_choice_and_nobody_else_has(rules, version):
    for state, pending in walked(rules, version, "choices"):
        for seat in range(len(rules.seat_names(state))):
            legal = list(rules.legal_actions(state, seat))
            assert legal == sorted(set(legal))
            # A hidden hand is asked for even where it leaves one answer: who is asked tells nothing
            # of it.
            assert (len(legal) > (not rules.hidden)) if seat in pending.seats else not legal
        assert (pending.throw is None) or not pending.seats


@every_version
def test_actions_and_draws_read_as_they_are_written(rules, version):
    for state, pending in walked(rules, version, "notation"):
        for seat in pending.seats:
            texts = [
                rules.write(state, seat, action) for action in rules.legal_actions(state, seat)
            ]
            assert len(set(texts)) == len(texts)
            assert [rules.read(state, seat, text) for text in texts] == list(
                rules.legal_actions(state, seat)
            )


@every_version
def test_a_refused_answer_changes_nothing(rules, version):
    rnd = random.Random(7)
    for state, _ in walked(rules, version, "refusals"):
        before = rules.digest(state)
        for who, what in (
            (CHANCE, (9, 9)),
            (CHANCE, (1,) * 99),
            (CHANCE, 3),
            (CHANCE, ()),
            (0, 10**9),
            (1, -1),
            (99, 0),
            (2, rnd.getrandbits(40)),
        ):
            legal = list(rules.legal_actions(state, who)) if who >= 0 else []
            if what in legal:
                continue
            with pytest.raises(Refused) as refusal:
                rules.apply(state, who, what)
            assert type(refusal.value) in (Illegal, NotAsked)
            assert str(refusal.value).endswith(".")
        assert rules.digest(state) == before


def not_whole(right):
    """What looks like the draw and is none."""
    ones = tuple(True if each == 1 else each for each in right)
    yield from (
        None,
        1.0,
        True,
        "1",
        list(right),
        tuple(map(float, right)),
        (None,) * len(right),
        (None,) * 99,
        (0.5,) * 99,
    )
    yield from (
        tuple(map(str, right)),
        ([],) * len(right),
        (*right[:-1], float("nan")),
        *([ones] if 1 in right else []),
    )


@every_version
def test_what_is_no_whole_number_is_refused_and_changes_nothing(rules, version):
    tried = 0
    for number, (state, pending) in enumerate(walked(rules, version, "kinds")):
        if number % 7 and pending.throw is None:
            continue
        before, chance = rules.digest(state), Seeded("kinds")
        wrong = [
            (CHANCE, each)
            for each in not_whole(
                chance.draw(pending.throw) if pending.throw is not None else (1, 2)
            )
        ]
        for seat in pending.seats:
            legal = rules.legal_actions(state, seat)
            wrong += [
                (seat, each)
                for each in (None, True, False, "", (), [], {}, float("nan"), legal, (legal[0],))
            ]
            wrong += [(seat, float(action)) for action in legal[:3]] + [
                (seat, [legal[0]]),
                (seat, str(legal[0])),
            ]
        for who, what in wrong:
            with pytest.raises(Refused) as refusal:
                rules.apply(state, who, what)
            assert str(refusal.value).endswith(".")
            tried += 1
        assert rules.digest(state) == before
    assert tried > 300


@every_version
def test_a_recording_refuses_what_is_no_whole_number_and_notes_nothing(rules, version):
    recording = Recording(rules, rules.example(version, 4))
    for what in (None, 1.0, True, (None,), (1.0, 2.0), "3", []):
        for who in (CHANCE, 0):
            with pytest.raises(Refused):
                recording.answer(who, what)
    assert recording.entries == []


@every_version
def test_nobody_can_change_what_may_be_chosen(rules, version):
    for state, _ in walked(rules, version, "kept"):
        for seat in range(len(rules.seat_names(state))):
            assert isinstance(rules.legal_actions(state, seat), tuple)


@every_version
def test_a_copy_goes_its_own_way(rules, version):
    rnd = random.Random(5)
    for state, pending in walked(rules, version, "copies"):
        if pending.over or rnd.random() < 0.7:
            continue
        before = rules.digest(state)
        other, chance = rules.copy(state), Seeded(3)
        assert rules.digest(other) == before
        for _ in range(12):
            now = rules.pending(other)
            if now.over:
                break
            if now.throw is not None:
                rules.apply(other, CHANCE, chance.draw(now.throw))
            else:
                rules.apply(
                    other, now.seats[0], rnd.choice(list(rules.legal_actions(other, now.seats[0])))
                )
        assert rules.digest(state) == before


@every_version
def test_what_happens_is_the_same_whether_or_not_it_is_told(rules, version):
    told = played(rules, rules.example(version, 4), "told", "racer")
    quiet = rules.start(told.setup)
    for entry in told.entries:
        assert rules.apply(quiet, entry.who, draw_or_action(rules, quiet, entry), tell=False) == []
    assert rules.digest(quiet) == rules.digest(told.state)


@every_version
def test_every_event_names_its_rule_and_can_be_said(rules, version):
    heard = []
    recording = played(rules, rules.example(version, 4), "events", "racer")
    replay(
        rules,
        recording.log(),
        lambda state, entry, events: heard.extend(
            (event, rules.say(state, event)) for event in events
        ),
    )
    assert heard
    for event, sentence in heard:
        assert event.rule in rules.rules()
        assert sentence[0].isalpha()
        assert sentence.endswith(".")


@every_version
def test_every_question_and_every_answer_is_in_words_and_names_its_rule(rules, version):
    for state, pending in walked(rules, version, "asked"):
        titles = {team: f"The {team.title()}s" for team in rules.seat_names(state)}
        question = rules.question(state, titles)
        assert question.words.endswith((".", "?"))
        assert question.rule in rules.rules()
        assert set(question.riders) <= set(rules.rider_names(state))
        assert len(question.dice) == (len(pending.throw.sides) if pending.throw else 0)
        for seat in range(len(titles)):
            choices = rules.choices(state, seat, titles)
            legal = rules.legal_actions(state, seat)
            assert [choice.text for choice in choices] == [
                rules.write(state, seat, action) for action in legal
            ]
            assert len({(choice.words, choice.then) for choice in choices}) == len(choices)
            assert {choice.rule for choice in choices} <= set(rules.rules())


@every_version
def test_a_situation_is_plain_and_begins_where_the_turn_did(rules, version):
    for state, _ in walked(rules, version, "situations"):
        told = rules.situation(state)
        setup = rules.read_setup(
            {**rules.write_setup(rules.example(version, 4)), "situation": told}
        )
        assert rules.situation(rules.start(setup)) == told


@every_version
def test_a_view_is_plain_and_a_spectator_is_asked_nothing(rules, version):
    for state, pending in walked(rules, version, "views"):
        spectator = rules.view(state, None)
        assert msgspec.json.decode(msgspec.json.encode(spectator)) == msgspec.to_builtins(
            spectator, str_keys=True
        )
        assert spectator["legal"] == []
        for seat in pending.seats:
            assert len(rules.view(state, seat)["legal"]) == len(rules.legal_actions(state, seat))


def shown(rules, state, seat):
    """All that a seat, or a spectator, is told of a moment."""
    own = (
        ()
        if seat is None
        else (rules.write(state, seat, action) for action in rules.legal_actions(state, seat))
    )
    offered = () if seat is None else rules.choices(state, seat)
    return (
        rules.view(state, seat),
        list(own),
        list(offered),
        rules.question(state),
        rules.pending(state).seats,
    )


@pytest.mark.rule("FR-111", "FR-115")
@pytest.mark.parametrize(("rules", "version"), [each for each in ENGINES if each.values[0].hidden])
def test_what_is_hidden_from_a_seat_changes_nothing_that_it_is_shown(rules, version):
    unit, changed = random.Random(9).random, 0
    for state, pending in walked(rules, version, "hidden"):
        for seat in (None, *range(4)):
            other = rules.resample_hidden(state, seat, unit)
            changed += rules.digest(other) != rules.digest(state)
            assert shown(rules, other, seat) == shown(rules, state, seat)
        for seat in pending.seats:
            other = rules.resample_hidden(state, seat, unit)
            one = copy_and_answer(rules, state, seat, 0)
            assert until_revealed(copy_and_answer(rules, other, seat, 0)) == until_revealed(one)
            bots = [bots_by_name(rules.bots())["steady"]("hidden") for _ in range(2)]
            chosen = [
                bot.choose(each, seat, rules.legal_actions(each, seat))
                for bot, each in zip(bots, (state, other), strict=True)
            ]
            assert chosen[0] == chosen[1]
    assert changed > 100


def copy_and_answer(rules, state, seat, which):
    other = rules.copy(state)
    return rules.apply(other, seat, rules.legal_actions(other, seat)[which])


def until_revealed(events):
    """What is told before cards are turned up: after that they are for everybody."""
    told = []
    for event in events:
        if event.kind in ("revealed", "bids"):
            break
        told.append(event)
    return told


@every_version
def test_an_outcome_is_there_when_the_stage_is_over_and_not_before(rules, version):
    for state, pending in walked(rules, version, "outcomes"):
        assert (rules.outcome(state) is not None) == pending.over
    outcome = rules.outcome(state)
    everybody = [one.rider for one in outcome.finish] + list(outcome.out) + list(outcome.behind)
    assert len(everybody) == len(set(everybody))
    whole = Outcome[type(outcome.extras)]
    assert msgspec.json.decode(msgspec.json.encode(outcome), type=whole) == outcome


@every_version
def test_the_state_is_the_same_in_another_process_with_another_hash_seed(rules, version):
    code = (
        "import sys; from games import game; from tests.games.players import played; rules ="
        " game(sys.argv[1]);print(rules.digest(played(rules, rules.example(sys.argv[2], 4), 'far',"
        " 'racer').state))"
    )
    here = rules.digest(played(rules, rules.example(version, 4), "far", "racer").state)
    for hash_seed in ("1", "77"):
        there = subprocess.run(
            [sys.executable, "-c", code, rules.key, version],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(Path(__file__).parents[2])},
            capture_output=True,
            text=True,
            check=True,
        )
        assert there.stdout.strip() == here


@every_version
@pytest.mark.parametrize("bot", ["random", "steady"])
def test_every_bot_answers_legally_to_the_end(rules, version, bot):
    assert rules.outcome(played(rules, rules.example(version, 4), "bots", bot).state) is not None


@every_version
def test_steady_takes_clearly_more_than_its_share_of_stages(rules, version):
    won = 0
    for number in range(16):
        seat = number % 4
        bots = bots_by_name(rules.bots())
        state = rules.start(rules.example(version, 4))
        play_out(
            rules,
            state,
            {
                each: bots["steady" if each == seat else "random"](f"{number}/{each}")
                for each in range(4)
            },
            Seeded(number),
        )
        won += str(rules.outcome(state).winner).startswith(rules.seat_names(state)[seat])
    assert won >= 12


@every_version
def test_every_version_has_golden_logs(rules, version):
    logs = sorted(GOLDEN.glob(f"{rules.key}-{version}-*.log"))
    assert len(logs) >= 3
    for file in logs:
        log = read_log(file.read_text(encoding="utf-8"))
        assert log.end
        assert replay(game(log.game, log.rules_version), log).log() == log


@every_version
def test_too_few_or_too_many_seats_are_refused(rules, version):
    for seats in (0, -2, rules.seats[0] - 1, rules.seats[-1] + 1):
        with pytest.raises(Refused):
            rules.example(version, seats)


def test_an_unknown_game_is_refused_with_the_known_ones():
    with pytest.raises(UnknownEngine, match="cycling_party"):
        game("chess")


@given(st.lists(st.integers(2, 20), min_size=1, max_size=6), st.integers())
def test_every_throw_takes_the_draws_it_makes_and_no_shorter_ones(sides, seed):
    one = throw(tuple(sides))
    draw = Seeded(seed).draw(one)
    assert one.fits(draw)
    assert not one.fits(draw[:-1])
    assert not one.fits((*draw, 1))
    assert not one.fits((*draw[:-1], sides[-1] + 1))
    assert one.missing(draw) == ()
    assert write_draw(draw) == " ".join(map(str, draw))


@given(st.integers(1, 4), st.integers())
def test_a_throw_that_may_be_thrown_again_knows_when_it_is_complete(riders, seed):
    one = with_falls((6, 6) * riders, True)
    draw = Seeded(seed).draw(one)
    assert one.fits(draw)
    assert one.missing(draw) == ()
    assert one.missing(draw[:-1]) != ()
    assert not one.fits((*draw, 1))
    assert not one.fits(draw[:-1])

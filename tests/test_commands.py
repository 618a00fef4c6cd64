"""Every command that README and docs show works as it is written there, in a copy of the project.

Words in capitals (TOUR, FILE ...) are filled in as a reader would, parts in square brackets are
tried both ways, and ports are free ones. A new command is found by itself; what is not run is named
here.
"""

import json
import os
import pty
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
NOT_RUN = {
    "make test": "runs this test",
    ".ci/run": "runs this test",
    "make lint": "a step of its own in .ci/run",
    "make bench": "measures for minutes",
    "make lock": "asks the package index for newer versions",
    "make screenshots": "draws in a browser for minutes; the browser tests open the same pages",
    "manage.py ride": "started by the app itself, with a name that only the app knows",
    "apt install chromium-headless-shell": "installs a package of the system",
}
STAYS = re.compile(r"\bmake run\b|\bserve\b|-m benchmarks\b")  # go on until they are stopped
BLOCK = re.compile(r"^```(?:sh)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(
    r"`((?:make(?= |`)|\.ci/run|(?:\.venv/bin/python|manage\.py|apt|DATABASE_URL=\S+) )[^`…]*)`"
)
ROW = re.compile(r"^\| `([a-z_]+(?: [^`]*)?)` \|", re.MULTILINE)
ROAD = re.compile(r"^```json\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Shown(NamedTuple):
    page: str
    command: str


def shown() -> list[Shown]:
    """Every command in blocks, in running text and in the table of commands."""
    found: list[Shown] = []
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))):
        text = page.read_text(encoding="utf-8")
        for block in BLOCK.findall(text):
            lines = (line.partition("  #")[0].strip() for line in block.splitlines())
            found += [
                Shown(page.name, line)
                for line in lines
                if line and re.match(r"make|\.venv|DATABASE_URL", line)
            ]
        outside = BLOCK.sub("", text)
        found += [Shown(page.name, " ".join(command.split())) for command in SPAN.findall(outside)]
        if page.name == "commands.md":
            found += [Shown(page.name, f"manage.py {command}") for command in ROW.findall(outside)]
    return list(dict.fromkeys(found))


def ways(command: str) -> list[str]:
    """Without and with what stands in square brackets."""
    if "[" not in re.sub(r"'[^']*'", "", command):
        return [command]
    return [re.sub(r" ?\[[^\]]*\]", "", command), command.replace("[", "").replace("]", "")]


def to_run(shown: list[Shown]) -> list[Shown]:
    """Return each way to type a command once, with all pages that show it."""
    pages: dict[str, list[str]] = {}
    for each in shown:
        if each.command not in NOT_RUN:
            for way in ways(each.command):
                typed = re.sub("^manage.py", ".venv/bin/python manage.py", way)
                pages.setdefault(typed, []).append(each.page)
    return [Shown(", ".join(dict.fromkeys(names)), command) for command, names in pages.items()]


ALL = shown()
RUN = to_run(ALL)


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class Copy:
    """The project as somebody else would have it: its files, an environment, nothing made yet."""

    tour = ""  # the last part of a tour's address, once there is one

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            capture_output=True,
            text=True,
        )
        names = listed.stdout.split("\0")[:-1] or [
            str(p.relative_to(ROOT)) for p in ROOT.rglob("*") if ".venv" not in p.parts
        ]
        for name in names:
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)
        (folder / ".venv").mkdir()
        for part in Path(sys.prefix).iterdir():
            (folder / ".venv" / part.name).symlink_to(part)
        for stamp in (".run", ".dev"):  # everything is installed
            (folder / ".venv" / stamp).unlink(missing_ok=True)
            (folder / ".venv" / stamp).touch()
        (folder / "road.json").write_text(ROAD.findall((ROOT / "docs" / "games.md").read_text())[0])
        kept = {
            key: value
            for key, value in os.environ.items()
            if key in ("PATH", "HOME", "LANG", "TMPDIR")
        }
        self.environment = kept | {"PORT": str(free_port())}

    def filled_in(self, command: str) -> str:
        """The command as a reader would type it."""
        number = len(list(self.folder.glob("*.used")))
        files = {
            "tour_import": "tour.json",
            "league_import": "league.json",
            "replay": "stage.log",
            "backup": f"backup-{number}.sqlite3",
            "restore": "kept.sqlite3",
        }
        exported = next((file for name, file in files.items() if f" {name}" in command), "out.json")
        (self.folder / f"{number}.used").touch()
        values = {
            "TOUR": self.tour,
            "LEAGUE": "'Winter League'",
            "FILE": exported,
            "FOLDER": "fixtures/race",
            "--name NAME": f"--name 'Another {number}'",
            "USERNAME": "demo",
            "--stage N": "--stage 1",
            "PORT=8080": f"PORT={free_port()}",
        }
        for word, value in values.items():
            command = re.sub(
                rf"(?<![\w-]){re.escape(word)}(?!\w)", lambda _, value=value: value, command
            )
        return f"{command} --port {free_port()}" if " serve " in command else command

    def run(self, command: str, answers: str = "1\n" * 5000) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["bash", "-c", command],
            cwd=self.folder,
            env=self.environment,
            input=answers,
            capture_output=True,
            text=True,
            timeout=300,
        )

    def start(self, command: str, until: str, patience: float = 300, least: float = 0) -> str:
        """Start what goes on until it is stopped; the answer is what it printed up to then."""
        begun = time.monotonic()
        output = self.folder / "output"
        with output.open("w") as written:
            process = subprocess.Popen(
                ["bash", "-c", command],
                cwd=self.folder,
                env=self.environment | {"PYTHONUNBUFFERED": "1"},
                stdout=written,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        end = time.monotonic() + patience
        try:
            while until not in output.read_text() or time.monotonic() < begun + least:
                assert process.poll() is None, output.read_text()
                assert time.monotonic() < end, output.read_text()
                time.sleep(0.2)
            if address := re.search(r"http://127\.0\.0\.1:\d+", output.read_text()):
                self.ask(address[0])
        finally:
            os.killpg(process.pid, signal.SIGINT)
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        return output.read_text()

    def ask(self, address: str) -> None:
        for _ in range(100):
            try:
                with urllib.request.urlopen(address, timeout=30) as answer:
                    assert answer.status == 200
                    return
            except ConnectionRefusedError:
                time.sleep(0.1)
            except OSError as error:
                if "refused" not in str(error):
                    raise
                time.sleep(0.1)
        raise AssertionError(f"{address} does not answer")

    def type_at(self, command: str, *answers: str) -> str:
        """Answer a command that asks a person at a terminal; what it wrote comes back."""
        controller, terminal = pty.openpty()
        process = subprocess.Popen(
            ["bash", "-c", command],
            cwd=self.folder,
            env=self.environment,
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
        )
        os.close(terminal)
        written, left = "", list(answers)
        try:
            while True:
                written += os.read(controller, 4096).decode(errors="replace")
                if left and written.rstrip(" ").endswith(":"):
                    time.sleep(0.5)  # a password is asked for with the terminal turned quiet first
                    os.write(controller, f"{left.pop(0)}\n".encode())
                    written += " "
        except OSError:  # the other end was closed
            pass
        assert process.wait(60) == 0, written
        os.close(controller)
        return written


DEMO = "Direct the demo tours"


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Copy]:
    """After the first `make run`, with a tour taken out and a stage raced, as later commands want
    them."""
    copy = Copy(tmp_path_factory.mktemp("copy"))
    assert DEMO in copy.start("make run", "To stop: Ctrl-C")
    find = (
        "from tourmanager.tours.models import Stage;"
        " print(Stage.objects.filter(state='ended')[0].tour.slug)"
    )
    found = copy.run(f'.venv/bin/python manage.py shell -v0 -c "{find}"')
    copy.tour = found.stdout.split()[-1]
    assert (
        copy.run(
            f".venv/bin/python manage.py tour_export {copy.tour} --output tour.json"
        ).returncode
        == 0
    )
    league_export = ".venv/bin/python manage.py league_export 'Winter League' league.json"
    assert copy.run(league_export).returncode == 0
    assert copy.run(".venv/bin/python manage.py backup kept.sqlite3").returncode == 0
    file = copy.folder / "tour.json"
    content = json.loads(file.read_text())
    content["plan"]["name"] = "Tour of another server"
    file.write_text(json.dumps(content))
    assert copy.run(".venv/bin/python -m games play flamme_rouge --log stage.log").returncode == 0
    yield copy
    shutil.rmtree(copy.folder, ignore_errors=True)


def test_commands_are_found() -> None:
    commands = {each.command for each in ALL}
    assert {
        "make run",
        "make link",
        "make admin",
        "manage.py demo",
        "manage.py verify [TOUR]",
    } <= commands
    assert any(command.startswith("DATABASE_URL=") for command in commands)
    assert any("--set breakaway=true" in command for command in commands)


def test_what_is_not_run_is_still_shown() -> None:
    assert set(NOT_RUN) <= {each.command for each in ALL}


@pytest.mark.parametrize("each", RUN, ids=lambda each: f"{each.page}: {each.command}")
def test_a_command_works_as_it_is_written(
    copy: Copy, each: Shown, tmp_path_factory: pytest.TempPathFactory
) -> None:
    command = copy.filled_in(each.command)
    if command.startswith("DATABASE_URL="):
        named_once(Copy(tmp_path_factory.mktemp("named")), command)
    elif command == "make admin":
        written = copy.type_at(
            command, "chief", "chief@example.org", "a-long-breakaway-1", "a-long-breakaway-1"
        )
        assert "created successfully" in written
    elif STAYS.search(command):
        copy.start(command, "To stop: Ctrl-C" if "bench" not in command else "", least=5)
    else:
        done = copy.run(command)
        assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
        assert "Traceback" not in done.stderr


def named_once(copy: Copy, command: str) -> None:
    """Another database, named to the first command: all others ask the same."""
    command = re.sub(r"DATABASE_URL=\S+", "DATABASE_URL=sqlite:///var/club.sqlite3", command)
    written = copy.start(command, "To stop: Ctrl-C")
    assert "var/club.sqlite3" in written
    assert "DATABASE_URL was written to .env" in written
    assert (copy.folder / ".env").stat().st_mode & 0o777 == 0o600
    assert "/account/link/?sesame=" in copy.run("make link").stdout
    copy.type_at(
        "make admin", "chief", "chief@example.org", "a-long-breakaway-1", "a-long-breakaway-1"
    )
    assert copy.run(".venv/bin/python manage.py verify").returncode == 0
    assert "var/club.sqlite3" in copy.start("make run", "To stop: Ctrl-C")
    assert sorted(file.name for file in (copy.folder / "var").glob("*.sqlite3")) == ["club.sqlite3"]


def test_help_names_pages_as_they_are_called() -> None:
    """One named a page "New race from files", which is called "Race from results"."""
    pages = "".join(
        page.read_text(encoding="utf-8") for page in (ROOT / "templates").rglob("*.html")
    )
    commands = (ROOT / "tourmanager").rglob("management/commands/*.py")
    texts = [" ".join(source.read_text(encoding="utf-8").split()) for source in commands]
    named = {name for text in texts for name in re.findall(r'[Tt]he page "([^"]+)"', text)}
    assert "Race from results" in named
    assert {name for name in named if name not in pages} == set()

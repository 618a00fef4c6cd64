"""The files for a club's server say only what there is: commands and their options, settings, paths
of the checkout, one version of PostgreSQL; and base images are named by their version.
"""

import re
import shlex
import shutil
import subprocess
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.core.management import get_commands, load_command_class
from django.core.management.base import CommandError

ROOT = Path(__file__).resolve().parents[1]
SERVER = ROOT / "docs" / "server"
CONTAINERFILE = (SERVER / "Containerfile").read_text(encoding="utf-8")
COMPOSE: dict[str, Any] = yaml.safe_load((SERVER / "compose.yaml").read_text(encoding="utf-8"))
UNITS = sorted(SERVER.glob("*.service"))
CHAPTER = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
INSTALLED = "/opt/tour-manager/bin/tour-manager"
DATA = "/var/lib/tour-manager"


class Unit(RawConfigParser):
    """A unit of systemd, where a name may stand more than once."""

    optionxform = staticmethod(str)  # type: ignore[assignment]

    def __init__(self, path: Path) -> None:
        super().__init__(strict=False)
        self.text = path.read_text(encoding="utf-8")
        self.read_string(self.text)

    def all(self, name: str) -> list[str]:
        return re.findall(rf"^{name}=(.*)$", self.text, re.MULTILINE)


def settings_known() -> set[str]:
    """Names of settings in the environment, from the code that reads them."""
    code = (ROOT / "tourmanager" / "settings.py").read_text(encoding="utf-8")
    return {*re.findall(r'env\.\w+\(\s*"(\w+)"', code), *re.findall(r'environ\.get\("(\w+)"', code)}


def check_command(words: list[str]) -> None:
    """Fail where the app has no such command, or the command no such option."""
    name, arguments = words[0], words[1:]
    app = get_commands()[name]
    command = load_command_class(app, name) if isinstance(app, str) else app
    try:
        command.create_parser("tour-manager", name).parse_args(arguments)
    except (SystemExit, CommandError) as error:
        raise AssertionError(f"{name} does not take {arguments}") from error


def instructions(name: str) -> list[str]:
    """What follows an instruction of the Containerfile, with its continued lines."""
    joined = CONTAINERFILE.replace("\\\n", " ")
    return re.findall(rf"^{name} (.*)$", joined, re.MULTILINE)


def exec_form(text: str) -> list[str]:
    return [str(word) for word in yaml.safe_load(text)]


# -- containers


def test_base_images_are_named_by_their_version_and_their_registry():
    images = [each.split()[0] for each in instructions("FROM")]
    images += [each["image"] for each in COMPOSE["services"].values() if "image" in each]
    assert len(images) == 3
    for image in images:
        assert re.fullmatch(r"docker\.io/library/[a-z]+:\d[\d.]*-[a-z-]+", image), image


def test_python_in_the_image_is_one_that_the_app_runs_on():
    wanted = re.search(r'requires-python = ">=3\.(\d+)"', (ROOT / "pyproject.toml").read_text())
    for image in instructions("FROM"):
        found = re.search(r"python:3\.(\d+)", image)
        assert found is not None
        assert wanted is not None
        assert int(found[1]) >= int(wanted[1])


def test_what_the_image_copies_exists_and_is_all_that_the_wheel_holds():
    copied = {
        word for each in instructions("COPY") if "--from" not in each for word in each.split()[:-1]
    }
    assert all((ROOT / path).exists() for path in copied)
    packed = re.findall(r'= "tourmanager/assets/(\w+)"', (ROOT / "pyproject.toml").read_text())
    assert {"tourmanager", "games", "pyproject.toml", "LICENSE", *packed} <= copied


def test_no_index_is_named():
    for path in SERVER.iterdir():
        assert not re.search(r"index-url|find-links|https?://", path.read_text()), path.name


def test_the_image_serves_with_a_command_that_there_is():
    (command,) = instructions("CMD")
    words = exec_form(command)
    assert words[0] == "tour-manager"
    check_command(words[1:])
    assert "TOUR_MANAGER_DATA=/data" in CONTAINERFILE
    assert instructions("VOLUME") == ["/data"]


def test_the_health_of_the_image_is_asked_at_the_port_it_serves():
    (command,) = instructions("CMD")
    words = exec_form(command)
    port = words[words.index("--port") + 1]
    assert instructions("EXPOSE") == [port]
    (health,) = instructions("HEALTHCHECK")
    assert f"('127.0.0.1', {port})" in health


def test_compose_gives_settings_that_there_are_and_serves_with_them():
    app = COMPOSE["services"]["app"]
    assert app["environment"].keys() <= settings_known()
    check_command(app["command"][1:])
    assert (SERVER / app["build"]["context"]).resolve() == ROOT
    assert (ROOT / app["build"]["dockerfile"]).is_file()
    (port,) = app["ports"]
    address, _outside, inside = port.split(":")
    assert address == "127.0.0.1"
    assert inside == app["command"][app["command"].index("--port") + 1]


def test_compose_connects_the_two_services():
    app, database = COMPOSE["services"]["app"], COMPOSE["services"]["database"]
    url = app["environment"]["DATABASE_URL"]
    assert "@database:5432/" in url
    assert url.startswith(f"postgres://{database['environment']['POSTGRES_USER']}:")
    assert url.endswith(f"/{database['environment']['POSTGRES_DB']}")
    assert app["depends_on"]["database"]["condition"] == "service_healthy"
    network = COMPOSE["networks"]["default"]["ipam"]["config"][0]["subnet"]
    proxy = app["environment"]["TRUSTED_PROXIES"]
    assert proxy.rpartition(".")[0] == network.rpartition(".")[0]
    used = {each.split(":")[0] for service in (app, database) for each in service["volumes"]}
    assert used == set(COMPOSE["volumes"])


def test_the_tools_for_backups_are_as_new_as_the_database():
    server = re.search(r"postgres:(\d+)", COMPOSE["services"]["database"]["image"])
    tools = re.search(r"postgresql-client-(\d+)", CONTAINERFILE)
    assert server is not None
    assert tools is not None
    assert int(tools[1]) >= int(server[1])


def test_variables_that_compose_wants_are_in_the_chapter():
    wanted = set(re.findall(r"\$\{(\w+):\?", (SERVER / "compose.yaml").read_text()))
    assert wanted == {"DATABASE_PASSWORD", "SECRET_KEY", "ALLOWED_HOSTS"}
    assert all(f"`{name}`" in CHAPTER for name in wanted)


# -- systemd


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_runs_commands_that_there_are(path: Path):
    unit = Unit(path)
    commands = unit.all("ExecStart")
    assert commands
    for command in commands:
        words = shlex.split(command)
        if words[0] == INSTALLED:
            check_command(words[1:])
        else:
            assert Path(words[0]).name == "find"
            assert words[1].startswith(f"{DATA}/var/backups")
    names = {each.partition("=")[0] for each in unit.all("Environment")} - {"PYTHONUNBUFFERED"}
    assert names <= settings_known()
    assert f"TOUR_MANAGER_DATA={DATA}" in unit.all("Environment")
    assert unit.get("Service", "StateDirectory") == "tour-manager"
    assert unit.get("Service", "WorkingDirectory") == DATA


def test_the_daily_unit_checks_before_it_removes_anything():
    unit = Unit(SERVER / "tour-manager-daily.service")
    done = [shlex.split(each) for each in unit.all("ExecStart")]
    assert [words[1] if words[0] == INSTALLED else "find" for words in done] == [
        "verify",
        "backup",
        "find",
        "purge_erased",
    ]
    assert (SERVER / "tour-manager-daily.timer").is_file()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_understands_the_units():
    units = [*UNITS, *SERVER.glob("*.timer")]
    done = subprocess.run(
        ["systemd-analyze", "verify", *map(str, units)], capture_output=True, text=True
    )
    # the app is not installed on the machine that runs the tests
    said = [line for line in done.stderr.splitlines() if "is not executable" not in line]
    assert not [line for line in said if any(unit.name in line for unit in units)]


# -- the chapter


def test_the_chapter_names_what_there_is():
    for name in set(re.findall(r"docs/server/([\w-]+\.\w+)", CHAPTER)):
        assert (SERVER / name).exists(), name
    for command in set(re.findall(r"tour-manager ([a-z_]+)\b", CHAPTER)) - {"tours"}:
        if command not in ("serve", "service", "timer"):
            assert command in get_commands(), command
    assert {path.name for path in SERVER.iterdir()} == {
        "Containerfile",
        "compose.yaml",
        "tour-manager.service",
        "tour-manager-daily.service",
        "tour-manager-daily.timer",
    }

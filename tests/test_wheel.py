"""The wheel: built from this checkout, it serves the demo from an environment of its own."""

import os
import socket
import subprocess
import sys
import sysconfig
import time
import venv
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel and what it depends on, and nothing of the checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip"] if has_pip(sys.executable) else ["python3", "-m", "pip"]
    build = [*pip, "--python", sys.executable, "wheel", "--no-deps", "--no-build-isolation"]
    run([*build, "--quiet", "--wheel-dir", str(folder), str(ROOT)], cwd=folder)
    (wheel,) = folder.glob("tour_manager-*.whl")
    venv.create(folder / "env")
    python = folder / "env" / "bin" / "python"
    run([*pip, "--python", str(python), "install", "--quiet", "--no-deps", str(wheel)], cwd=folder)
    packages = next((folder / "env" / "lib").glob("python*")) / "site-packages"
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return folder


def has_pip(python: str) -> bool:
    return not subprocess.run([python, "-m", "pip", "--version"], capture_output=True).returncode


def run(command: list[str], cwd: Path) -> str:
    done = subprocess.run(command, cwd=cwd, env=environment(), capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment() -> dict[str, str]:
    """As of somebody who has no checkout and has set nothing."""
    ours = ("DATABASE_URL", "DJANGO_SETTINGS_MODULE", "PYTHONPATH")
    return {name: value for name, value in os.environ.items() if name not in ours}


def test_the_installed_app_serves_the_demo_from_the_folder_it_is_run_in(
    installed: Path, tmp_path: Path
) -> None:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        port = one.getsockname()[1]
    command = [installed / "env" / "bin" / "tour-manager", "serve", "--port", str(port)]
    said = tmp_path / "said"
    with said.open("wb") as out:
        server = subprocess.Popen(command, cwd=tmp_path, env=environment(), stdout=out, stderr=out)
    try:
        assert "Coast and Cols" in opened(f"http://127.0.0.1:{port}/tours/", server, said)
        assert "body" in opened(f"http://127.0.0.1:{port}/static/css/base.css", server, said)
    finally:
        server.terminate()
        server.wait(timeout=60)
    assert (tmp_path / "var" / "tours.sqlite3").exists()


def opened(address: str, server: subprocess.Popen[bytes], said: Path) -> str:
    """What the server answers, as soon as it does."""
    for _ in range(240):
        try:
            with urlopen(address, timeout=120) as answer:
                return str(answer.read().decode())
        except (URLError, TimeoutError):
            assert server.poll() is None, said.read_text()
            time.sleep(0.5)
    raise AssertionError(f"{address} does not answer")


def test_its_engines_play_where_there_is_no_django(installed: Path, tmp_path: Path) -> None:
    without = "import sys; sys.modules['django'] = None; from games.__main__ import main; "
    python = installed / "env" / "bin" / "python"
    program = without + "import games; print(games.__file__); sys.exit(main(['list']))"
    out = run([str(python), "-c", program], cwd=tmp_path)
    assert out.startswith(str(installed))
    assert "flamme_rouge" in out

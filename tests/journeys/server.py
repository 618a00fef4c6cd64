"""The app as a process of its own, on the test's database: what is killed, restarted and cut off in
tests is the real thing.
"""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

from django.db import connection

ROOT = Path(__file__).parents[2]
APP = "tourmanager.asgi:application"


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port


def database_url() -> str:
    """The database this test uses, for another process."""
    config = connection.settings_dict
    name = str(config["NAME"])
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    user = quote(config["USER"], safe="")
    if config["PASSWORD"]:
        user += ":" + quote(config["PASSWORD"], safe="")
    return f"postgres://{user}@{config['HOST'] or '127.0.0.1'}:{config['PORT'] or 5432}/{name}"


class Server:
    """`app` names another ASGI application and `env` other settings: for a control that leaves a
    protection out.
    """

    def __init__(self, log: Path, app: str = APP, env: Mapping[str, str] | None = None) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.app, self.env, self.log = app, dict(env or {}), log
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Server":
        """Starts it, on the same port as before, and waits until it answers."""
        from django.conf import settings

        environment = (
            os.environ
            | {"DATABASE_URL": database_url(), "SECRET_KEY": settings.SECRET_KEY}
            | self.env
        )
        command = [
            sys.executable,
            "-m",
            "uvicorn",
            self.app,
            "--port",
            str(self.port),
            "--lifespan",
            "off",
        ]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--timeout-graceful-shutdown", "2", "--log-level", "warning"],
                cwd=ROOT,
                env=environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        deadline = time.monotonic() + 30
        while time.monotonic() < deadline:
            if self.process.poll() is not None:
                break
            with socket.socket() as sock:
                if sock.connect_ex(("127.0.0.1", self.port)) == 0:
                    return self
            time.sleep(0.05)
        self.stop()
        raise RuntimeError(f"the server did not start:\n{self.output()}")

    def kill(self) -> None:
        """`kill -9`: no good-bye, no clean-up."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Ctrl-C."""
        self._end(signal.SIGINT)

    def freeze(self) -> None:
        """Stops answering without closing anything, as when the wifi is lost."""
        assert self.process
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self.process
        self.process.send_signal(signal.SIGCONT)

    def output(self) -> str:
        """What it printed."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def _end(self, how: signal.Signals) -> None:
        if self.process is None:
            return
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(how)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait(10)
        self.process = None

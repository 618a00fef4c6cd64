"""What every test stands on: which database, and which rules of the game it holds."""

import time
from collections.abc import Iterable, Iterator

import hypothesis
import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.db.backends.base.operations import BaseDatabaseOperations
from pytest_django import DjangoDbBlocker
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile

# How long an example may take says more of the machine than of the code.
hypothesis.settings.register_profile("unhurried", deadline=None)
hypothesis.settings.load_profile("unhurried")


def vendor() -> str:
    """SQLite or PostgreSQL, as DATABASE_URL says."""
    return (
        "PostgreSQL" if settings.DATABASES["default"]["ENGINE"].endswith("postgresql") else "SQLite"
    )


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--database-only",
        action="store_true",
        help="only tests that may ask the database: the rest is the same on any",
    )


@pytest.fixture(scope="session", autouse=True)
def plain_static_files(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Files by their own names, though a server of this checkout may have collected them."""
    settings.STATIC_ROOT = tmp_path_factory.mktemp("static")


@pytest.fixture(autouse=True)
def nothing_is_kept_from_another_test() -> None:
    """Each test has rows of its own, under the same numbers."""
    from tourmanager.web.shelf import clear_all  # once the apps are loaded

    clear_all()


def pytest_report_header() -> str:
    return f"database: {vendor()}"


def asks_database(item: pytest.Item) -> bool:
    """Whether a test may ask the database, by its mark or by a fixture of its own or of its
    fixtures (to all others it is closed), and is about more than how pages are drawn or worded.
    """
    if item.get_closest_marker("layout") or item.get_closest_marker("any_database"):
        return False
    return item.get_closest_marker("django_db") is not None or "django_db_setup" in getattr(
        item, "fixturenames", ()
    )


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    django_db_modify_db_settings_parallel_suffix: None, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """On SQLite tests use a file, as the app does: in memory there is no write-ahead log and no
    waiting for another writer.

    A test's database need not survive a power cut: no waiting for the disk at each commit. Servers
    that tests start in a process of their own keep the app's own setting.
    """
    database = settings.DATABASES["default"]
    options = database["OPTIONS"]
    if vendor() == "SQLite":
        file = tmp_path_factory.mktemp("database") / "tests.sqlite3"
        database.setdefault("TEST", {})["NAME"] = str(file)
        options["init_command"] = options["init_command"].replace("=FULL", "=OFF")
    else:
        options["options"] = "-c synchronous_commit=off"


def delete_all_rows(
    operations: BaseDatabaseOperations, style: object, tables: Iterable[str], **how: object
) -> list[str]:
    """Return SQL that empties tables. TRUNCATE, which Django takes, makes new files for each: on
    tables of a few rows that takes a second, and every journey ends with it.
    """
    return [f"DELETE FROM {operations.quote_name(table)}" for table in tables]


def empty_tables(operations: BaseDatabaseOperations, sql: Iterable[str]) -> None:
    """Run the SQL that empties tables; once more where a request that a closed page had sent is
    still being answered and held rows of theirs (a deadlock).
    """
    statements = list(sql)
    for tries_left in (2, 1, 0):
        try:
            return BaseDatabaseOperations.execute_sql_flush(operations, statements)
        except OperationalError:
            if not tries_left:
                raise
    return None


@pytest.fixture(scope="session", autouse=True)
def tables_are_emptied_by_rows(django_test_environment: None) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        if vendor() == "PostgreSQL":
            patch.setattr(type(connection.ops), "sql_flush", delete_all_rows)
            patch.setattr(type(connection.ops), "execute_sql_flush", empty_tables)
        yield


@pytest.fixture(scope="session", autouse=True)
def static_files_are_listed_once(django_test_environment: None) -> Iterator[None]:
    """Let every client and server of the tests serve the files that the first one listed.

    A server lists them once, at its start; a test client is a server, and each has its own.
    """
    listed: dict[tuple[str, ...], dict[str, StaticFile]] = {}
    list_files = WhiteNoiseMiddleware.add_files_from_finders

    def list_once(server: WhiteNoiseMiddleware) -> None:
        apps = tuple(settings.INSTALLED_APPS)  # each may bring files
        if apps not in listed:
            list_files(server)
            listed[apps] = dict(server.files)
        server.files.update(listed[apps])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(WhiteNoiseMiddleware, "add_files_from_finders", list_once)
        yield


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[None]:
    """PostgreSQL drops no database that somebody is in: of a server that was killed a session may
    be left for a moment.
    """
    yield
    if vendor() == "PostgreSQL":
        with django_db_blocker.unblock():
            end_other_sessions()


def end_other_sessions() -> None:
    with connection.cursor() as cursor:
        for _ in range(100):
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname ="
                " current_database() AND pid <> pg_backend_pid()"
            )
            if not cursor.fetchall():
                return
            time.sleep(0.05)


@pytest.fixture(scope="session", autouse=True)
def no_riding_process(django_test_environment: None) -> Iterator[None]:
    """Only the real server starts processes that ride for bots: another one would look for the
    stage in another database. So an answer takes the time it needs here, however busy the machine
    is; also while a fixture of a whole module rides.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tourmanager.play.log.runner.start", lambda ride, name: None)
        patch.setattr("tourmanager.play.log.loop.SYNC_BUDGET", 60.0)
        yield


GAMES = ("CP-", "FR-", "PW-", "OTR-", "ATP-")  # whose rules are cited


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Marks what drives a browser; puts database and cited rules into the report, where `.ci/run`
    looks for them.
    """
    if config.getoption("--database-only"):
        config.hook.pytest_deselected(items=[item for item in items if not asks_database(item)])
        items[:] = filter(asks_database, items)
    for item in items:
        if "playwright" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
        item.user_properties.append(("database", vendor() if asks_database(item) else "none"))
        for mark in item.iter_markers("rule"):
            if not mark.args or not all(
                isinstance(rule, str) and rule.startswith(GAMES) for rule in mark.args
            ):
                raise pytest.UsageError(
                    f"{item.nodeid}: a rule is cited like @pytest.mark.rule('CP-M-034')"
                )
            item.user_properties += [("rule", rule) for rule in mark.args]

"""Settings: everything that differs between machines comes from the environment (see .env.example).

Without any variable set the app runs for one table: SQLite in `var/`, open to the local network.
"""

import os
import zoneinfo
from contextlib import suppress
from datetime import timedelta
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

from tourmanager.web.addresses import untrusted_words

CODE = Path(__file__).resolve().parent.parent  # a checkout, or where packages are installed
INSTALLED = not (CODE / "manage.py").exists()
# Templates, static files and fixtures: the wheel carries them inside the package.
ASSETS = CODE / "tourmanager" / "assets" if INSTALLED else CODE
# Database, secret and `.env`: beside the code, or in the folder where an installed app is run.
BASE_DIR = Path(os.environ.get("TOUR_MANAGER_DATA") or os.getcwd()) if INSTALLED else CODE

env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")

DEBUG = env.bool("DEBUG", default=False)


def table_secret() -> str:
    """A secret of this machine's own, made at the first start and kept beside the database."""
    from django.core.management.utils import get_random_secret_key

    path = BASE_DIR / "var" / "secret-key"
    path.parent.mkdir(exist_ok=True)
    if not path.exists():
        mine = path.with_name(f"secret-key-{os.getpid()}")
        mine.touch(mode=0o600)
        mine.write_text(get_random_secret_key(), encoding="ascii")
        with suppress(FileExistsError):  # another process was faster: its key counts, and is whole
            os.link(mine, path)
        mine.unlink()
    return path.read_text(encoding="ascii")


SECRET_KEY = env.str("SECRET_KEY", default="") or table_secret()
# A table's tablet and phones reach the app by whatever address the router gave: any host is right
# there. A public server names its own.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
HTTPS = env.bool("HTTPS", default=False)
SIGN_UP_OPEN = env.bool("SIGN_UP_OPEN", default=True)
# Only the X-Forwarded-For of these proxies is believed.
TRUSTED_PROXIES = env.list("TRUSTED_PROXIES", default=[])
if words := untrusted_words(TRUSTED_PROXIES):
    raise ImproperlyConfigured(words)

# The games, in the order in which pages offer them: each is an app with a module `room` that holds
# its ROOM (tabletop.registry).
GAME_ROOMS = [
    "tourmanager.tabletop.cycling_party.room",
    "tourmanager.tabletop.flamme_rouge.room",
    "tourmanager.tabletop.race.room",
]

INSTALLED_APPS = [
    "tourmanager.web",
    "tourmanager.backups",
    "tourmanager.accounts",
    "tourmanager.riders",
    "tourmanager.people",
    "tourmanager.tours",
    "tourmanager.results",
    "tourmanager.classifications",
    "tourmanager.leagues",
    "tourmanager.play",
    "tourmanager.api",
    "tourmanager.tabletop",
    *(module.rpartition(".")[0] for module in GAME_ROOMS),
    "tourmanager.web.admin_site.AdministrationConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "django_htmx",
    "template_partials",
    "ninja",
    "lucide",
    "simple_history",
    "tourmanager.web.admin_site.SignInAttemptsConfig",
]

# The slices of the table of who may what; games bring theirs with their rooms.
ACCESS_TABLES = [
    "tourmanager.accounts.access",
    "tourmanager.riders.access",
    "tourmanager.tours.access",
    "tourmanager.results.access",
    "tourmanager.schemes.access",
    "tourmanager.classifications.access",
    "tourmanager.leagues.access",
    "tourmanager.play.seats.access",
    "tourmanager.api.access",
    "tourmanager.web.admin_site",
]

# What a correction of a tour changes beyond it (results.publishing.beyond).
EFFECTS_BEYOND = ["tourmanager.leagues.effects"]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # a table's wifi is weak; CSRF tokens are masked anew in each page, so nothing leaks by length
    "django.middleware.gzip.GZipMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "tourmanager.web.middleware.CleanInputMiddleware",
    "tourmanager.web.middleware.MethodWordsMiddleware",
    "tourmanager.tabletop.middleware.UnknownGameMiddleware",
    "tourmanager.accounts.sign_ins.SeenMiddleware",
    "tourmanager.accounts.limits.LimitMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "tourmanager.urls"
ASGI_APPLICATION = "tourmanager.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [ASSETS / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": [
                "template_partials.templatetags.partials",
                "tourmanager.web.templatetags.race",
                "tourmanager.web.templatetags.freshness",
                "lucide.templatetags.lucide",
            ],
        },
    }
]
FORM_RENDERER = "tourmanager.web.forms.Renderer"


def database() -> dict[str, Any]:
    """SQLite in `var/`, or whatever DATABASE_URL names."""
    url = env.str("DATABASE_URL", default="") or f"sqlite:///{BASE_DIR / 'var' / 'tours.sqlite3'}"
    kind = url.partition(":")[0]
    is_known = kind in ("sqlite", "postgres", "postgresql", "pgsql", "psql")
    config: dict[str, Any] = env.db_url_config(url) if is_known else {}
    options = config.setdefault("OPTIONS", {})
    match config.get("ENGINE"):
        case "django.db.backends.sqlite3":
            if config["NAME"] != ":memory:":  # the same file from every folder
                config["NAME"] = str(BASE_DIR / config["NAME"])
            config["ENGINE"] = "tourmanager.sqlite"  # Django's, with a queue for those who write
            options |= {
                "timeout": 20,
                "transaction_mode": "IMMEDIATE",  # a writer waits at BEGIN, where waiting is safe
                # FULL: a tap that was acknowledged survives a power cut
                "init_command": (
                    "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                    " PRAGMA foreign_keys=ON;"  # not shown
                ),
            }
        case "django.db.backends.postgresql":
            config["CONN_MAX_AGE"] = 0
            # A page waits 12 seconds for the answer to a tap: before that it is told that the
            # database is away.
            most = env.int("DATABASE_POOL", default=10)
            options |= {"pool": {"min_size": 1, "max_size": most, "timeout": 10}}
        case _:
            raise ImproperlyConfigured(
                f"DATABASE_URL begins with “{kind[:20]}”. It has to be a SQLite file, as in"
                " sqlite:///var/tours.sqlite3, or a PostgreSQL database, as in"
                " postgres://tours:password@127.0.0.1:5432/tours."
            )
    return config


DATABASES = {"default": database()}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",
    "django.contrib.auth.backends.ModelBackend",
    "sesame.backends.ModelBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
    )
]
LOGIN_URL = "accounts:sign_in"
LOGIN_REDIRECT_URL = "tours:menu"
LOGOUT_REDIRECT_URL = "tours:menu"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90  # a tour may last a season; the tablet stays signed in

# A whole club may sit behind one router: one name from one address is locked out, not the address.
# Wider limits, also on wrong passwords under many names: accounts/limits.py.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_CALLABLE = "tourmanager.accounts.guessing.locked_out"
AXES_CLIENT_IP_CALLABLE = "tourmanager.web.addresses.visitor_address"
AXES_VERBOSE = False
AXES_USERNAME_CALLABLE = "tourmanager.accounts.guessing.name_tried"

SESAME_MAX_AGE = 60 * 60
SESAME_ONE_TIME = True

LANGUAGE_CODE = "en"
USE_I18N = True  # messages are marked; catalogues come with translations
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [ASSETS / "locale"]
USE_TZ = True


def machine_zone() -> str:
    """The time zone of this machine, where it says one."""
    _, separator, name = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")
    return name if separator and name in zoneinfo.available_timezones() else "UTC"


TIME_ZONE = env.str("TIME_ZONE", default="") or machine_zone()

STATIC_URL = "static/"
# where `serve` gathers them, hashed and compressed
STATIC_ROOT = BASE_DIR / "static-collected"
STATIC_ROOT.mkdir(exist_ok=True)  # whitenoise warns of a missing one
STATICFILES_DIRS = [ASSETS / "static"]
WHITENOISE_USE_FINDERS = True  # other servers need no collecting step
WHITENOISE_KEEP_ONLY_HASHED_FILES = True  # pages name no others: half to compress
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site needs our files
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tourmanager.web.static_files.HashedNames"},
}

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        "frame-ancestors": ["'none'"],
        "form-action": ["'self'"],
        "base-uri": ["'none'"],
        "object-src": ["'none'"],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
# Whether every other name of the domain speaks HTTPS too is not this app's to promise.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
CSRF_FAILURE_VIEW = "tourmanager.web.errors.csrf_failure"

DATA_UPLOAD_MAX_MEMORY_SIZE = 5 * 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"mask_secrets": {"()": "tourmanager.web.masking.MaskSecrets"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "filters": ["mask_secrets"]}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
}

"""Settings: everything that differs between machines comes from the environment (see .env.example).

Without any variable set the app runs for one table: SQLite beside the code, open to the local network.
"""

import os
import zoneinfo
from contextlib import suppress
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent

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
# A table's tablet and phones reach the app by whatever address the router gave: any host is right there.
# A public server names its own.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["*"])
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
HTTPS = env.bool("HTTPS", default=False)
SIGN_UP_OPEN = env.bool("SIGN_UP_OPEN", default=True)

INSTALLED_APPS = [
    "tourmanager.web",
    "tourmanager.accounts",
    "tourmanager.riders",
    "tourmanager.tours",
    "tourmanager.results",
    "tourmanager.classifications",
    "tourmanager.play",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "django_htmx",
    "template_partials",
    "lucide",
    "simple_history",
    "axes",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",  # a table's wifi is weak; CSRF tokens are masked anew in each page, so nothing leaks by length
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
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "tourmanager.urls"
ASGI_APPLICATION = "tourmanager.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
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
                "lucide.templatetags.lucide",
            ],
        },
    }
]
FORM_RENDERER = "tourmanager.web.forms.Renderer"


def database() -> dict[str, Any]:
    """SQLite beside the code, or whatever DATABASE_URL names."""
    config: dict[str, Any] = env.db_url("DATABASE_URL", default=f"sqlite:///{BASE_DIR / 'var' / 'tours.sqlite3'}")
    options = config.setdefault("OPTIONS", {})
    match config["ENGINE"]:
        case "django.db.backends.sqlite3":
            Path(config["NAME"]).parent.mkdir(exist_ok=True)
            options |= {
                "timeout": 20,
                "transaction_mode": "IMMEDIATE",  # a writer waits at BEGIN, where waiting is safe
                # FULL: a tap that was acknowledged survives a power cut
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
            }
        case "django.db.backends.postgresql":
            config["CONN_MAX_AGE"] = 0
            options |= {"pool": {"min_size": 1, "max_size": env.int("DATABASE_POOL", default=10), "timeout": 20}}
        case other:
            raise ImproperlyConfigured(f"DATABASE_URL must be sqlite:// or postgres://, not {other}")
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
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "accounts:sign_in"
LOGIN_REDIRECT_URL = "tours:menu"
LOGOUT_REDIRECT_URL = "tours:menu"
SESSION_COOKIE_AGE = 60 * 60 * 24 * 90  # a tour may last a season; the tablet stays signed in

# A whole club may sit behind one router: one name from one address is locked out, not the address.
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_FAILURE_LIMIT = 8
AXES_COOLOFF_TIME = 0.25
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "accounts/locked.html"
AXES_VERBOSE = False
AXES_USERNAME_CALLABLE = "tourmanager.accounts.guessing.name_tried"

SESAME_MAX_AGE = 60 * 60
SESAME_ONE_TIME = True

LANGUAGE_CODE = "en"
USE_I18N = False
USE_TZ = True


def machine_zone() -> str:
    """The time zone of this machine, where it says one."""
    _, found, name = str(Path("/etc/localtime").resolve()).partition("zoneinfo/")
    return name if found and name in zoneinfo.available_timezones() else "UTC"


TIME_ZONE = env.str("TIME_ZONE", default="") or machine_zone()

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "static-collected"
STATIC_ROOT.mkdir(exist_ok=True)  # whitenoise warns of a missing one, and a fresh clone collects nothing
STATICFILES_DIRS = [BASE_DIR / "static"]
WHITENOISE_USE_FINDERS = True  # a fresh clone serves its assets without a collecting step
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
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
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
}

"""Refusals in JSON: each has a code for programs and a sentence for users. What is raised for any
visitor, such as a missing page, is answered by `web/errors.py` in the same form.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from ninja import NinjaAPI
from ninja.errors import HttpError, ValidationError

from tourmanager.api.reading.stages import describe_problems
from tourmanager.api.schemas.base import Problem
from tourmanager.results.log.recording import Conflict, EndRefused, EntryRefused
from tourmanager.results.log.seen import OtherHistory
from tourmanager.results.sheet.entries import Unreadable
from tourmanager.web.errors import UNREADABLE, api_error


class NoStandings(Exception):
    """There are no standings after the stage asked for."""


def answer_errors(api: NinjaAPI) -> None:
    """Say how each refusal is answered; the pages' handlers answer what is not listed."""
    api.add_exception_handler(ValidationError, _answer_invalid)
    api.add_exception_handler(HttpError, _answer_unreadable)
    api.add_exception_handler(Unreadable, _answer_unreadable_entry)
    api.add_exception_handler(NoStandings, _answer_no_standings)
    api.add_exception_handler(EntryRefused, _answer_refused)
    api.add_exception_handler(Exception, _raise)


def _raise(request: HttpRequest, error: Any) -> HttpResponse:
    raise error


def _answer_unreadable(request: HttpRequest, error: Any) -> HttpResponse:
    """Answer a body that is no JSON, or no text."""
    return api_error(400, UNREADABLE)


def _answer_no_standings(request: HttpRequest, error: Any) -> HttpResponse:
    return api_error(404, str(error), "no_standings")


def _answer_invalid(request: HttpRequest, error: Any) -> HttpResponse:
    problems = [
        _problem(each["type"], ".".join(map(str, each["loc"])), each["msg"])
        for each in error.errors[:20]
    ]
    message = _("Something in the request is missing or cannot be right. Nothing was changed.")
    return api_error(422, message, problems=problems)


def _answer_unreadable_entry(request: HttpRequest, error: Any) -> HttpResponse:
    message = _("The entry cannot be read: no such entry, or a value in it cannot be right.")
    where = "entry" + error.path.removeprefix("$")
    problems = [_problem("entry", where, str(error).partition(" - at ")[0])]
    return api_error(422, message, "entry_unreadable", problems=problems)


def _problem(code: str, where: str, message: str) -> dict[str, Any]:
    return Problem(code=code, message=message, where=where[:200], warning=False).model_dump()


def _answer_refused(request: HttpRequest, error: Any) -> HttpResponse:
    """Answer what the log refuses: nothing was written."""
    match error:
        case OtherHistory():
            message = _("The server was restored from a backup. Read the log again.")
            return api_error(409, message, "other_history")
        case Conflict():
            return api_error(409, str(error), "conflict")
        case EndRefused():
            said = [problem.model_dump() for problem in describe_problems(error.problems)]
            return api_error(422, str(error), "not_complete", problems=said)
    return api_error(422, str(error), error.code)

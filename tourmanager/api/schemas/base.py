"""The base of all schemas, and what several of them hold."""

from datetime import datetime

from ninja import Schema
from pydantic import ConfigDict


class Described(Schema):
    """A schema whose fields are described by the text below them."""

    model_config = ConfigDict(use_attribute_docstrings=True)


class Published(Described):
    """Whether results are official."""

    state: str
    """`provisional`, `proposed` (waits for a second person to confirm it) or `official`."""
    updated_at: datetime | None
    """When a stage was last ended or approved."""
    official_since: datetime | None
    """Since when all of it is official."""


class Problem(Described):
    """Something that is missing or wrong."""

    code: str
    """A code that stays the same, such as `IS_INCOMPLETE` or `TIME_ORDER_WARNING`."""
    message: str
    """The same as a sentence for users."""
    where: str
    """A line of the stage, `finish`, a rider, or the field of the request."""
    warning: bool
    """End stage accepts it where its code is named in `accepted`."""


class Trouble(Described):
    """Why a request was refused. Nothing was changed."""

    code: str
    """A code for programs, such as `refused`, `conflict` or `token_needed`."""
    message: str
    """A sentence for users."""
    problems: list[Problem] = []
    """What exactly is wrong, where there is more to say."""

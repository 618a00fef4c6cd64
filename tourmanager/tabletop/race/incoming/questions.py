"""Ask about an import what can be read in two ways, and what can hardly be right.

A question has a key, by which its answer is stored and which names it on the command line
(`--answer kind-3=itt`). One with a single choice only has to be confirmed.
"""

from collections.abc import Mapping, Sequence

import msgspec
from django.utils.translation import gettext as _

RIGHT = "right"
MOST_QUESTIONS = 200  # of one import; with more, the files have to be corrected


class ImportQuestion(msgspec.Struct, frozen=True):
    """One question with its choices. `needed`: nothing is imported before it is answered; otherwise
    a row stays wrong until then.
    """

    key: str
    text: str
    choices: tuple[tuple[str, str], ...]
    answer: str = ""
    needed: bool = True

    @property
    def confirms(self) -> bool:
        return len(self.choices) == 1

    @property
    def open(self) -> bool:
        return self.needed and not self.answer


class Questionnaire:
    """The questions of one dry run, with the answers given so far."""

    def __init__(self, answers: Mapping[str, str]) -> None:
        self.answers = answers
        self.questions: dict[str, ImportQuestion] = {}

    def ask(
        self,
        key: str,
        text: str,
        choices: Sequence[tuple[str, str]] = (),
        *,
        is_needed: bool = True,
    ) -> str:
        """Return the answer to a question, "" while there is none.

        Without choices it only has to be confirmed.
        """
        choices = choices or ((RIGHT, _("Yes, it is right")),)
        answer = self.answers.get(key, "")
        if answer not in {value for value, _label in choices}:
            answer = ""
        if len(self.questions) < MOST_QUESTIONS // 2 or is_needed:
            self.questions[key] = ImportQuestion(key, text, tuple(choices), answer, is_needed)
        return answer

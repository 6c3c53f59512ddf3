"""Texts in the visitor's language, from the catalogues in ``locale``.

A text is marked where it stands, in English: ``_("Your move.")`` when it is wanted now, in the
language of the request, and ``N_("Your move.")`` for one kept for later, which ``str()`` turns into
words. ``scripts/texts`` brings the catalogues up to date with the sources.
"""

from __future__ import annotations

import io
import json
from dataclasses import dataclass
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final, Literal

from .language import LANGUAGES, SOURCE, current

LOCALE: Final = Path(__file__).parent / "locale"
#: Texts of the server and its pages, and texts of the scripts, which are sent along with a page.
Domain = Literal["pages", "scripts"]
DOMAINS: Final[tuple[Domain, ...]] = ("pages", "scripts")


def path(language: str, domain: Domain) -> Path:
    """The file with a language's texts."""
    return LOCALE / language / "LC_MESSAGES" / f"{domain}.po"


@cache
def catalogue(language: str, domain: Domain = "pages") -> NullTranslations:
    """A language's texts; read when they are first wanted."""
    if language == SOURCE:
        return NullTranslations()
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = io.BytesIO()
    with path(language, domain).open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)


@cache
def script_texts(language: str) -> str:
    """The texts of the scripts as JSON: each English text with its translation, or its forms."""
    if language == SOURCE:
        return "{}"
    from babel.messages.pofile import read_po

    with path(language, "scripts").open("rb") as file:
        messages = [message for message in read_po(file, locale=language) if message.id]
    texts = {
        message.id if isinstance(message.id, str) else message.id[0]: message.string
        for message in messages
    }
    return json.dumps(texts, ensure_ascii=False, separators=(",", ":"))


def load() -> None:
    """Read every catalogue, so that no visitor waits for it."""
    for language in LANGUAGES:
        catalogue(language)
        script_texts(language)


def gettext(text: str) -> str:
    """A text in the language to speak now."""
    return catalogue(current()).gettext(text)


def ngettext(one: str, many: str, count: int) -> str:
    """A text that depends on a number, in the language to speak now."""
    return catalogue(current()).ngettext(one, many, count)


_ = gettext
_n = ngettext


@dataclass(frozen=True, slots=True)
class Text:
    """A text to be said later: ``str()`` says it in the language to speak then.

    Attributes:
        source: the text in English.
    """

    source: str

    def __str__(self) -> str:
        return gettext(self.source)

    def format(self, **values: object) -> str:
        """The text with its places filled in."""
        return gettext(self.source).format(**values)


N_ = Text

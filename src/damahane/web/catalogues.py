"""The catalogues of texts: found in the sources, brought up to date, and checked.

`scripts/texts` runs it. What is new is entered without a translation, what is gone is dropped, what
was translated stays; the files hold no locations or dates and are sorted, so that two branches that
add texts seldom meet, and where they do both sides are taken.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from .language import LANGUAGES, SOURCE
from .texts import DOMAINS, Domain, path

SOURCES: Final = Path(__file__).parent
KEYWORDS: Final = {"_": None, "N_": None, "_n": (1, 2), "n_": (1, 2)}
METHODS: Final[dict[Domain, list[tuple[str, str]]]] = {
    "pages": [("**.py", "python"), ("templates/**.html", "jinja2")],
    "scripts": [("static/js/**.js", "javascript")],
}
OPTIONS: Final = {"templates/**.html": {"trim_blocks": "true", "lstrip_blocks": "true"}}
HEADER: Final = r"""msgid ""
msgstr ""
"Language: {language}\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=utf-8\n"
"Content-Transfer-Encoding: 8bit\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\n"

"""
PLACE: Final = re.compile(r"\{\w*\}|%\(\w+\)[a-z]|%%|</?\w[^>]*>|&\w+;")


def wanted(domain: Domain) -> Catalog:
    """The texts that the sources ask for."""
    found = Catalog(charset="utf-8")
    for _file, _line, text, _comments, context in extract_from_dir(
        SOURCES, METHODS[domain], OPTIONS, KEYWORDS
    ):
        found.add(text, context=context)
    return found


def kept(language: str, domain: Domain) -> Catalog:
    """The catalogue as it is in the files; an empty one if there is none."""
    file = path(language, domain)
    if not file.exists():
        return Catalog(locale=language, charset="utf-8")
    with file.open("rb") as stream:
        return read_po(stream, locale=language, charset="utf-8")


def updated(language: str, domain: Domain) -> str:
    """A catalogue as its file should read."""
    old, new = kept(language, domain), Catalog(charset="utf-8")
    for message in _texts(wanted(domain)):
        known = old.get(message.id)
        string = known.string if known is not None and known.string else None
        if isinstance(message.id, tuple) and not isinstance(string, (tuple, list)):
            string = (string, "") if string else ("", "")
        elif isinstance(message.id, str) and isinstance(string, (tuple, list)):
            string = string[0]
        new.add(message.id, string or "", flags=() if known is None else known.flags - {"fuzzy"})
    out = io.BytesIO()
    write_po(out, new, width=0, no_location=True, omit_header=True, sort_output=True)
    return HEADER.format(language=language) + out.getvalue().decode().strip() + "\n"


def _texts(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def faults(language: str, domain: Domain) -> list[str]:
    """What is wrong with a catalogue: missing, fuzzy, outdated or unlike the text it translates."""
    found = []
    catalogue, asked = kept(language, domain), wanted(domain)
    for message in _texts(asked):
        known = catalogue.get(message.id)
        strings = _forms(known.string if known is not None else None)
        if not strings or not all(strings):
            found.append(f"not translated: {message.id!r}")
        elif known is not None and (known.fuzzy or known.id != message.id):
            found.append(f"doubtful: {message.id!r}")
        else:
            found += _unlike(_forms(message.id), strings)
    found += [
        f"not in the sources: {message.id!r}"
        for message in _texts(catalogue)
        if asked.get(message.id) is None
    ]
    return found


def _forms(text: str | Sequence[str] | None) -> list[str]:
    return [text] if isinstance(text, str) else list(text or ())


def _unlike(sources: list[str], strings: list[str]) -> list[str]:
    """Translations that differ from the source in their places, or in how they begin and end."""
    found = []
    for number, string in enumerate(strings):
        places = set(PLACE.findall(sources[min(number, len(sources) - 1)]))
        others = {place for source in sources for place in PLACE.findall(source)}
        if not places <= set(PLACE.findall(string)) <= places | others:
            found.append(f"other places than in {sources[0]!r}: {string!r}")
        if string != string.strip() and sources[0] == sources[0].strip():
            found.append(f"blanks around {string!r}")
        if sources[0][-1:] in ".:?…" and string[-1:] != sources[0][-1:]:
            found.append(f"another end than that of {sources[0]!r}: {string!r}")
    return found


def main() -> int:
    """Bring every catalogue up to date, and say what is to be translated still."""
    count = 0
    for language in LANGUAGES:
        if language == SOURCE:
            continue
        for domain in DOMAINS:
            file = path(language, domain)
            text = updated(language, domain)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            for fault in faults(language, domain):
                count += 1
                print(f"{language}/{domain}: {fault}", file=sys.stderr)
    return 1 if count else 0

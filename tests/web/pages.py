"""A page as somebody without JavaScript uses it: its links, its forms, its words."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qs, urlsplit

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

_VOID = {"input", "meta", "link", "br", "hr", "img", "use", "path", "rect"}


@dataclass
class Button:
    name: str
    value: str
    text: str
    disabled: bool


@dataclass
class Form:
    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    buttons: list[Button] = field(default_factory=list)


@dataclass
class Link:
    href: str
    text: str
    css: str


def _sent(given: dict[str, str]) -> bool:
    """Whether a form sends this field as it stands."""
    return given.get("type") not in ("radio", "checkbox") or "checked" in given


class Page(HTMLParser):
    """What a response shows. `words` is all its text, `language` the document's."""

    def __init__(self, response: TestResponse) -> None:
        super().__init__()
        self.response = response
        self.status = response.status_code
        self.html = response.get_data(as_text=True)
        self.forms: list[Form] = []
        self.links: list[Link] = []
        self.language = ""
        self._texts: list[str] = []
        self._open: list[tuple[str, Any]] = []
        self._form: Form | None = None
        self.feed(self.html)
        self.words = re.sub(r"\s+", " ", " ".join(self._texts)).strip()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        assert "style" not in given and not any(name.startswith("on") for name in given), given
        label = given.get("aria-label", "")
        if tag == "html":
            self.language = given.get("lang", "")
        elif tag == "form":
            self._form = Form(given.get("action", ""), given.get("method", "get"))
            self.forms.append(self._form)
        elif tag == "input" and self._form is not None and given.get("name") and _sent(given):
            self._form.fields[given["name"]] = given.get("value", "")
        made: Any = None
        if tag == "button":
            made = Button(given.get("name", ""), given.get("value", ""), label, "disabled" in given)
            if self._form is not None:
                self._form.buttons.append(made)
        elif tag == "a":
            made = Link(given.get("href", ""), label, given.get("class", ""))
            self.links.append(made)
        if tag not in _VOID:
            self._open.append((tag, made))
        if label:
            self._texts.append(label)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if any(tag in ("script", "style", "title") for tag, _ in self._open):
            return
        self._texts.append(data)
        for _, made in self._open:
            if made is not None:
                made.text = " ".join((made.text + " " + data).split())

    def link(self, *parts: str) -> str:
        """The address of the first link whose text has all the parts."""
        found = next((link.href for link in self.links if all(part in link.text for part in parts)), None)
        assert found is not None, f"no link {parts} among {[link.text for link in self.links]}"
        return found

    def form(self, ending: str, having: str = "") -> Form:
        """The first form whose action ends so, with a button that has that text."""
        for form in self.forms:
            if urlsplit(form.action).path.endswith(ending) and (
                not having or any(having in button.text for button in form.buttons)
            ):
                return form
        raise AssertionError(f"no form {ending!r} {having!r} among {[form.action for form in self.forms]}")

    def button(self, *parts: str) -> tuple[Form, Button]:
        """The first button whose text has all the parts, with its form."""
        for form in self.forms:
            for button in form.buttons:
                if all(part in button.text for part in parts) and not button.disabled:
                    return form, button
        raise AssertionError(f"no button {parts} among {[b.text for f in self.forms for b in f.buttons]}")

    def has_button(self, *parts: str) -> bool:
        return any(
            all(part in b.text for part in parts) and not b.disabled for f in self.forms for b in f.buttons
        )

    def moves(self) -> list[str]:
        """Every move that a button of this page would record."""
        return [b.value for form in self.forms for b in form.buttons if b.name == "move"]


class Phone:
    """One phone: goes to addresses, follows links, presses buttons."""

    def __init__(self, client: FlaskClient, lang: str = "en") -> None:
        self.client = client
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = lang
        self.page: Page = None  # type: ignore[assignment]

    def go(self, url: str, **kwargs: Any) -> Page:
        self.page = Page(self.client.get(url, follow_redirects=True, **kwargs))
        return self.page

    def follow(self, *parts: str) -> Page:
        return self.go(self.page.link(*parts))

    def press(self, *parts: str, **changed: str) -> Page:
        form, button = self.page.button(*parts)
        return self.send(form, button, **changed)

    def send(self, form: Form, button: Button | None = None, **changed: str) -> Page:
        data = {**form.fields, **({button.name: button.value} if button and button.name else {}), **changed}
        assert form.method == "post"
        self.page = Page(self.client.post(form.action, data=data, follow_redirects=True))
        return self.page

    def post(self, url: str, follow: bool = True, **data: Any) -> Page:
        self.page = Page(self.client.post(url, data=data, follow_redirects=follow))
        return self.page


def question(page: Page) -> dict[str, str]:
    """The answers that the links of this page would give, of the first that asks on."""
    for link in page.links:
        query = parse_qs(urlsplit(link.href).query)
        if "do" in query:
            return {name: values[0] for name, values in query.items()}
    return {}

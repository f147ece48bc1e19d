"""The templates: Jinja's sandbox over the folder that ships and, before it, the user's own.

A file in the user's folder takes the place of the file of that name in ours. `style/theme.css` is empty in ours and
comes after all other style sheets, so that a theme may be that one file.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reportgen import resources
from reportgen.render import sums, typeset

if TYPE_CHECKING:
    from jinja2.sandbox import SandboxedEnvironment


class TemplateFault(Exception):
    """A template that a user wrote cannot be read or filled; the text says where and why."""


def fill(name: str, templates: Path | None = None, **values: Any) -> str:
    """Fills a template with values. Raises `TemplateFault` if it cannot be found, read or filled."""
    import jinja2

    try:
        return environment(templates, name.endswith(".md.j2")).get_template(name).render(**values)
    except jinja2.TemplateSyntaxError as fault:
        raise TemplateFault(f"template {fault.name}, line {fault.lineno}: {fault.message}") from fault
    except jinja2.TemplateNotFound as fault:
        raise TemplateFault(f"template {fault.name} is not there") from fault
    except jinja2.TemplateError as fault:
        raise TemplateFault(f"template {name}: {fault.message}") from fault
    except UnicodeDecodeError as fault:
        raise TemplateFault(f"template {name} is not UTF-8 text") from fault
    except Exception as fault:
        if templates is None:
            raise  # a fault of ours, not of a user's template
        raise TemplateFault(f"template {name}: {type(fault).__name__}: {fault}") from fault


def style(name: str, templates: Path | None = None) -> str:
    """The text of a style sheet, the user's before ours. Raises `TemplateFault` if there is none of that name."""
    return text(f"style/{name}", templates)


def text(name: str, templates: Path | None = None) -> str:
    """A file of the templates as it is, the user's before ours. Raises `TemplateFault` if there is none."""
    for folder in _folders(templates):
        path = folder / name
        if path.is_file():
            try:
                return path.read_text(encoding="utf-8")
            except UnicodeDecodeError as fault:
                raise TemplateFault(f"{path} is not UTF-8 text") from fault
    raise TemplateFault(f"the template {name} is not there")


@lru_cache(maxsize=8)
def environment(templates: Path | None = None, markdown: bool = False) -> SandboxedEnvironment:
    """Jinja over the templates. What a template prints is escaped, for HTML or Markdown, unless a filter made it."""
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import SandboxedEnvironment

    made = SandboxedEnvironment(
        loader=FileSystemLoader([str(folder) for folder in _folders(templates)]),
        autoescape=not markdown,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        finalize=_markdown_value if markdown else _html_value,
    )
    made.filters.update(
        markdown=typeset.markdown,
        markdown_line=typeset.markdown_inline,
        plain=typeset.plain,
        balanced=typeset.balanced,
        raw=typeset.Ready,
        notes=typeset.markdown_notes,
        quoted=typeset.quoted,
        one_line=typeset.one_line,
        known=typeset.known,
        sum_of=sums.side_sum,
        tied=lambda text: text.replace(" ", typeset.NO_BREAK),
        opened=typeset.opened,
        ended=typeset.ended,
        labels=typeset.labels_in_short,
        kicker=lambda heading: heading.partition(": ")[0],
        headline=lambda heading: heading.partition(": ")[2],
    )
    return made


def _html_value(value: Any) -> Any:
    return typeset.plain(value) if type(value) is str else value


def _markdown_value(value: Any) -> Any:
    return typeset.markdown_text(value) if type(value) is str else value


def _folders(templates: Path | None) -> list[Path]:
    return [*([templates] if templates else []), resources.templates()]

"""The language of a page: German in the folder ``de``, with links between a page and its translation."""

from typing import Any

GERMAN = "de/"
LINK = '[{text}]({path}){{ .language hreflang="{language}" lang="{language}" }}'


def on_page_markdown(markdown: str, page: Any, files: Any, **_others: Any) -> str:
    """Add a link to the translation below the title."""
    here = page.file.src_uri
    german = here.startswith(GERMAN)
    other = here.removeprefix(GERMAN) if german else GERMAN + here
    if files.get_file_from_path(other) is None:
        return markdown
    ups = "../" * here.count("/")
    link = LINK.format(text="English" if german else "Deutsch", path=ups + other, language="en" if german else "de")
    title = next((line for line in markdown.splitlines() if line.startswith("# ")), None)
    return markdown if title is None else markdown.replace(title, f"{title}\n\n{link}", 1)


def on_page_context(context: Any, page: Any, config: Any, **_others: Any) -> Any:
    """Set the language of the page and of the theme's words on it."""
    config.theme["language"] = "de" if page.file.src_uri.startswith(GERMAN) else "en"
    return context

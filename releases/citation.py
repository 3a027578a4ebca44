"""CITATION.cff and the licence files of a release."""

from pathlib import Path

from curate.releases.definition import Definition
from curate.releases.markup import render_yaml
from curate.releases.versions import Version
from curate.schemas.errors import Refused


def render_citation(definition: Definition, version: Version, date: str | None) -> str:
    """CITATION.cff, schema 1.2.0. `date` is the day of release, YYYY-MM-DD; without it the field is left out."""
    cited = definition.citation
    return render_yaml(
        {
            "cff-version": "1.2.0",
            "message": "If you use this dataset, please cite it.",
            "type": "dataset",
            "title": cited.title,
            "abstract": cited.abstract,
            "authors": [{"name": author.name} for author in cited.authors],
            "keywords": list(cited.keywords),
            "license": definition.spdx,
            "url": definition.url,
            "version": str(version),
            **({"date-released": date} if date else {}),
        }
    )


def render_bibtex(definition: Definition, version: Version, date: str | None) -> str:
    """The citation as BibTeX."""
    authors = " and ".join(f"{{{author.name}}}" for author in definition.citation.authors)
    fields = {
        "title": f"{{{definition.citation.title}}}",
        "author": authors,
        **({"year": date[:4]} if date else {}),
        "version": str(version),
        "publisher": "Hugging Face",
        "url": definition.url,
    }
    lines = ",\n".join(f"  {name} = {{{value}}}" for name, value in fields.items())
    return f"@misc{{{definition.dataset}_{str(version).replace('.', '_')},\n{lines}\n}}"


def read_license(spdx: str) -> str:
    """The text of a licence, shipped beside this module as `<spdx id>.txt`.

    Raises:
        Refused: it is not shipped.
    """
    try:
        return (Path(__file__).parent / f"{spdx}.txt").read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise Refused(f"the text of the licence {spdx} is not shipped; add releases/{spdx}.txt") from error

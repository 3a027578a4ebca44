"""CITATION.cff and the licence files of a release."""

from importlib.metadata import distribution

from releases.definition import Definition
from releases.markup import render_yaml
from releases.versions import Version
from schemas.errors import Failed


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
            "url": cited.url,
            "version": str(version),
            **({"date-released": date} if date else {}),
        }
    )


def read_license() -> str:
    """The Apache-2.0 text that `curate` itself was installed with.

    Raises:
        Failed: the installation has lost it.
    """
    text = distribution("curate").read_text("licenses/LICENSE")
    if text is None:
        raise Failed("the installed curate has no licence file; install it again")
    return text

"""What a dataset is to the public: its Hub id, licence, configs, card and contacts, as committed in a TOML file."""

import tomllib
from pathlib import Path
from typing import Annotated

from pydantic import StringConstraints, ValidationError, field_validator

from curate.schemas.base import Record
from curate.schemas.errors import Refused
from curate.schemas.mathlibpr.rows import SplitName
from curate.schemas.published import CONFIGS

RepoId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][\w.-]{0,95}/[A-Za-z0-9][\w.-]{0,95}$")]


class Author(Record):
    """A person or a body to be cited."""

    name: str


class Citation(Record):
    """What goes into CITATION.cff and croissant.json."""

    title: str
    abstract: str
    authors: tuple[Author, ...]
    keywords: tuple[str, ...]


class EvaluationTask(Record):
    """One way to be measured."""

    id: str
    config: str
    split: SplitName
    metric: str
    columns: tuple[str, ...]
    """What a model is shown."""
    target: str
    """The column that it must give."""


class Evaluation(Record):
    """What goes into eval.yaml."""

    name: str
    description: str
    framework: str
    """The program that measures, such as `curate`."""
    tasks: tuple[EvaluationTask, ...]


class Definition(Record):
    """The content of `releases/<dataset>.toml`."""

    dataset: str
    repo: RepoId
    pretty_name: str
    license: str
    """The Hub's name of the licence, such as `apache-2.0`."""
    spdx: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9][A-Za-z0-9.+-]*$")]
    """The same licence by its SPDX id."""
    notice: str
    """The text of NOTICE: where the material comes from and under which terms."""
    languages: tuple[str, ...]
    task_categories: tuple[str, ...]
    annotations_creators: tuple[str, ...]
    tags: tuple[str, ...]
    configs: tuple[str, ...]
    """Published configs; the first is the default. A config of doubtful texts is on only when it stands here."""
    card: str
    """The card's template, a file beside the definition."""
    citation: Citation
    contacts: tuple[str, ...]
    """Where to ask, and where to have rows withdrawn."""
    maintainers: tuple[str, ...] = ()
    updates: str = "There is no fixed rhythm."
    """How often new versions come."""
    source_datasets: tuple[str, ...] = ("original",)
    evaluation: Evaluation | None = None
    """How models are measured on it, for the Hub's leaderboards."""
    allow: tuple[str, ...] = ()
    """Findings that were looked at and accepted, each as `<rule> <where>`."""

    @property
    def url(self) -> str:
        """Its page on the Hub."""
        return f"https://huggingface.co/datasets/{self.repo}"

    @field_validator("configs")
    @classmethod
    def _known(cls, configs: tuple[str, ...]) -> tuple[str, ...]:
        unknown = sorted(set(configs) - CONFIGS.keys())
        if unknown or not configs or len(set(configs)) != len(configs):
            raise ValueError(f"configs must be distinct names among {', '.join(CONFIGS)}")
        return configs


def read_definition(path: Path) -> tuple[Definition, str]:
    """The definition at `path` and its card template.

    Raises:
        Refused: the file is missing, not TOML, or lacks or misnames a field.
    """
    try:
        definition = Definition.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
        template = (path.parent / Path(definition.card).name).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise Refused(f"{error.filename} does not exist; name a definition with --definition") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refused(f"{path} is not TOML: {error}") from error
    except ValidationError as error:
        wrong = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors()[:4])
        raise Refused(f"{path} is not a release definition: {wrong}") from error
    return definition, template


def find_definition(dataset: str) -> Path:
    """The definition that is shipped for `dataset`: the one under `releases/` here, else the installed one.

    Raises:
        Refused: there is none of that name.
    """
    name = f"{dataset}.toml"
    for folder in (Path("releases"), Path(__file__).parent):
        if Path(name).name == name and (folder / name).is_file():
            return folder / name
    raise Refused(f"there is no definition releases/{name}; name one with --definition")

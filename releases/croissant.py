"""croissant.json: the release as Croissant 1.1, with the sha256 of every table and where it comes from."""

from collections.abc import Mapping
from typing import Any

from curate.releases.citation import render_bibtex
from curate.releases.columns import COLUMNS
from curate.releases.definition import Definition
from curate.releases.inputs import Input, list_inputs
from curate.releases.versions import Version
from curate.schemas.published import CONFIGS
from curate.schemas.store.arrow import arrow_schema
from curate.schemas.store.layout import table_path
from curate.schemas.store.manifest import FileEntry

_TYPES = {
    "string": "sc:Text",
    "int64": "sc:Integer",
    "bool": "sc:Boolean",
    "double": "sc:Float",
    "timestamp[us, tz=UTC]": "sc:DateTime",
}
CONTEXT: dict[str, Any] = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "arrayShape": "cr:arrayShape",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileObject": "cr:fileObject",
    "fileProperty": "cr:fileProperty",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isArray": "cr:isArray",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "prov": "http://www.w3.org/ns/prov#",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
"""The JSON-LD context that the Croissant 1.1 specification prescribes."""


def croissant(
    definition: Definition,
    version: Version,
    date: str | None,
    rows: Mapping[str, Mapping[str, int]],
    files: Mapping[str, FileEntry],
    provenance: Mapping[str, Any],
) -> dict[str, Any]:
    """The document."""
    tables = [(config, split, table_path(config, split)) for config, splits in rows.items() for split in splits]
    return {
        "@context": CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.1",
        "name": definition.pretty_name,
        "description": definition.citation.abstract,
        "license": f"https://spdx.org/licenses/{definition.spdx}.html",
        "url": definition.url,
        "version": str(version),
        "citeAs": render_bibtex(definition, version, date),
        "creator": [{"@type": "sc:Organization", "name": author.name} for author in definition.citation.authors],
        "keywords": list(definition.citation.keywords),
        **({"datePublished": date} if date else {}),
        "prov:wasDerivedFrom": [_source(one) for one in list_inputs(provenance)],
        "prov:wasGeneratedBy": {
            "@type": "prov:Activity",
            "name": f"{provenance['tool']['name']} {provenance['tool']['version']}",
        },
        "distribution": [_file(path, files[path]) for _, _, path in tables],
        "recordSet": [_records(config, split, path) for config, split, path in tables],
    }


def _file(path: str, entry: FileEntry) -> dict[str, Any]:
    return {
        "@type": "cr:FileObject",
        "@id": path,
        "name": path,
        "contentUrl": path,
        "contentSize": f"{entry.bytes} B",
        "encodingFormat": "application/x-parquet",
        "sha256": entry.sha256,
    }


def _source(one: Input) -> dict[str, Any]:
    """An input by its name, its address, its commit and its digest."""
    held = {"@type": "prov:Entity", "name": one.name, "description": one.kind, "sha256": one.sha256}
    return {
        **held,
        **({"url": one.url} if one.url else {}),
        **({"version": one.commit} if one.commit else {}),
    }


def _records(config: str, split: str, path: str) -> dict[str, Any]:
    name = f"{config}-{split}"
    return {
        "@type": "cr:RecordSet",
        "@id": name,
        "name": name,
        "description": f"The rows of config {config}, split {split}.",
        "key": [{"@id": f"{name}/{column}"} for column in CONFIGS[config].key],
        "field": [_field(config, name, path, field) for field in arrow_schema(CONFIGS[config].record)],
    }


def _element(kind: Any) -> Any:
    """The type of one value: of a list, that of its elements."""
    import pyarrow.types as pt

    return kind.value_type if pt.is_list(kind) else kind


def _field(config: str, records: str, path: str, field: Any) -> dict[str, Any]:
    import pyarrow.types as pt

    kind, column = field.type, {"fileObject": {"@id": path}, "extract": {"column": field.name}}
    made: dict[str, Any] = {
        "@type": "cr:Field",
        "@id": f"{records}/{field.name}",
        "name": field.name,
        "description": COLUMNS[config][field.name].meaning,
    }
    if pt.is_list(kind):
        made |= {"isArray": True, "arrayShape": "-1"}
    if pt.is_struct(_element(kind)):
        return {**made, "source": column, "subField": [_part(made["@id"], column, part) for part in _element(kind)]}
    return {**made, "dataType": _TYPES[str(_element(kind))], "source": column}


def _part(parent: str, column: Mapping[str, Any], part: Any) -> dict[str, Any]:
    """One value of a record that stands in a column."""
    return {
        "@type": "cr:Field",
        "@id": f"{parent}/{part.name}",
        "name": part.name,
        "dataType": _TYPES[str(part.type)],
        "source": {**column, "transform": {"jsonPath": part.name}},
    }

"""A parsed Lean file as bytes, for a cache by blob, and back."""

import json

from curate.schemas.mathlibpr.evidence.lean_file import Declaration, LeanFile


def dump_lean(file: LeanFile) -> bytes:
    """`file` as compact JSON."""
    return json.dumps(file, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def load_lean(data: bytes) -> LeanFile:
    """What `dump_lean` made into `data`."""
    imports, declarations, lines, has_copyright, has_module_doc, comments = json.loads(data)
    return LeanFile(
        imports=tuple(imports),
        declarations=tuple(
            Declaration(name, kind, line, documented, tuple(attributes), private, statement, body, proof, tuple(words))
            for name, kind, line, documented, attributes, private, statement, body, proof, words in declarations
        ),
        lines=lines,
        has_copyright=has_copyright,
        has_module_doc=has_module_doc,
        comments=tuple((first, last) for first, last in comments),
    )

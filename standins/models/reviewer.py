"""A reviewer without a mind, for the stand-in server: what it says depends on the bytes of the prompt alone."""

import hashlib
import json
from typing import Any

AXES = (
    "naming", "documentation", "local_structure", "file_placement", "imports", "proof_readability", "api_fit",
    "duplication",
)  # fmt: skip


def review(request: dict[str, Any]) -> str:
    """An answer of the form that the prompt asks for: short prompts are more often merge ready; one in 16 is prose."""
    asked = request["messages"]
    prompt = "".join(str(message["content"]) for message in asked)
    if "system" in request:
        prompt = f"{request['system']}{prompt}"
    digest = hashlib.sha256(prompt.encode("utf-8", "surrogatepass")).digest()
    if digest[0] < 16:
        return "I think that this looks fine, but somebody should look at the names."
    p = max(0, min(100, 95 - len(prompt) // 400 + digest[1] % 21 - 10))
    verdict = "uncertain" if digest[2] < 20 else "merge_ready" if p >= 50 else "not_merge_ready"
    words = ("ok", "ok", "problem", "uncertain")
    if '"more_merge_ready"' in prompt:
        return json.dumps({"more_merge_ready": "AB"[digest[3] % 2], "confidence": p, "notes": []})
    if '"p_merge_ready"' not in prompt:
        return json.dumps({"verdict": words[digest[4] % 4], "notes": ["as told"]})
    axes = {axis: words[digest[5 + place] % 4] for place, axis in enumerate(AXES)}
    return json.dumps({"verdict": verdict, "p_merge_ready": p, "axes": axes, "notes": ["as told"]})

"""A stand-in Hugging Face Hub on 127.0.0.1: the endpoints that a release needs, over real git repositories.

It checks tokens, keeps annotated tags, and goes wrong on demand. It has no Xet, no multipart uploads, no quotas and no
pull requests; `docs/releases.md` says what only the real Hub can show.
"""

import base64
import hashlib
import json
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from curate.standins.hub.exchange import Content, Exchange, Hub
from curate.standins.hub.faults import Faults
from curate.standins.hub.repos import HubError, Repo

LARGE = (".parquet", ".zst", ".gz", ".bin")
LARGE_BYTES = 10 << 20
_REPO = r"(?P<repo>[\w.-]+/[\w.-]+?)"
ROUTES = tuple(
    (method, re.compile(pattern), name)
    for method, pattern, name in (
        ("GET", r"/api/whoami-v2", "whoami"),
        ("POST", r"/api/validate-yaml", "validate"),
        ("POST", r"/api/repos/create", "create"),
        ("POST", rf"/datasets/{_REPO}\.git/info/lfs/objects/batch", "batch"),
        ("PUT", rf"/large/{_REPO}/(?P<oid>[0-9a-f]{{64}})", "upload"),
        ("POST", rf"/large/{_REPO}/verify", "verify"),
        ("GET", rf"/datasets/{_REPO}/resolve/(?P<rev>[^/]+)/(?P<path>.+)", "download"),
        ("GET", rf"/api/datasets/{_REPO}(?:/revision/(?P<rev>[^/]+))?", "info"),
        ("GET", rf"/api/datasets/{_REPO}/tree/(?P<rev>[^/]+)(?:/(?P<path>.*))?", "tree"),
        ("POST", rf"/api/datasets/{_REPO}/paths-info/(?P<rev>[^/]+)", "paths_info"),
        ("POST", rf"/api/datasets/{_REPO}/preupload/(?P<rev>[^/]+)", "preupload"),
        ("POST", rf"/api/datasets/{_REPO}/commit/(?P<rev>[^/]+)", "commit"),
        ("GET", rf"/api/datasets/{_REPO}/commits/(?P<rev>[^/]+)", "commits"),
        ("GET", rf"/api/datasets/{_REPO}/refs", "refs"),
        ("POST", rf"/api/datasets/{_REPO}/tag/(?P<rev>[^/]+)", "tag"),
        ("DELETE", rf"/api/datasets/{_REPO}/tag/(?P<rev>[^/]+)", "untag"),
    )
)


class _Endpoints(Exchange):
    routes = ROUTES

    def _whoami(self) -> Any:
        return {"type": "user", "name": "owner", "orgs": [], "auth": {"accessToken": {"role": "write"}}}

    def _validate(self) -> Any:
        text = self._json()["content"]
        errors = [] if re.match(r"---\n.*?\n---\n", text, re.DOTALL) else [{"message": "no YAML header"}]
        return {"errors": errors, "warnings": []}

    def _create(self) -> Any:
        asked = self._json()
        name = f"{asked.get('organization') or 'owner'}/{asked['name']}"
        folder = self.hub.folder / f"{name}.git"
        url = f"{self.hub.endpoint}/datasets/{name}"
        if folder.is_dir():
            raise HubError(409, "", "You already created this dataset repo")
        Repo.create(folder)
        if asked.get("private") or asked.get("visibility") == "private":
            self.hub.private.add(name)
        return {"url": url, "name": name, "id": name}

    def _batch(self, repo: str) -> Any:
        large, base = self.hub.repo(repo).large, f"{self.hub.endpoint}/large/{repo}"
        objects = []
        for wanted in self._json()["objects"]:
            entry: dict[str, Any] = {"oid": wanted["oid"], "size": wanted["size"]}
            if not (large / wanted["oid"]).is_file():
                upload = {"href": f"{base}/{wanted['oid']}?key={self.hub.upload_key}"}
                entry["actions"] = {"upload": upload, "verify": {"href": f"{base}/verify"}}
            objects.append(entry)
        return {"transfer": "basic", "objects": objects}

    def _upload(self, repo: str, oid: str) -> Any:
        if hashlib.sha256(self.body).hexdigest() != oid:
            raise HubError(400, "", "the content is not what its sha256 says")
        target = self.hub.repo(repo).large / oid
        partial = target.with_suffix(".partial")
        partial.write_bytes(self.body)
        partial.replace(target)
        self.hub.uploaded += len(self.body)
        return {}

    def _verify(self, repo: str) -> Any:
        asked = self._json()
        stored = self.hub.repo(repo).large / asked["oid"]
        if not stored.is_file() or stored.stat().st_size != asked["size"]:
            raise HubError(404, "", "no such object")
        return {}

    def _info(self, repo: str, rev: str = "main") -> Any:
        found = self.hub.repo(repo)
        commit = found.resolve(rev)
        date = found.log(commit)[0]["date"]
        files = [{"rfilename": entry["path"]} for entry in found.entries(commit) if entry["type"] == "file"]
        return {
            "_id": hashlib.sha256(repo.encode()).hexdigest()[:24], "id": repo, "author": repo.split("/")[0],
            "sha": commit, "lastModified": date, "createdAt": date, "private": repo in self.hub.private,
            "gated": False, "disabled": False, "downloads": 0, "likes": 0, "tags": [], "siblings": files,
        }  # fmt: skip

    def _tree(self, repo: str, rev: str, path: str = "") -> Any:
        recursive = parse_qs(urlsplit(self.path).query).get("recursive", ["false"])[0].lower() == "true"
        found = self.hub.repo(repo)
        entries = found.entries(found.resolve(rev), path.rstrip("/"), recursive)
        if path and not entries:
            raise HubError(404, "EntryNotFound", f"{path} does not exist on {rev}")
        return entries

    def _paths_info(self, repo: str, rev: str) -> Any:
        plain = self.headers.get("Content-Type", "").startswith("application/json")
        paths = self._json()["paths"] if plain else parse_qs(self.body.decode()).get("paths", [])
        found = self.hub.repo(repo)
        return [entry for entry in found.entries(found.resolve(rev)) if entry["path"] in paths]

    def _preupload(self, repo: str, rev: str) -> Any:
        found = self.hub.repo(repo)
        current = {entry["path"]: entry for entry in found.entries(found.resolve(rev))}
        files = []
        for asked in self._json()["files"]:
            large = asked["path"].endswith(LARGE) or asked["size"] > LARGE_BYTES
            mode = "lfs" if large else "regular"
            entry = {"path": asked["path"], "uploadMode": mode, "shouldIgnore": False}
            if here := current.get(asked["path"]):
                entry["oid"] = here["lfs"]["oid"] if "lfs" in here else here["oid"]
            files.append(entry)
        return {"files": files}

    def _commit(self, repo: str, rev: str) -> Any:
        if "create_pr" in parse_qs(urlsplit(self.path).query):
            raise HubError(400, "", "this stand-in has no pull requests")
        lines = [json.loads(line) for line in self.body.splitlines() if line.strip()]
        header, operations = lines[0]["value"], lines[1:]
        for operation in operations:
            if operation["key"] == "file":
                operation["value"]["content"] = base64.b64decode(operation["value"]["content"])
        message = f"{header['summary']}\n\n{header.get('description', '')}"
        made = self.hub.repo(repo).commit(rev, operations, message, header.get("parentCommit"))
        url = f"{self.hub.endpoint}/datasets/{repo}/commit/{made}"
        return {"success": True, "commitOid": made, "commitUrl": url, "hookOutput": ""}

    def _commits(self, repo: str, rev: str) -> Any:
        return self.hub.repo(repo).log(rev)

    def _refs(self, repo: str) -> Any:
        found = self.hub.repo(repo)
        return {"branches": found.refs("heads"), "tags": found.refs("tags"), "converts": []}

    def _tag(self, repo: str, rev: str) -> Any:
        asked = self._json()
        self.hub.repo(repo).tag(asked["tag"], rev, asked.get("message"))
        return {}

    def _untag(self, repo: str, rev: str) -> Any:
        found = self.hub.repo(repo)
        found.resolve(f"refs/tags/{rev}")
        found.git("update-ref", "-d", f"refs/tags/{rev}")
        return {}

    def _download(self, repo: str, rev: str, path: str) -> Any:
        found = self.hub.repo(repo)
        commit = found.resolve(rev)
        entry = next(
            (entry for entry in found.entries(commit) if entry["path"] == path and entry["type"] == "file"),
            None,
        )
        headers = {"X-Repo-Commit": commit, "Accept-Ranges": "bytes"}
        if entry is None:
            raise HubError(404, "EntryNotFound", "Entry not found")
        body, oid = found.read(entry), entry.get("lfs", entry)["oid"]
        headers["ETag"] = f'"{oid}"'
        if "lfs" in entry:
            headers |= {"X-Linked-Etag": f'"{oid}"', "X-Linked-Size": str(len(body))}
            if self.fault == "elsewhere" and not self.headers.get("Host", "").startswith("localhost"):
                elsewhere = self.hub.endpoint.replace("127.0.0.1", "localhost")
                return Content(302, b"", {**headers, "Location": f"{elsewhere}{self.path}"})
        asked = re.fullmatch(r"bytes=(\d*)-(\d*)", self.headers.get("Range", ""))
        if not asked or self.command == "HEAD":
            return Content(200, body, headers)
        first = int(asked[1]) if asked[1] else len(body) - int(asked[2])
        last = min(int(asked[2]) if asked[1] and asked[2] else len(body) - 1, len(body) - 1)
        if first >= len(body):
            raise HubError(416, "", "the range lies beyond the end")
        headers["Content-Range"] = f"bytes {first}-{last}/{len(body)}"
        return Content(206, body[first : last + 1], headers)


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says nothing of a client that went away, as a killed one does."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)


@contextmanager
def serve_hub(folder: Path, tokens: dict[str, str], faults: Faults | None = None, port: int = 0) -> Iterator[Hub]:
    """Serves a Hub over `folder` on a free port (or `port`) of 127.0.0.1 until the block ends."""
    hub = Hub(folder, tokens, faults)
    handler = type("Handler", (_Endpoints,), {"hub": hub})
    server = _Server(("127.0.0.1", port), handler)
    hub.endpoint = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

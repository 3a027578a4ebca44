"""Confines a process before it meets untrusted input. Linux only.

    python -I -S jail.py POLICY.json PROGRAM [ARGUMENT...]

`confine(policy)` returns in a new process with its own user, mount, PID, network and IPC namespaces, an almost empty
file system, no capabilities, `no_new_privs`, a Landlock ruleset and resource limits. The fork server calls it in a
forked child; run by path, the program is executed afterwards. A layer that can't be set up ends the process with exit
code 97 and one line on stderr: nothing runs with fewer layers.

Three processes: the *outer* one stays in the caller's session and passes the exit code on; the *init* of the PID
namespace reaps and, once every process of the namespace is dead, copies the one file that may leave the jail; the
*payload* is the only one that meets untrusted input, and it can neither signal nor trace the other two.

POLICY: {"root": an empty folder of the host, over which the new root is mounted,
         "read": [paths], "execute": [paths], "scratch": path, "scratch_mb": int, "cwd": path,
         "take": [path in the scratch folder, path on the host, most bytes] or null,
         "become": uid or null, "cpu_s": int, "file_mb": int, "processes": int, "open_files": int}
"""

import contextlib
import ctypes
import json
import os
import platform
import resource
import signal
import stat
import struct
import sys
from typing import Any, NoReturn

EXIT_CODE = 97
INSIDE = 65534
"""The user and group that the payload has inside the jail."""
NEW_NAMESPACES = 0x10000000 | 0x00020000 | 0x20000000 | 0x40000000 | 0x08000000  # user, mount, PID, network, IPC
NEEDED_LANDLOCK = 3
PIVOT_ROOT = {"x86_64": 155, "aarch64": 41}
MOUNT_SETATTR, LANDLOCK_CREATE, LANDLOCK_ADD, LANDLOCK_RESTRICT = 442, 444, 445, 446
CAPSET = {"x86_64": 126, "aarch64": 91}
RDONLY, NOSUID, NODEV, NOEXEC = 1, 2, 4, 8
MS_BIND, MS_REC, MS_PRIVATE, MNT_DETACH = 0x1000, 0x4000, 0x40000, 2
AT_FDCWD, AT_RECURSIVE, O_PATH = -100, 0x8000, 0o10000000
PR_SET_PDEATHSIG, PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS = 1, 4, 38
DEVICES = ("/dev/null", "/dev/urandom")
EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, REMOVE_FILE, MAKE_DIR, MAKE_REG, TRUNCATE = 1, 2, 4, 8, 32, 128, 256, 1 << 14
REMOVE_DIR = 16

libc = ctypes.CDLL(None, use_errno=True)


def fail(layer: str, why: str) -> NoReturn:
    """Ends the process: a layer is missing."""
    os.write(2, f"jail: {layer}: {why}\n".encode("utf-8", "replace"))
    os._exit(EXIT_CODE)


def call(layer: str, result: int) -> int:
    """The result of a system call; a failed one ends the process."""
    if result < 0:
        fail(layer, os.strerror(ctypes.get_errno()))
    return result


def confine(policy: dict[str, Any]) -> None:
    """Returns in the payload, confined. Every other process that it makes ends by itself."""
    try:
        taken = _open_taken(policy["take"])
        _enter_namespaces(policy["become"])
        init = os.fork()
        if init:
            _pass_on(init)
        call("PID namespace", libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0))
        call("init", libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0))
        _build_root(policy)
        payload = os.fork()
        if payload:
            _reap(payload, policy["take"], taken)
        if taken is not None:
            os.close(taken)
        _limit(policy)
        _drop_rights(policy)
        os.chdir(policy["cwd"])
    except OSError as error:
        fail("set-up", str(error))


def _open_taken(take: Any) -> int | None:
    if take is None:
        return None
    return os.open(take[1], os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)


def _enter_namespaces(become: int | None) -> None:
    """New namespaces for this process (PID: for its children). A child that stays outside writes the user maps: only
    such a one may map more than the caller's own user."""
    uid, gid = os.geteuid(), os.getegid()
    users = f"{INSIDE} {uid} 1" if become is None else f"0 {uid} 1\n{INSIDE} {become} 1"
    groups = f"{INSIDE} {gid} 1" if become is None else f"0 {gid} 1\n{INSIDE} {become} 1"
    asked, ask = os.pipe()
    target = os.getpid()
    mapper = os.fork()
    if mapper == 0:
        os.close(ask)
        if os.read(asked, 1) != b"m":
            os._exit(0)
        try:
            if become is None:
                _put(f"/proc/{target}/setgroups", "deny")
            _put(f"/proc/{target}/gid_map", groups)
            _put(f"/proc/{target}/uid_map", users)
        except OSError as error:
            fail("user namespace", str(error))
        os._exit(0)
    os.close(asked)
    call("user, mount, PID, network and IPC namespaces", libc.unshare(NEW_NAMESPACES))
    os.write(ask, b"m")
    os.close(ask)
    _, status = os.waitpid(mapper, 0)
    if status != 0:
        os._exit(EXIT_CODE)


def _put(path: str, text: str) -> None:
    at = os.open(path, os.O_WRONLY)
    os.write(at, text.encode())
    os.close(at)


def _pass_on(init: int) -> NoReturn:
    os.closerange(0, 3)
    _, status = os.waitpid(init, 0)
    code = os.waitstatus_to_exitcode(status)
    os._exit(code if code >= 0 else 128 - code)


def _reap(payload: int, take: Any, taken: int | None) -> NoReturn:
    """The init's work: waits for the payload, kills what it left, and copies what may be taken."""
    os.closerange(0, 3)
    code = None
    while code is None:
        pid, status = os.waitpid(-1, 0)
        if pid == payload:
            code = os.waitstatus_to_exitcode(status)
    with contextlib.suppress(ProcessLookupError):
        os.kill(-1, signal.SIGKILL)
    with contextlib.suppress(ChildProcessError):
        while True:
            os.waitpid(-1, 0)
    if taken is not None and code == 0:
        _copy(take[0], taken, take[2])
    os._exit(code if code >= 0 else 128 - code)


def _copy(path: str, into: int, most: int) -> None:
    """Copies one plain file; anything else leaves the copy empty."""
    try:
        at = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except OSError:
        return
    status = os.fstat(at)
    if not stat.S_ISREG(status.st_mode) or status.st_nlink != 1 or status.st_size > most:
        return
    left = status.st_size
    while left and (data := os.read(at, min(left, 1 << 20))):
        left -= len(data)
        while data:
            data = data[os.write(into, data) :]


def _build_root(policy: dict[str, Any]) -> None:
    """A new root that holds the named paths, read-only, a scratch folder in memory and a /proc of the namespace."""
    root = policy["root"]
    os.umask(0o022)  # the folders made here must let another user through
    program = os.path.dirname(os.readlink("/proc/self/exe"))  # Lean looks for the folder of its program, though empty
    _mount(None, "/", None, MS_REC | MS_PRIVATE)
    _mount(b"tmpfs", root, b"tmpfs", NOSUID | NODEV, b"size=1m,mode=755")
    for path in policy["read"]:
        _bind(path, root, RDONLY | NOSUID | NODEV | NOEXEC)
    for path in policy["execute"]:
        _bind(path, root, RDONLY | NOSUID | NODEV)
    for path in DEVICES:
        _bind(path, root, NOSUID | NOEXEC)
    scratch = root + policy["scratch"]
    os.makedirs(scratch, exist_ok=True)
    options = f"size={policy['scratch_mb']}m,nr_inodes=4096,mode=700,uid={INSIDE},gid={INSIDE}"
    _mount(b"tmpfs", scratch, b"tmpfs", NOSUID | NODEV | NOEXEC, options.encode())
    for path in ("/proc", program):
        os.makedirs(root + path, exist_ok=True)
    _mount(b"proc", root + "/proc", b"proc", NOSUID | NODEV | NOEXEC)
    os.chdir(root)
    call("new root", libc.syscall(PIVOT_ROOT[platform.machine()], b".", b"."))
    call("new root", libc.umount2(b".", MNT_DETACH))
    os.chdir("/")
    _put("/proc/sys/user/max_user_namespaces", "0")
    _set_flags("/", RDONLY | NOSUID | NODEV | NOEXEC, 0)


def _bind(path: str, root: str, flags: int) -> None:
    if not os.path.exists(path):
        return
    place = root + path
    if os.path.isdir(path):
        os.makedirs(place, exist_ok=True)
    elif not os.path.exists(place):
        os.makedirs(os.path.dirname(place), exist_ok=True)
        os.close(os.open(place, os.O_CREAT | os.O_WRONLY, 0o600))
    _mount(path.encode(), place, None, MS_BIND | MS_REC)
    _set_flags(place, flags, AT_RECURSIVE)


def _mount(source: bytes | None, place: str, kind: bytes | None, flags: int, options: bytes | None = None) -> None:
    result = libc.mount(source, os.fsencode(place), kind, ctypes.c_ulong(flags), options)
    call(f"mount namespace ({place})", result)


def _set_flags(place: str, flags: int, how: int) -> None:
    attributes = struct.pack("QQQQ", flags, 0, 0, 0)
    size = ctypes.c_size_t(len(attributes))
    result = libc.syscall(MOUNT_SETATTR, AT_FDCWD, os.fsencode(place), how, attributes, size)
    call(f"read-only mounts ({place})", result)


def _limit(policy: dict[str, Any]) -> None:
    for kind, most in (
        (resource.RLIMIT_CPU, policy["cpu_s"]),
        (resource.RLIMIT_FSIZE, policy["file_mb"] << 20),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, policy["open_files"]),
        (resource.RLIMIT_MSGQUEUE, 0),
    ):
        resource.setrlimit(kind, (most, most))


def _drop_rights(policy: dict[str, Any]) -> None:
    if policy["become"] is not None:
        os.setgroups([])
        os.setresgid(INSIDE, INSIDE, INSIDE)
        os.setresuid(INSIDE, INSIDE, INSIDE)
    header, nothing = struct.pack("Ii", 0x20080522, 0), bytes(24)
    call("capabilities", libc.syscall(CAPSET[platform.machine()], header, nothing))
    if os.getuid() != INSIDE:
        fail("user namespace", f"the payload is user {os.getuid()}, not {INSIDE}")
    resource.setrlimit(resource.RLIMIT_NPROC, (policy["processes"], policy["processes"]))
    call("no_new_privs", libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0))
    _restrict(policy)


def landlock_version() -> int:
    """The version of Landlock that the kernel offers; 0 or less when it offers none."""
    return int(libc.syscall(LANDLOCK_CREATE, None, ctypes.c_size_t(0), 1))


def _restrict(policy: dict[str, Any]) -> None:
    """Landlock: everything that the version knows is handled, and only what is named here is allowed."""
    version = landlock_version()
    if version < NEEDED_LANDLOCK:
        fail("Landlock", f"version {max(version, 0)}, {NEEDED_LANDLOCK} is needed")
    handled = (1 << (16 if version >= 5 else 15)) - 1
    rules = struct.pack("QQQ", handled, 3 if version >= 4 else 0, 3 if version >= 6 else 0)  # files, network, scopes
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = call("Landlock", libc.syscall(LANDLOCK_CREATE, rules, ctypes.c_size_t(size), 0))
    look = READ_FILE | READ_DIR
    keep = look | WRITE_FILE | REMOVE_FILE | REMOVE_DIR | MAKE_DIR | MAKE_REG | TRUNCATE
    allowed = [("/proc", look), (policy["scratch"], keep)]
    allowed += [(path, look) for path in policy["read"]]
    allowed += [(path, look | EXECUTE) for path in policy["execute"]]
    allowed += [(path, READ_FILE | WRITE_FILE) for path in DEVICES]
    for path, rights in allowed:
        if os.path.exists(path):
            _allow(ruleset, path, rights)
    call("Landlock", libc.syscall(LANDLOCK_RESTRICT, ruleset, 0))
    os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    at = os.open(path, O_PATH | os.O_CLOEXEC)
    if not os.path.isdir(path):
        rights &= EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE
    call(f"Landlock ({path})", libc.syscall(LANDLOCK_ADD, ruleset, 1, struct.pack("=Qi", rights, at), 0))
    os.close(at)


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as stream:
        policy = json.load(stream)
    argv, env = sys.argv[2:], dict(os.environ)
    confine(policy)
    try:
        os.execve(argv[0], argv, env)
    except OSError as error:
        fail("program", str(error))


if __name__ == "__main__":
    main()

"""A server for tests in Python: the methods of mayfly-junit, over HTTP. Needs Python 3.9 and its standard library alone."""

import json
import os
import re
import subprocess
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime
from typing import IO, Any, Dict, List, Optional, Sequence

__all__ = ["Mayfly", "MayflyError"]

_PORTS = ("mongo", "cosmos", "couchbase", "kv", "query", "http")
_POLL_SECONDS = 0.05

# Events are kept in the server's own time, however far that is wound.
_EVENTS_RETAIN = "36500d"


class MayflyError(RuntimeError):
    """What a server refused, or why there is none."""


class Mayfly:
    """One server, and the clock that its tests wind."""

    def __init__(self, admin: str, process: Optional["subprocess.Popen[str]"] = None) -> None:
        self.admin = admin
        self._process = process

    @classmethod
    def start(
        cls,
        home: Optional[str] = None,
        faces: Sequence[str] = ("mongo",),
        clock: str = "2026-01-01T00:00:00Z",
        flags: Sequence[str] = (),
    ) -> "Mayfly":
        """Starts a server in memory, on free ports, with a clock that stands still.

        It ends with this process, also where that is killed.

        home: an unpacked release or a checkout; MAYFLY_HOME, or else the current folder, if not said
        clock: the instant at which it stands; "system" for the machine's own clock
        flags: more options of mayfly serve
        """
        launcher = _launcher(home or os.environ.get("MAYFLY_HOME") or ".")
        command = [launcher, "serve", "--until-input-ends", "--in-memory", "--events-retain", _EVENTS_RETAIN]
        command += ["--clock", clock if clock == "system" else "virtual@" + clock]
        command += ["--face", ",".join(dict.fromkeys([*faces, "admin"]))]
        for port in _PORTS:
            command += [f"--{port}-port", "0"]
        process = subprocess.Popen(
            [*command, *flags], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )
        for line in process.stdout or ():
            address = re.match(r" *admin .*(http:\S+)$", line)
            if address:
                threading.Thread(target=_skip, args=(process.stdout,), daemon=True).start()
                return cls(address[1], process)
        process.communicate()
        raise MayflyError("the server did not start; it has said why on standard error")

    @classmethod
    def at(cls, admin: str) -> "Mayfly":
        """A server that runs already, such as one in a container."""
        return cls(admin)

    def connection_string(self, face: str) -> str:
        """What clients of a face connect to: of "mongo", "cosmos", "couchbase" or "admin"."""
        for each in self._ask("GET", "/api/v1/status")["faces"]:
            if each["face"] == face:
                return each["connectionString"]
        raise MayflyError(f"the {face} face does not listen")

    def now(self) -> datetime:
        return _instant(self._ask("GET", "/api/v1/clock")["now"])

    def advance(self, duration: str) -> None:
        """Winds the clock, by "30m" or "7d"; when it returns, reads, sweeps and events agree."""
        self._ask("POST", "/api/v1/clock/advance?" + urllib.parse.urlencode({"by": duration}))

    def advance_to(self, instant: datetime) -> None:
        """Winds to a datetime that knows its time zone."""
        self._ask("POST", "/api/v1/clock/set?" + urllib.parse.urlencode({"to": instant.isoformat()}))

    def advance_to_next_expiry(self) -> datetime:
        """Winds to the next instant at which a document expires, and answers it; fails when none will."""
        return _instant(self._ask("POST", "/api/v1/clock/set?to=next-expiry")["now"])

    def wait_for_expiry(self, collection: str, id: object, timeout: float = 60) -> datetime:
        """Waits until a document has expired, and answers when.

        Winds a virtual clock there, and looks again and again on the machine's own. Fails when the document never
        expires, or is not there.
        """
        explained = self.explain(collection, id)
        if "deadline" not in explained or explained["state"] != "live":
            raise MayflyError(f"document {id} of {collection} will not expire")
        end = _instant(explained["deadline"])
        if self._ask("GET", "/api/v1/clock")["kind"] == "virtual":
            self.advance_to(end)
            return end
        give_up = time.monotonic() + timeout
        while self.now() < end:
            if time.monotonic() > give_up:
                raise MayflyError(f"document {id} of {collection} expires at {end}, later than was to be waited for")
            time.sleep(_POLL_SECONDS)
        return end

    def events(self, collection: Optional[str] = None) -> List[Dict[str, Any]]:
        """What has expired, in order: of all collections, or of one such as "mongo/app/sessions"."""
        events: List[Dict[str, Any]] = []
        after: Optional[str] = ""
        while after is not None:
            wanted = {"after": after, **({"collection": collection} if collection else {})}
            page = self._ask("GET", "/api/v1/events/list?" + urllib.parse.urlencode(wanted))
            events += page["items"]
            after = page.get("next")
        return [event for event in events if event["kind"] == "expired"]

    def explain(self, collection: str, id: object) -> Dict[str, Any]:
        """Why a document will expire, or never does."""
        key = urllib.parse.quote(str(id), safe="")
        return self._ask("GET", f"/api/v1/collections/{collection}/documents/{key}/explain")

    def forecast(self, collection: str, next: str = "24h", bucket: str = "1h") -> Dict[str, Any]:
        """What will expire if nothing changes."""
        return self._ask("GET", f"/api/v1/collections/{collection}/forecast?from=0s&until={next}&bucket={bucket}")

    def _ask(self, method: str, path: str) -> Dict[str, Any]:
        try:
            with urllib.request.urlopen(urllib.request.Request(self.admin + path, method=method)) as response:
                return json.load(response)
        except urllib.error.HTTPError as refused:
            with refused:
                message = json.load(refused)["error"]["message"]
            raise MayflyError(message) from None

    def close(self) -> None:
        """Stops a server that was started here."""
        if self._process and self._process.poll() is None:
            assert self._process.stdin is not None
            self._process.stdin.close()
            self._process.wait()

    def __enter__(self) -> "Mayfly":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _skip(output: IO[str]) -> None:
    """What is printed later is of no interest, but must not fill the pipe."""
    with output:
        while output.read(1024):
            pass


def _launcher(home: str) -> str:
    launcher = os.path.join(os.path.abspath(home), "mayfly")
    if not os.access(launcher, os.X_OK) or os.path.isdir(launcher):
        raise MayflyError(f"there is no launcher {launcher}; say where a release is unpacked by home or MAYFLY_HOME")
    return launcher


def _instant(view: Dict[str, Any]) -> datetime:
    # Before 3.11 Python reads fractions of exactly three or six digits, and no Z; these have three digits or none.
    return datetime.fromisoformat(view["iso"].replace("Z", "+00:00"))

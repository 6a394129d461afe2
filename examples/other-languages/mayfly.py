"""A server for tests in Python: the methods of the JUnit extension, over HTTP. Copy this file; it needs Python 3.9 alone."""

import json
import re
import subprocess
import threading
import urllib.error
import urllib.parse
import urllib.request
from datetime import datetime


class Mayfly:
    def __init__(self, admin, process=None):
        self.admin = admin
        self._process = process

    @classmethod
    def start(cls, launcher="./mayfly", faces=("mongo",), clock="2026-01-01T00:00:00Z", flags=()):
        """Starts a server in memory, on free ports, with a clock that stands still."""
        command = [launcher, "serve", "--in-memory", "--clock", "virtual@" + clock, "--face", ",".join([*faces, "admin"])]
        for port in ("mongo", "cosmos", "couchbase", "kv", "query", "http"):
            command += [f"--{port}-port", "0"]
        process = subprocess.Popen([*command, *flags], stdout=subprocess.PIPE, text=True)
        for line in process.stdout:
            address = re.match(r" *admin .*(http:\S+)$", line)
            if address:
                # What is printed later is of no interest, but must not fill the pipe.
                threading.Thread(target=process.stdout.read, daemon=True).start()
                return cls(address[1], process)
        raise RuntimeError("the server did not start")

    @classmethod
    def at(cls, admin):
        """A server that runs already, such as one in a container."""
        return cls(admin)

    def connection_string(self, face):
        faces = self._ask("GET", "/api/v1/status")["faces"]
        return next(each["connectionString"] for each in faces if each["face"] == face)

    def now(self):
        return _instant(self._ask("GET", "/api/v1/clock"))

    def advance(self, duration):
        """Winds the clock, by "30m" or "7d"; when it returns, reads, sweeps and events agree."""
        self._ask("POST", "/api/v1/clock/advance?" + urllib.parse.urlencode({"by": duration}))

    def advance_to(self, instant):
        """Winds to a datetime that knows its time zone."""
        self._ask("POST", "/api/v1/clock/set?" + urllib.parse.urlencode({"to": instant.isoformat()}))

    def advance_to_next_expiry(self):
        """Winds to the next instant at which a document expires, and answers it; fails when none will."""
        return _instant(self._ask("POST", "/api/v1/clock/set?to=next-expiry"))

    def events(self, collection=None):
        """What has expired, in order: of all collections, or of one such as "mongo/app/sessions"."""
        events, after = [], ""
        while after is not None:
            wanted = {"after": after, **({"collection": collection} if collection else {})}
            page = self._ask("GET", "/api/v1/events/list?" + urllib.parse.urlencode(wanted))
            events += page["items"]
            after = page.get("next")
        return [event for event in events if event["kind"] == "expired"]

    def explain(self, collection, id):
        """Why a document will expire, or never does."""
        return self._ask("GET", f"/api/v1/collections/{collection}/documents/{urllib.parse.quote(str(id), safe='')}/explain")

    def forecast(self, collection, next="24h", bucket="1h"):
        """What will expire if nothing changes."""
        return self._ask("GET", f"/api/v1/collections/{collection}/forecast?from=0s&until={next}&bucket={bucket}")

    def _ask(self, method, path):
        try:
            with urllib.request.urlopen(urllib.request.Request(self.admin + path, method=method)) as response:
                return json.load(response)
        except urllib.error.HTTPError as refused:
            raise RuntimeError(json.load(refused)["error"]["message"]) from None

    def close(self):
        """Ends a server that was started here."""
        if self._process:
            self._process.terminate()
            self._process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _instant(clock):
    return datetime.fromisoformat(clock["now"]["iso"].replace("Z", "+00:00"))

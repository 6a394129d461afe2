"""Starts servers from the release that MAYFLY_HOME names: python3 -m unittest discover tests"""

import base64
import json
import signal
import subprocess
import sys
import unittest
import urllib.parse
import urllib.request
from datetime import datetime, timedelta, timezone
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from mayfly_test import Mayfly, MayflyError  # noqa: E402

COLLECTION = "couchbase/default/_default._default"
LOGIN = "Basic " + base64.b64encode(b"Administrator:password").decode()


def ask(url, form=None):
    data = urllib.parse.urlencode(form).encode() if form else None
    with urllib.request.urlopen(urllib.request.Request(url, data, {"Authorization": LOGIN})) as response:
        return json.load(response)


def query(mayfly, statement):
    management = mayfly.connection_string("couchbase").split("=kv,")[1].split("=manager")[0]
    services = ask(f"http://{management}/pools/default/nodeServices")["nodesExt"][0]["services"]
    return ask(f"http://127.0.0.1:{services['n1ql']}/query/service", {"statement": statement})["results"]


def insert(mayfly, key, seconds):
    query(
        mayfly,
        'INSERT INTO default (KEY, VALUE, OPTIONS) VALUES ("%s", {"a": 1}, {"expiration": %d})' % (key, seconds),
    )


class MayflyTest(unittest.TestCase):
    def test_document_dies_at_its_deadline(self):
        with Mayfly.start(faces=["couchbase"]) as mayfly:
            self.assertEqual(datetime(2026, 1, 1, tzinfo=timezone.utc), mayfly.now())
            insert(mayfly, "ann", 1800)
            insert(mayfly, "bob", 3600)
            self.assertEqual("live", mayfly.explain(COLLECTION, "ann")["state"])
            self.assertEqual(2, sum(each["documents"] for each in mayfly.forecast(COLLECTION)["buckets"]))
            end = mayfly.wait_for_expiry(COLLECTION, "ann")
            self.assertEqual(end, mayfly.now())
            self.assertEqual([{"a": 1}], query(mayfly, "SELECT RAW d FROM default d"))
            with self.assertRaises(MayflyError):
                mayfly.wait_for_expiry(COLLECTION, "ann")
            mayfly.advance_to_next_expiry()
            mayfly.advance("1h")
            mayfly.advance_to(mayfly.now() + timedelta(days=1))
            self.assertEqual(["ann", "bob"], [each["key"] for each in mayfly.events(COLLECTION)])
            with self.assertRaisesRegex(MayflyError, "no document will expire"):
                mayfly.advance_to_next_expiry()
            with self.assertRaisesRegex(MayflyError, "does not listen"):
                mayfly.connection_string("cosmos")

    def test_machines_clock_is_waited_for(self):
        with Mayfly.start(faces=["couchbase"], clock="system") as mayfly:
            insert(mayfly, "soon", 1)
            insert(mayfly, "late", 3600)
            self.assertLessEqual(mayfly.wait_for_expiry(COLLECTION, "soon"), mayfly.now())
            with self.assertRaisesRegex(MayflyError, "later than was to be waited for"):
                mayfly.wait_for_expiry(COLLECTION, "late", timeout=0)

    def test_server_ends_with_a_process_that_is_killed(self):
        script = "import sys; from mayfly_test import Mayfly; print(Mayfly.start()._process.pid, flush=True); sys.stdin.read()"
        child = subprocess.Popen(
            [sys.executable, "-B", "-c", script],
            cwd=Path(__file__).resolve().parent.parent,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        with child:
            self.assertGreater(int(child.stdout.readline()), 0)
            child.send_signal(signal.SIGKILL)
            # The server has inherited standard error, so its end is the end of the server.
            self.assertEqual("", child.stderr.read())

    def test_folder_without_a_launcher_is_refused(self):
        with self.assertRaisesRegex(MayflyError, "there is no launcher"):
            Mayfly.start(home="/nowhere")

    def test_server_that_does_not_start_says_so(self):
        with self.assertRaisesRegex(MayflyError, "did not start"):
            Mayfly.start(flags=["--nonsense"])


if __name__ == "__main__":
    unittest.main()

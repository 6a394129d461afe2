import os
import unittest
from datetime import datetime, timezone

import django
from mayfly_test import Mayfly


class BasketTest(unittest.TestCase):
    def test_basket_is_forgotten_half_an_hour_after_the_last_request(self):
        # Sessions are dated by the clock of this process, so the server's begins there.
        now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        with Mayfly.start(clock=now) as mayfly:
            os.environ["MONGODB_URL"] = mayfly.connection_string("mongo")
            os.environ["DJANGO_SETTINGS_MODULE"] = "shop.settings"
            django.setup()
            from django.test import Client
            from shop.mongo_sessions import sessions

            visitor = Client()
            self.assertEqual(["tea"], visitor.post("/basket/tea").json())
            mayfly.advance("29m")
            self.assertEqual(["tea"], visitor.get("/basket").json())
            self.assertEqual(1, sessions().count_documents({}))
            mayfly.advance_to_next_expiry()
            self.assertEqual(0, sessions().count_documents({}))
            self.assertEqual([], visitor.get("/basket").json())
            self.assertEqual(1, len(mayfly.events("mongo/shop/sessions")))
            sessions().database.client.close()


if __name__ == "__main__":
    unittest.main()

import unittest
from datetime import datetime, timezone

import pymongo
from app import basket_app
from mayfly_test import Mayfly


class BasketTest(unittest.TestCase):
    def test_basket_is_forgotten_half_an_hour_after_the_last_request(self):
        # Sessions are dated by the clock of this process, so the server's begins there.
        now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        with Mayfly.start(clock=now) as mayfly, pymongo.MongoClient(mayfly.connection_string("mongo")) as client:
            visitor = basket_app(client).test_client()
            self.assertEqual(["tea"], visitor.post("/basket/tea").get_json())
            mayfly.advance("29m")
            self.assertEqual(["tea"], visitor.get("/basket").get_json())
            self.assertEqual(1, client.shop.sessions.count_documents({}))
            mayfly.advance_to_next_expiry()
            self.assertEqual(0, client.shop.sessions.count_documents({}))
            self.assertEqual([], visitor.get("/basket").get_json())
            self.assertEqual(1, len(mayfly.events("mongo/shop/sessions")))


if __name__ == "__main__":
    unittest.main()

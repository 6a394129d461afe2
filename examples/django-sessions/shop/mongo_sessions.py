"""Sessions of Django in a collection of MongoDB, which ends them by a TTL index."""

from functools import lru_cache

import pymongo
from django.conf import settings
from django.contrib.sessions.backends.base import CreateError, SessionBase, UpdateError


@lru_cache(maxsize=None)
def sessions():
    collection = pymongo.MongoClient(settings.MONGODB_URL).shop.sessions
    collection.create_index("expires", expireAfterSeconds=0)
    return collection


class SessionStore(SessionBase):
    """Loads and saves a session. One that has expired is not found, so nobody looks at its date here."""

    def load(self):
        found = sessions().find_one({"_id": self.session_key}) if self.session_key else None
        if found is None:
            self._session_key = None
            return {}
        return self.decode(found["data"])

    def exists(self, session_key):
        return sessions().find_one({"_id": session_key}, {"_id": 1}) is not None

    def create(self):
        while True:
            self._session_key = self._get_new_session_key()
            try:
                self.save(must_create=True)
            except CreateError:
                continue
            self.modified = True
            return

    def save(self, must_create=False):
        if self.session_key is None:
            return self.create()
        kept = {
            "data": self.encode(self._get_session(no_load=must_create)),
            "expires": self.get_expiry_date(),
        }
        if must_create:
            try:
                sessions().insert_one({"_id": self.session_key, **kept})
            except pymongo.errors.DuplicateKeyError:
                raise CreateError
        elif sessions().replace_one({"_id": self.session_key}, kept).matched_count == 0:
            raise UpdateError

    def delete(self, session_key=None):
        sessions().delete_one({"_id": session_key or self.session_key})

    @classmethod
    def clear_expired(cls):
        """The database does that."""

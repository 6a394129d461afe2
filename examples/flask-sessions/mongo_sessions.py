"""Sessions of Flask in a collection of MongoDB, which ends them by a TTL index."""

import secrets
from datetime import datetime, timezone

from flask.sessions import SessionInterface, SessionMixin
from werkzeug.datastructures import CallbackDict


class MongoSession(CallbackDict, SessionMixin):
    """What one visitor has said; it knows whether it was changed."""

    def __init__(self, sid, data=None):
        def on_update(changed):
            changed.modified = True

        super().__init__(data or {}, on_update)
        self.sid = sid
        self.modified = False


class MongoSessions(SessionInterface):
    """Loads and saves sessions. One that has expired is not found, so nobody looks at its date here."""

    def __init__(self, collection):
        self.collection = collection
        collection.create_index("expires", expireAfterSeconds=0)

    def open_session(self, app, request):
        sid = request.cookies.get(app.config["SESSION_COOKIE_NAME"])
        found = self.collection.find_one({"_id": sid}) if sid else None
        if found:
            return MongoSession(sid, found["data"])
        return MongoSession(secrets.token_urlsafe(32))

    def save_session(self, app, session, response):
        if not session and not session.modified:
            return
        expires = datetime.now(timezone.utc) + app.permanent_session_lifetime
        self.collection.replace_one(
            {"_id": session.sid}, {"data": dict(session), "expires": expires}, upsert=True
        )
        response.set_cookie(
            app.config["SESSION_COOKIE_NAME"], session.sid, httponly=True, samesite="Lax"
        )

"""A basket lives in a session, and a session lives for half an hour after the last request."""

import os
from datetime import timedelta

import pymongo
from flask import Flask, jsonify, session
from mongo_sessions import MongoSessions


def basket_app(client):
    app = Flask(__name__)
    app.config["SESSION_COOKIE_NAME"] = "basket"
    app.permanent_session_lifetime = timedelta(minutes=30)
    app.session_interface = MongoSessions(client.shop.sessions)

    @app.post("/basket/<article>")
    def add(article):
        session["basket"] = session.get("basket", []) + [article]
        return jsonify(session["basket"])

    @app.get("/basket")
    def show():
        return jsonify(session.get("basket", []))

    return app


if __name__ == "__main__":
    basket_app(pymongo.MongoClient(os.environ.get("MONGODB_URL"))).run()

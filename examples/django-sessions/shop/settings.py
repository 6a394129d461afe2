import os

MONGODB_URL = os.environ.get("MONGODB_URL", "mongodb://127.0.0.1:27017")

SESSION_ENGINE = "shop.mongo_sessions"
SESSION_COOKIE_AGE = 30 * 60
SESSION_SAVE_EVERY_REQUEST = True

SECRET_KEY = os.environ.get("SECRET_KEY", "for development alone")
ROOT_URLCONF = "shop.urls"
MIDDLEWARE = ["django.contrib.sessions.middleware.SessionMiddleware"]
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
USE_TZ = True

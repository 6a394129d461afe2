"""A basket lives in a session, and a session lives for half an hour after the last request."""

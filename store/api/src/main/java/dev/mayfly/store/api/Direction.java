package dev.mayfly.store.api;

/** Which way a cursor walks the unsigned order of keys. */
public enum Direction {
    FORWARD,
    BACKWARD
}

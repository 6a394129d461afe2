package dev.mayfly.store.api;

/** The direction in which a cursor walks the unsigned order of keys. */
public enum Direction {
    FORWARD,
    BACKWARD
}

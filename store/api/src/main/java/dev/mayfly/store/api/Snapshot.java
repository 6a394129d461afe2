package dev.mayfly.store.api;

/** A frozen view of the whole store; must be closed, and outlives no store. */
public interface Snapshot extends Reader, AutoCloseable {
    @Override
    void close();
}

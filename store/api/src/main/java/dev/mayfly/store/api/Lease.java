package dev.mayfly.store.api;

/** A name that one process has claimed. */
public record Lease(String name, String owner) {}

package dev.mayfly.store.api;

/** The place of a value in a partition. */
public record Cell(Space space, byte[] key) {}

package dev.mayfly.bench.drivers;

/** One side of a comparison: a server and what it is asked for. */
record Contestant(Target target, Work work) {}

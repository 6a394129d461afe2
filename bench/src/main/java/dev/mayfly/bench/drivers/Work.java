package dev.mayfly.bench.drivers;

/** What one thread asks a server for, over and over. */
interface Work {
    /** How many documents one request carries. */
    int documents();
}

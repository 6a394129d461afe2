package dev.mayfly.bench.drivers;

/** The request that one thread sends over and over. */
interface Work {
    /** The number of documents that one request carries. */
    int documents();
}

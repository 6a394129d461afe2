package dev.mayfly.bench.drivers;

/**
 * The requests that one connection sends to a store of keys and values: a given number at once, whose answers it waits for.
 *
 * @param pipeline how many requests are sent before the first answer is read
 */
record KvWork(Kind kind, int pipeline) implements Work {
    /** One request of a kind. */
    enum Kind {
        GET,
        SET,
        /** With an expiry that lies beyond whatever is measured. */
        SET_WITH_EXPIRY
    }

    @Override
    public int documents() {
        return pipeline;
    }
}

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
        SET_WITH_EXPIRY,
        /** The same of keys that are not there. */
        SET_NEW_WITH_EXPIRY,
        /** Reads the value and gives it a new expiry. */
        TOUCH;

        /** Returns true if the answer carries the value. */
        boolean isAnsweredByValue() {
            return this == GET || this == TOUCH;
        }
    }

    @Override
    public int documents() {
        return pipeline;
    }
}

package dev.mayfly.bench.drivers;

/** What one thread asks a server for, over and over. */
enum Work {
    INSERT_ONE,
    INSERT_MANY,
    INSERT_JOURNALED,
    /** The only index besides that of the key is on the date, and is a plain one. */
    INSERT_PLAIN_INDEX,
    /** As before, but documents expire by that index. */
    INSERT_TTL_INDEX,
    UPDATE_ONE,
    UPDATE_INDEXED_FIELD,
    FIND_BY_ID,
    FIND_BY_INDEXED_FIELD;

    static final int DOCUMENTS_OF_MANY = 1_000;

    /** How many documents one request carries. */
    int documents() {
        return this == INSERT_MANY ? DOCUMENTS_OF_MANY : 1;
    }

    /** Whether it works on documents that were there before; all else begins with an empty collection. */
    boolean needsDocuments() {
        return switch (this) {
            case UPDATE_ONE, UPDATE_INDEXED_FIELD, FIND_BY_ID, FIND_BY_INDEXED_FIELD -> true;
            case INSERT_ONE, INSERT_MANY, INSERT_JOURNALED, INSERT_PLAIN_INDEX, INSERT_TTL_INDEX -> false;
        };
    }
}

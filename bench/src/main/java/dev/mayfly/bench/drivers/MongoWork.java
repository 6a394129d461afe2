package dev.mayfly.bench.drivers;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;

/** The request that one thread sends to a server of MongoDB's protocol, or of SQL. */
enum MongoWork implements Work {
    INSERT_ONE,
    INSERT_MANY,
    INSERT_JOURNALED,
    /** The only index besides that of the key is on the date, and is a plain one. */
    INSERT_PLAIN_INDEX,
    /** As before, but documents expire by that index. */
    INSERT_TTL_INDEX,
    UPDATE_ONE,
    UPDATE_INDEXED_FIELD,
    /** Sliding sessions: the deadline of one of the same documents moves on. */
    UPDATE_DATE,
    /** An insert, a read and a change of the same document. */
    POINT_MIX,
    FIND_BY_ID,
    FIND_BY_INDEXED_FIELD,
    /** Four inserts of one document each, all or none. */
    FOUR_IN_A_TRANSACTION,
    /** The same inserts without a transaction. */
    FOUR_WRITES,
    /** Half of 100,000 documents, into 1,000 groups; no index helps. */
    GROUP_MATCHED,
    /** For each of 1,000 documents those of 10,000 with the same value of an indexed field. */
    LOOKUP,
    /** All of 100,000 documents. */
    DRAIN,
    /** The same in the order of an index. */
    SORT_INDEXED,
    /** The first 100 of them. */
    SORT_INDEXED_PAGE;

    private static final Set<MongoWork> QUERIES = EnumSet.range(GROUP_MATCHED, SORT_INDEXED_PAGE);

    static final int FEW = 4;
    private static final int POINT_OPERATIONS = 3;
    static final int DOCUMENTS_OF_MANY = 1_000;

    @Override
    public int documents() {
        return switch (this) {
            case INSERT_MANY -> DOCUMENTS_OF_MANY;
            case FOUR_IN_A_TRANSACTION, FOUR_WRITES -> FEW;
            case POINT_MIX -> POINT_OPERATIONS;
            default -> 1;
        };
    }

    /** Returns true if it is one of {@link Queries}. */
    boolean isQueryOfMany() {
        return QUERIES.contains(this);
    }

    /** The name of the collection it is done on. */
    String collection() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns true if it works on documents that were there before; all else begins with an empty collection. */
    boolean needsDocuments() {
        return switch (this) {
            case UPDATE_ONE,
                    UPDATE_INDEXED_FIELD,
                    UPDATE_DATE,
                    FIND_BY_ID,
                    FIND_BY_INDEXED_FIELD,
                    GROUP_MATCHED,
                    LOOKUP,
                    DRAIN,
                    SORT_INDEXED,
                    SORT_INDEXED_PAGE -> true;
            case INSERT_ONE,
                    POINT_MIX,
                    INSERT_MANY,
                    INSERT_JOURNALED,
                    INSERT_PLAIN_INDEX,
                    INSERT_TTL_INDEX,
                    FOUR_IN_A_TRANSACTION,
                    FOUR_WRITES -> false;
        };
    }
}

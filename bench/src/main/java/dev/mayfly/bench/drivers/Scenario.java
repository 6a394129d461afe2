package dev.mayfly.bench.drivers;

import java.util.List;

/**
 * One line of the table.
 *
 * @param rivalWork what the rival does, which is the same work but where two ways of ours are compared
 * @param threads of the driver, each with one request under way
 */
record Scenario(String name, Rival rival, MongoWork work, MongoWork rivalWork, int threads, Goal goal) {
    private static final int USUAL_THREADS = 8;
    private static final int MANY_THREADS = 32;
    private static final int QUERY_THREADS = 2;

    /** The server that ours is compared with. */
    enum Rival {
        MONGO_JAVA_SERVER,
        POSTGRES,
        OURSELVES,
        /** Both are ours, as a replica set of one: what this costs meets both. */
        OURSELVES_IN_A_SET
    }

    static final List<Scenario> ALL = List.of(
            mongo("insertOne", MongoWork.INSERT_ONE, new Goal(1, 0.75)),
            mongo("updateOne", MongoWork.UPDATE_ONE, new Goal(1, 0.75)),
            mongo("updateOne of the indexed field", MongoWork.UPDATE_INDEXED_FIELD, Goal.NONE),
            mongo("updateOne of the date", MongoWork.UPDATE_DATE, Goal.NONE),
            mongo("findOne by _id", MongoWork.FIND_BY_ID, new Goal(1.15, 0.6)),
            mongo("insertMany of 1000", MongoWork.INSERT_MANY, new Goal(0.6, 0)),
            mongo("find by the indexed field", MongoWork.FIND_BY_INDEXED_FIELD, new Goal(10, 0)),
            journaled(USUAL_THREADS, 1.2),
            journaled(MANY_THREADS, 2),
            new Scenario(
                    "insertOne, TTL index : plain index",
                    Rival.OURSELVES,
                    MongoWork.INSERT_TTL_INDEX,
                    MongoWork.INSERT_PLAIN_INDEX,
                    USUAL_THREADS,
                    new Goal(0.85, 1.15)),
            new Scenario(
                    "4 writes in a transaction : 4 writes",
                    Rival.OURSELVES_IN_A_SET,
                    MongoWork.FOUR_IN_A_TRANSACTION,
                    MongoWork.FOUR_WRITES,
                    USUAL_THREADS,
                    new Goal(0.5, 0)),
            query("$match and $group, 100,000 documents", MongoWork.GROUP_MATCHED, 2),
            query("$lookup, 1,000 in 10,000", MongoWork.LOOKUP, 10),
            query("cursor over 100,000 documents", MongoWork.DRAIN, 1.5),
            query("100,000 in the order of an index", MongoWork.SORT_INDEXED, 0),
            query("the first 100 of that", MongoWork.SORT_INDEXED_PAGE, 10));

    private static Scenario mongo(String name, MongoWork work, Goal goal) {
        return new Scenario(name, Rival.MONGO_JAVA_SERVER, work, work, USUAL_THREADS, goal);
    }

    private static Scenario query(String name, MongoWork work, double rate) {
        return new Scenario(name, Rival.MONGO_JAVA_SERVER, work, work, QUERY_THREADS, new Goal(rate, 0));
    }

    private static Scenario journaled(int threads, double rate) {
        return new Scenario(
                "insertOne with j:true",
                Rival.POSTGRES,
                MongoWork.INSERT_JOURNALED,
                MongoWork.INSERT_JOURNALED,
                threads,
                new Goal(rate, 0));
    }

    /** The same work, to be compared with another build of ours. */
    Scenario againstOurselves() {
        return new Scenario(name, Rival.OURSELVES, work, work, threads, Goal.NONE);
    }
}

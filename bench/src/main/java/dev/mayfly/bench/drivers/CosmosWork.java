package dev.mayfly.bench.drivers;

/** The request that one thread sends to a server of Cosmos DB's protocol. */
enum CosmosWork implements Work {
    CREATE,
    READ,
    UPSERT,
    /** All items with one value of a property, of which there are ten; in no partition in particular. */
    QUERY,
    /** The five items of one partition whose number lies in a range. */
    QUERY_OF_PARTITION,
    /** A create, a read and an upsert of the same item. */
    POINT_MIX;

    private static final int POINT_OPERATIONS = 3;

    @Override
    public int documents() {
        return this == POINT_MIX ? POINT_OPERATIONS : 1;
    }
}

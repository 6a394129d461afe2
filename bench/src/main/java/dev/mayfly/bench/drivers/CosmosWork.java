package dev.mayfly.bench.drivers;

/** The request that one thread sends to a server of Cosmos DB's protocol. */
enum CosmosWork implements Work {
    CREATE,
    READ,
    UPSERT,
    /** All items with one value of a property, of which there are ten; in no partition in particular. */
    QUERY;

    @Override
    public int documents() {
        return 1;
    }
}

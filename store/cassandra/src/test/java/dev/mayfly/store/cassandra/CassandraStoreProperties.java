package dev.mayfly.store.cassandra;

import dev.mayfly.store.api.Store;
import dev.mayfly.store.contract.StoreProperties;
import java.nio.file.Path;

class CassandraStoreProperties extends StoreProperties {
    @Override
    protected Store open(Path folder) {
        return new FreshPartitions(OneNode.open(CassandraStoreProperties.class), folder);
    }

    @Override
    protected int cases() {
        return 6;
    }

    @Override
    protected int callsPerCase() {
        return 500;
    }
}

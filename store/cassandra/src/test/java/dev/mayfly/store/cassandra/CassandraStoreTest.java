package dev.mayfly.store.cassandra;

import dev.mayfly.store.api.Store;
import dev.mayfly.store.contract.StoreContract;
import java.nio.file.Path;

class CassandraStoreTest extends StoreContract {
    @Override
    protected Store open(Path folder) {
        return new FreshPartitions(OneNode.open(CassandraStoreTest.class), folder);
    }

    @Override
    public int longestKey() {
        return CellsTable.KEY_BYTES_MAX;
    }

    @Override
    public int rounds() {
        return 40;
    }

    @Override
    public boolean measuresAtOnce() {
        return false;
    }
}

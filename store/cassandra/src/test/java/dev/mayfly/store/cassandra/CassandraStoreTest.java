package dev.mayfly.store.cassandra;

import dev.mayfly.store.api.Store;
import dev.mayfly.store.contract.StoreContract;
import dev.mayfly.test.harness.Await;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;

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

    @Override
    public void passUntil(BooleanSupplier condition) {
        Await.until("the condition", condition);
    }
}

package dev.mayfly.store.rocksdb;

import dev.mayfly.store.api.Store;
import dev.mayfly.store.contract.StoreContract;
import java.nio.file.Path;

class RocksStoreTest extends StoreContract {
    @Override
    protected Store open(Path folder) {
        return RocksStore.open(folder, RocksOptions.DEFAULT.withReserveBytes(0));
    }
}

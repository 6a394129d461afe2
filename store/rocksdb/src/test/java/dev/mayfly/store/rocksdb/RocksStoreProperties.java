package dev.mayfly.store.rocksdb;

import dev.mayfly.store.api.Store;
import dev.mayfly.store.contract.StoreProperties;
import java.nio.file.Path;

class RocksStoreProperties extends StoreProperties {
    @Override
    protected Store open(Path folder) {
        return RocksStore.open(folder, RocksOptions.DEFAULT.withReserveBytes(0).withMemtableBytes(64 << 10));
    }

    @Override
    protected int cases() {
        return 6;
    }

    @Override
    protected int callsPerCase() {
        return 2_500;
    }
}

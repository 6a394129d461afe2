package dev.mayfly.store.memory;

import dev.mayfly.store.api.Store;
import dev.mayfly.store.contract.StoreProperties;
import java.nio.file.Path;

class MemoryStoreProperties extends StoreProperties {
    @Override
    protected Store open(Path folder) {
        return new MemoryStore();
    }

    @Override
    protected boolean isPersistent() {
        return false;
    }

    @Override
    protected int cases() {
        return 200;
    }

    @Override
    protected int callsPerCase() {
        return 1_500;
    }
}

package dev.mayfly.store.memory;

import dev.mayfly.store.api.Store;
import dev.mayfly.store.contract.StoreContract;
import java.nio.file.Path;

class MemoryStoreTest extends StoreContract {
    @Override
    protected Store open(Path folder) {
        return new MemoryStore();
    }

    @Override
    public boolean isPersistent() {
        return false;
    }
}

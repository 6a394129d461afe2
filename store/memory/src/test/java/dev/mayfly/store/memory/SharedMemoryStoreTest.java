package dev.mayfly.store.memory;

import dev.mayfly.store.api.Store;
import dev.mayfly.store.contract.StoreContract;
import java.nio.file.Path;

class SharedMemoryStoreTest extends StoreContract {
    @Override
    protected Store open(Path folder) {
        return new SharedMemoryStore();
    }

    @Override
    public boolean isPersistent() {
        return false;
    }
}

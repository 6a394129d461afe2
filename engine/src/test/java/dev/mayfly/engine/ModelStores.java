package dev.mayfly.engine;

import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.MemoryStore;
import dev.mayfly.store.memory.SharedMemoryStore;
import dev.mayfly.store.rocksdb.RocksStore;
import java.nio.file.Path;

/** Where the stores of random histories come from. */
public interface ModelStores {
    /** An empty store. */
    Store open();

    /** What a restarted engine finds of the store that was opened last. */
    Store reopen(Store store);

    /** A store in memory, which a restart of the engine does not touch. */
    static ModelStores inMemory() {
        return new ModelStores() {
            @Override
            public Store open() {
                return new MemoryStore();
            }

            @Override
            public Store reopen(Store store) {
                return store;
            }
        };
    }

    /** A store in memory that several engines write. */
    static ModelStores shared() {
        return new ModelStores() {
            @Override
            public Store open() {
                return new SharedMemoryStore();
            }

            @Override
            public Store reopen(Store store) {
                return store;
            }
        };
    }

    /** Stores in folders of their own below this one; with the engine the store is started again too. */
    static ModelStores onDisk(Path folder) {
        return new ModelStores() {
            private int opened;

            @Override
            public Store open() {
                opened++;
                return current();
            }

            @Override
            public Store reopen(Store store) {
                store.close();
                return current();
            }

            private Store current() {
                return RocksStore.open(folder.resolve("store" + opened));
            }
        };
    }
}

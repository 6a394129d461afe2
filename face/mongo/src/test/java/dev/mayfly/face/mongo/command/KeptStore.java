package dev.mayfly.face.mongo.command;

import dev.mayfly.store.api.ForwardingStore;
import dev.mayfly.store.api.Store;

/** Stays open when one of its servers ends. */
final class KeptStore extends ForwardingStore {
    KeptStore(Store store) {
        super(store);
    }

    @Override
    public void close() {}
}

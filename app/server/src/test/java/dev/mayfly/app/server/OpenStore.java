package dev.mayfly.app.server;

import dev.mayfly.store.api.ForwardingStore;
import dev.mayfly.store.api.Store;

/** One server's way to a store that it shares: stays open for the others when the server closes it. */
final class OpenStore extends ForwardingStore {
    OpenStore(Store store) {
        super(store);
    }

    @Override
    public void close() {
        // The test closes the store.
    }
}

package dev.mayfly.face.couchbase.session;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.couchbase.CouchbaseFixture;
import dev.mayfly.face.couchbase.KvFrame;
import dev.mayfly.face.couchbase.KvPeer;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.ManifestChanges;
import dev.mayfly.face.transport.connection.TransportLimits;
import dev.mayfly.store.api.ForwardingStore;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

/** Two servers over one store: a collection that one has made is there for the other, whatever that does. */
final class SharedManifestTest {
    private static final int COLLECTION_ID = 0xbb;

    /** One server's way to the store, which the test closes. */
    private static final class OneServersStore extends ForwardingStore {
        OneServersStore(Store store) {
            super(store);
        }

        @Override
        public void close() {
            // The test closes the store.
        }
    }

    @Test
    void aCollectionIsFoundThroughAServerThatNobodyHasAskedSince() throws IOException {
        try (SharedMemoryStore store = new SharedMemoryStore();
                CouchbaseFixture one = new CouchbaseFixture(TransportLimits.DEFAULT, new OneServersStore(store));
                CouchbaseFixture other = new CouchbaseFixture(TransportLimits.DEFAULT, new OneServersStore(store));
                KvPeer peer = other.login()) {
            Bucket bucket = one.buckets().require(Buckets.DEFAULT);
            new ManifestChanges(one.buckets())
                    .createCollection(bucket, "_default", "c", ManifestChanges.Properties.NONE);
            BucketCollection made = requireNonNull(bucket.find("_default", "c"));
            byte[] found = peer.ask(KvFrame.of(COLLECTION_ID).value("_default.c"))
                    .require(0)
                    .extras();
            assertEquals(made.uid(), ByteBuffer.wrap(found).getInt(Long.BYTES));
        }
    }

    @Test
    void aCollectionStaysWhenAServerThatDoesNotKnowItYetForgetsDroppedOnes() throws IOException {
        try (SharedMemoryStore store = new SharedMemoryStore();
                CouchbaseFixture one = new CouchbaseFixture(TransportLimits.DEFAULT, new OneServersStore(store));
                CouchbaseFixture other = new CouchbaseFixture(TransportLimits.DEFAULT, new OneServersStore(store))) {
            Bucket known = other.buckets().require(Buckets.DEFAULT);
            ManifestChanges changes = new ManifestChanges(one.buckets());
            Bucket bucket = one.buckets().require(Buckets.DEFAULT);
            changes.createCollection(bucket, "_default", "dropped", ManifestChanges.Properties.NONE);
            changes.dropCollection(bucket, "_default", "dropped");
            changes.createCollection(bucket, "_default", "c", ManifestChanges.Properties.NONE);
            assertEquals(1, other.buckets().purgeTombstones(known, -1));
            requireNonNull(one.buckets().require(Buckets.DEFAULT).find("_default", "c"));
            requireNonNull(other.buckets().require(Buckets.DEFAULT).find("_default", "c"));
        }
    }
}

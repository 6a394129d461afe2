package dev.mayfly.face.couchbase.dcp;

import dev.mayfly.face.couchbase.CouchbaseFixture;
import dev.mayfly.face.couchbase.KvFrame;
import dev.mayfly.face.couchbase.KvPeer;
import dev.mayfly.face.transport.connection.TransportLimits;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Where several servers write a bucket its changes have no one order, and what rests on that is refused by name. */
final class SharedStreamsTest {
    private static final int DCP_OPEN = 0x50;
    private static final int RANGE_SCAN_CREATE = 0xda;
    private static final int NOT_SUPPORTED = 0x83;

    @Test
    void streamsAndRangeScansAreRefusedAndTheConnectionGoesOn() throws IOException {
        try (SharedMemoryStore store = new SharedMemoryStore();
                CouchbaseFixture fixture = new CouchbaseFixture(TransportLimits.DEFAULT, store);
                KvPeer peer = fixture.login()) {
            peer.ask(KvFrame.of(DCP_OPEN).key("test").extras(0, 0, 0, 0, 0, 0, 0, 1))
                    .require(NOT_SUPPORTED);
            peer.ask(KvFrame.of(RANGE_SCAN_CREATE).value("{\"range\":{\"start\":\"YQ==\",\"end\":\"Yg==\"}}"))
                    .require(NOT_SUPPORTED);
            peer.ask(KvFrame.of(0x0a)).require(0);
        }
    }
}

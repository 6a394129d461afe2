package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.harness.Await;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The requests of DCP that no client library makes, byte by byte. */
final class DcpWireIT {
    private static final int OPEN = 0x50;
    private static final int CLOSE_STREAM = 0x52;
    private static final int STREAM = 0x53;
    private static final int FAILOVER_LOG = 0x54;
    private static final int STREAM_END = 0x55;
    private static final int MARKER = 0x56;
    private static final int MUTATION = 0x57;
    private static final int DELETION = 0x58;
    private static final int NOOP = 0x5c;
    private static final int CONTROL = 0x5e;
    private static final int SEQNO_ADVANCED = 0x64;
    private static final int EEXISTS = 0x02;
    private static final int EINVAL = 0x04;
    private static final int ERANGE = 0x22;
    private static final int ROLLBACK = 0x23;
    private static final int EACCESS = 0x24;
    private static final int NOT_SUPPORTED = 0x83;
    private static final int UNKNOWN_COLLECTION = 0x88;
    private static final int STREAM_ID_INVALID = 0x8d;
    private static final String BUCKET = "default";

    private LocalServer server;
    private Wire wire;

    @BeforeEach
    void start() throws Exception {
        server = LocalServer.start(Map.of(Setting.COUCHBASE_VBUCKETS, "1024"));
        wire = open();
    }

    @AfterEach
    void stop() {
        wire.close();
        server.close();
    }

    private Wire open() {
        return Wire.open(
                server.endpoint().kvPort(),
                server.endpoint().user(),
                server.endpoint().password(),
                BUCKET);
    }

    private static Frame connection(int flags) {
        return Frame.of(OPEN, "test").vbucket(0).extras(Frame.concat(Frame.u32(0), Frame.u32(flags)));
    }

    private static Frame control(String name, String value) {
        return Frame.of(CONTROL, name).vbucket(0).value(value);
    }

    private static Frame stream(long start, long end, long uuid) {
        return Frame.of(STREAM)
                .vbucket(0)
                .extras(Frame.concat(
                        Frame.u32(0),
                        Frame.u32(0),
                        Frame.u64(start),
                        Frame.u64(end),
                        Frame.u64(uuid),
                        Frame.u64(start),
                        Frame.u64(start)));
    }

    /** A key of vBucket 0. */
    private static String key(int number) {
        for (int each = 0; ; each++) {
            String key = "key" + number + "-" + each;
            if (ByteBuffer.wrap(Frame.of(Frame.GET, key).collection(0).bytes()).getShort(6) == 0) {
                return key;
            }
        }
    }

    private void write(String key, String value) {
        try (Wire writer = open()) {
            writer.send(Frame.set(key, 0, value).collection(0)).require(Wire.OK);
        }
    }

    @Test
    void whatIsNotThereIsRefusedByName() {
        wire.send(control("enable_noop", "true")).require(EINVAL);
        wire.send(connection(0)).require(NOT_SUPPORTED);
        wire.send(connection(1)).require(Wire.OK);
        wire.send(connection(1)).require(EINVAL);
        wire.send(control("change_streams", "true")).require(NOT_SUPPORTED);
        wire.send(control("flatbuffers_system_events", "perhaps")).require(EINVAL);
        wire.send(control("anything", "true")).require(EINVAL);
        wire.send(control("enable_noop", "maybe")).require(EINVAL);
        wire.send(control("connection_buffer_size", "-1")).require(EINVAL);
        wire.send(Frame.of(0x51).vbucket(0).extras(Frame.u32(0))).require(NOT_SUPPORTED);
        wire.send(Frame.of(MARKER).vbucket(0).extras(new byte[20])).require(NOT_SUPPORTED);
        wire.send(Frame.of(CLOSE_STREAM).vbucket(0)).require(Wire.KEY_ENOENT);
        wire.send(stream(5, 3, 0)).require(ERANGE);
        wire.send(stream(0, -1, 0).value("{\"collections\":[\"77\"]}")).require(UNKNOWN_COLLECTION);
        wire.send(stream(0, -1, 0).value("[]")).require(EINVAL);
        wire.send(stream(0, -1, 0).value("{\"sid\":3}")).require(STREAM_ID_INVALID);
    }

    @Test
    void aStreamIsAnsweredByItsHistoriesAndThenSendsSnapshots() {
        String key = key(1);
        write(key, "{\"a\":1}");
        wire.send(connection(1)).require(Wire.OK);
        byte[] log =
                wire.send(Frame.of(FAILOVER_LOG).vbucket(0)).require(Wire.OK).value();
        assertEquals(16, log.length);
        assertEquals(0, ByteBuffer.wrap(log).getLong(8));
        Frame asked = stream(0, -1, 0).value("{\"collections\":[\"0\"]}");
        assertArrayEquals(log, wire.send(asked).require(Wire.OK).value());
        Wire.Answer marker = wire.read();
        assertEquals(MARKER, marker.opcode());
        assertEquals(0, marker.extra64(0));
        Wire.Answer mutation = wire.read();
        assertEquals(MUTATION, mutation.opcode());
        assertEquals(31, mutation.extras().length);
        assertArrayEquals(Frame.concat(new byte[] {0}, key.getBytes()), mutation.key());
        assertEquals("{\"a\":1}", mutation.text());
        assertTrue(mutation.extra64(0) <= marker.extra64(8));
        assertEquals(1, mutation.extra64(8));
        assertEquals(marker.extra64(8), mutation.extra64(0));
        wire.send(asked).require(EEXISTS);
        wire.send(Frame.of(CLOSE_STREAM).vbucket(0)).require(Wire.OK);
    }

    @Test
    void streamsOfOneVBucketAreToldApartByNumbers() {
        String key = key(1);
        write(key, "1");
        wire.send(connection(1)).require(Wire.OK);
        wire.send(control("enable_stream_id", "true")).require(Wire.OK);
        wire.send(control("send_stream_end_on_client_close_stream", "true")).require(Wire.OK);
        wire.send(stream(0, -1, 0)).require(STREAM_ID_INVALID);
        wire.send(stream(0, -1, 0).value("{\"collections\":[\"0\"],\"sid\":7}")).require(Wire.OK);
        // Its name is in the framing of each message, in front of the extras.
        assertEquals(MARKER, wire.read().opcode());
        assertEquals(MUTATION, wire.read().opcode());
        wire.send(Frame.of(CLOSE_STREAM).vbucket(0)).require(STREAM_ID_INVALID);
        wire.send(Frame.of(CLOSE_STREAM).vbucket(0).framing(new byte[] {0x22, 0, 7}))
                .require(Wire.OK);
        Wire.Answer end = wire.read();
        assertEquals(STREAM_END, end.opcode());
    }

    @Test
    void aFilteredStreamIsToldHowFarItsVBucketIs() {
        server.rest()
                .post("/pools/default/buckets/" + BUCKET + "/scopes/_default/collections", "name", "c")
                .require(200);
        wire.send(connection(1)).require(Wire.OK);
        wire.send(stream(0, -1, 0).value("{\"collections\":[\"a\"]}")).require(Wire.OK);
        assertEquals(MARKER, wire.read().opcode());
        assertEquals(0x5f, wire.read().opcode());
        write(key(1), "1");
        assertEquals(MARKER, wire.read().opcode());
        assertEquals(SEQNO_ADVANCED, wire.read().opcode());
    }

    private static final String COLLECTIONS = "/pools/default/buckets/" + BUCKET + "/scopes/_default/collections";

    @Test
    void changesOfCollectionsAreToldAsTables() {
        server.rest().post(COLLECTIONS, "name", "c", "maxTTL", "100").require(200);
        wire.send(connection(1)).require(Wire.OK);
        wire.send(control("flatbuffers_system_events", "true")).require(Wire.OK);
        wire.send(stream(0, -1, 0).value("{\"collections\":[\"a\"]}")).require(Wire.OK);
        assertEvent(0, "c", 100);
        server.rest().form("PATCH", COLLECTIONS + "/c", "maxTTL", "200").require(200);
        assertEvent(5, "c", 200);
        server.rest().delete(COLLECTIONS + "/c").require(200);
        assertEquals(MARKER, wire.read().opcode());
        Wire.Answer dropped = wire.read();
        assertEquals(1, dropped.extra32(8));
        assertEquals(2, dropped.extras()[12]);
        assertEquals(0, dropped.key().length);
        try (Wire plain = open()) {
            // A client that has not asked for tables hears what it did before.
            plain.send(Frame.of(OPEN, "plain").vbucket(0).extras(Frame.concat(Frame.u32(0), Frame.u32(1))))
                    .require(Wire.OK);
            plain.send(stream(0, -1, 0).value("{\"scope\":\"0\"}")).require(Wire.OK);
            assertEquals(MARKER, plain.read().opcode());
            Wire.Answer event = plain.read();
            assertEquals(1, event.extra32(8));
            assertEquals(0, event.extras()[12]);
        }
    }

    /** Reads a marker and an event of the only collection, whose fields must lie as their schema says. */
    private void assertEvent(int kind, String name, int maxTtl) {
        assertEquals(MARKER, wire.read().opcode());
        Wire.Answer event = wire.read();
        assertEquals(0x5f, event.opcode());
        assertEquals(kind, event.extra32(8));
        assertEquals(2, event.extras()[12]);
        assertEquals(name, new String(event.key()));
        ByteBuffer table = ByteBuffer.wrap(event.value()).order(ByteOrder.LITTLE_ENDIAN);
        int at = table.getInt(0);
        int list = at - table.getInt(at);
        assertEquals(10, table.getInt(at + table.getShort(list + 8)));
        assertEquals(1, table.get(at + table.getShort(list + 10)));
        assertEquals(maxTtl, table.getInt(at + table.getShort(list + 12)));
    }

    @Test
    void aClientThatHasHeardOfThePurgeNeedNotGoBack() {
        server.rest()
                .post(
                        "/pools/default/buckets/" + BUCKET,
                        "autoCompactionDefined",
                        "true",
                        "parallelDBAndViewCompaction",
                        "false",
                        "purgeInterval",
                        "0.04")
                .require(200);
        wire.send(connection(1)).require(Wire.OK);
        String gone = key(2);
        write(key(1), "1");
        long start = vBucketNumber("high_seqno");
        write(gone, "1");
        try (Wire writer = open()) {
            writer.send(Frame.of(Frame.DELETE, gone).collection(0)).require(Wire.OK);
        }
        long uuid = ByteBuffer.wrap(wire.send(Frame.of(FAILOVER_LOG).vbucket(0)).value())
                .getLong();
        server.advance(Duration.ofHours(2));
        server.rest()
                .post("/pools/default/buckets/" + BUCKET + "/controller/compactBucket")
                .require(200);
        Await.until("it is purged", () -> vBucketNumber("purge_seqno") > start);
        long purged = vBucketNumber("purge_seqno");
        wire.send(control("max_marker_version", "2.1")).require(EINVAL);
        wire.send(control("max_marker_version", "2.2")).require(Wire.OK);
        wire.send(control("enable_out_of_order_snapshots", "never")).require(EINVAL);
        wire.send(control("enable_out_of_order_snapshots", "true_with_seqno_advanced"))
                .require(Wire.OK);
        wire.send(stream(start, -1, uuid)).require(ROLLBACK);
        wire.send(stream(start, -1, uuid).value("{\"purge_seqno\":" + purged + "}"))
                .require(EINVAL);
        wire.send(stream(start, -1, uuid).value("{\"purge_seqno\":\"" + (purged - 1) + "\"}"))
                .require(ROLLBACK);
        wire.send(stream(start, -1, uuid).value("{\"purge_seqno\":\"" + purged + "\"}"))
                .require(Wire.OK);
        wire.send(Frame.of(CLOSE_STREAM).vbucket(0)).require(Wire.OK);
        wire.send(stream(0, -1, 0).value("{\"collections\":[\"0\"]}")).require(Wire.OK);
        Wire.Answer disk = wire.read();
        assertEquals(MARKER, disk.opcode());
        assertArrayEquals(new byte[] {2}, disk.extras());
        assertEquals(52, disk.value().length);
        assertEquals(2, ByteBuffer.wrap(disk.value()).getInt(16));
        assertEquals(purged, ByteBuffer.wrap(disk.value()).getLong(36));
        assertEquals(MUTATION, wire.read().opcode());
        assertEquals(SEQNO_ADVANCED, wire.read().opcode());
        write(key(3), "1");
        Wire.Answer memory = wire.read();
        assertEquals(MARKER, memory.opcode());
        assertEquals(20, memory.extras().length);
    }

    private long vBucketNumber(String name) {
        try (Wire other = open()) {
            return Long.parseLong(other.stats("vbucket-seqno").get("vb_0:" + name));
        }
    }

    @Test
    void deletionsHaveTheirTimeIfItIsAskedFor() {
        String key = key(1);
        write(key, "1");
        try (Wire writer = open()) {
            writer.send(Frame.of(Frame.DELETE, key).collection(0)).require(Wire.OK);
        }
        wire.send(connection(0x21)).require(Wire.OK);
        wire.send(stream(0, -1, 0).value("{\"collections\":[\"0\"]}")).require(Wire.OK);
        assertEquals(MARKER, wire.read().opcode());
        Wire.Answer deletion = wire.read();
        assertEquals(DELETION, deletion.opcode());
        assertEquals(21, deletion.extras().length);
        assertEquals(1_767_225_600L, deletion.extra32(16));
        try (Wire other = open()) {
            other.send(Frame.of(OPEN, "other").vbucket(0).extras(Frame.concat(Frame.u32(0), Frame.u32(1))))
                    .require(Wire.OK);
            other.send(stream(0, -1, 0).value("{\"collections\":[\"0\"]}")).require(Wire.OK);
            assertEquals(MARKER, other.read().opcode());
            assertEquals(18, other.read().extras().length);
        }
    }

    @Test
    void aConsumerIsAskedWhetherItIsThere() {
        wire.send(connection(1)).require(Wire.OK);
        wire.send(control("set_noop_interval", "1")).require(Wire.OK);
        wire.send(control("enable_noop", "true")).require(Wire.OK);
        assertEquals(NOOP, wire.read().opcode());
    }

    @Test
    void aConnectionTakesThePlaceOfAnOlderOneOfItsName() {
        wire.send(connection(1)).require(Wire.OK);
        try (Wire again = open()) {
            again.send(connection(1)).require(Wire.OK);
            assertTrue(wire.isEnded());
            again.send(Frame.of(FAILOVER_LOG).vbucket(0)).require(Wire.OK);
        }
    }

    @Test
    void whoMayReadDocumentsMayNotFollowThem() {
        server.rest()
                .form(
                        "PUT",
                        "/settings/rbac/users/local/reader",
                        "password",
                        "password",
                        "roles",
                        "data_reader[default]")
                .require(200);
        server.rest()
                .form(
                        "PUT",
                        "/settings/rbac/users/local/follower",
                        "password",
                        "password",
                        "roles",
                        "data_dcp_reader[default]")
                .require(200);
        try (Wire reader = Wire.open(server.endpoint().kvPort(), "reader", "password", BUCKET)) {
            reader.send(connection(1)).require(EACCESS);
        }
        try (Wire follower = Wire.open(server.endpoint().kvPort(), "follower", "password", BUCKET)) {
            follower.send(connection(1)).require(Wire.OK);
            follower.send(stream(0, -1, 0)).require(Wire.OK);
        }
    }

    @Test
    void numbersOfVBucketsAreTheirOwnOnceTheyAreFollowed() {
        wire.send(connection(1)).require(Wire.OK);
        write(key(1), "1");
        Map<String, String> stats = wire.stats("vbucket-seqno");
        long zero = Long.parseLong(stats.get("vb_0:high_seqno"));
        long one = Long.parseLong(stats.get("vb_1:high_seqno"));
        assertTrue(zero > one, zero + " and " + one);
        assertEquals("1", wire.stats("failovers").get("vb_0:num_entries"));
        server.advance(Duration.ofSeconds(1));
    }
}

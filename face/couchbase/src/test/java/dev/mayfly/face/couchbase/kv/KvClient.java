package dev.mayfly.face.couchbase.kv;

import dev.mayfly.face.couchbase.CouchbaseFixture;
import dev.mayfly.face.couchbase.KvAnswer;
import dev.mayfly.face.couchbase.KvFrame;
import dev.mayfly.face.couchbase.KvPeer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;

/** A client of the whole face, frame by frame, whose words are the commands about documents. */
public final class KvClient implements AutoCloseable {
    static final int OK = 0x00;
    static final int ENOENT = 0x01;
    static final int EEXISTS = 0x02;
    static final int E2BIG = 0x03;
    static final int EINVAL = 0x04;
    static final int NOT_STORED = 0x05;
    static final int BAD_DELTA = 0x06;
    static final int LOCKED = 0x09;
    static final int NOT_LOCKED = 0x0e;
    static final int NOT_SUPPORTED = 0x83;
    static final int TMPFAIL = 0x86;

    /** Mutation tokens, all statuses, JSON, Snappy, flexible frames, durability, preserved expiries. */
    private static final int[] FEATURES = {0x04, 0x06, 0x07, 0x0a, 0x0b, 0x10, 0x11, 0x14};

    public final CouchbaseFixture fixture;
    public final KvPeer peer;

    public KvClient() throws IOException {
        fixture = new CouchbaseFixture();
        peer = fixture.login(FEATURES);
    }

    public long now() {
        return fixture.clock().wallMillis() / 1_000;
    }

    void advance(Duration time) {
        fixture.clock().advance(time);
    }

    static byte[] ints(long... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Integer.BYTES);
        for (long number : numbers) {
            bytes.putInt((int) number);
        }
        return bytes.array();
    }

    static byte[] counter(long delta, long initial, long expiry) {
        return ByteBuffer.allocate(20)
                .putLong(delta)
                .putLong(initial)
                .putInt((int) expiry)
                .array();
    }

    public KvAnswer ask(KvFrame frame) throws IOException {
        return peer.ask(frame);
    }

    public KvAnswer get(String key) throws IOException {
        return ask(KvFrame.of(0x00).key(key));
    }

    static KvFrame storing(int opcode, String key, String value, long expiry) {
        return KvFrame.of(opcode).key(key).extras(ints(0x2000000, expiry)).value(value);
    }

    public KvAnswer set(String key, String value, long expiry) throws IOException {
        return ask(storing(0x01, key, value, expiry));
    }

    public KvAnswer delete(String key) throws IOException {
        return ask(KvFrame.of(0x04).key(key));
    }

    public KvAnswer touch(String key, long expiry) throws IOException {
        return ask(KvFrame.of(0x1c).key(key).extras(ints(expiry)));
    }

    public KvAnswer lock(String key, long seconds) throws IOException {
        return ask(KvFrame.of(0x94).key(key).extras(ints(seconds)));
    }

    public KvAnswer meta(String key) throws IOException {
        return ask(KvFrame.of(0xa0).key(key).extras(2));
    }

    /** The expiry that is stored, of a live document. */
    public long expiry(String key) throws IOException {
        return meta(key).require(OK).extrasInt(8) & 0xffff_ffffL;
    }

    @Override
    public void close() throws IOException {
        peer.close();
        fixture.close();
    }
}

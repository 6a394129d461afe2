package dev.mayfly.test.couchbase;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.zip.CRC32;

/**
 * A request of the binary protocol by hand, whose fields are what a test says; its lengths are right.
 *
 * @param vbucket where the key is taken to be; negative for the one it is in
 * @param collection whose id goes before the key; negative for none
 */
record Frame(
        int opcode,
        byte[] framing,
        byte[] extras,
        int collection,
        byte[] key,
        byte[] value,
        int datatype,
        int vbucket,
        long cas,
        int opaque) {
    static final int GET = 0x00;
    static final int SET = 0x01;
    static final int ADD = 0x02;
    static final int REPLACE = 0x03;
    static final int DELETE = 0x04;
    static final int INCREMENT = 0x05;
    static final int DECREMENT = 0x06;
    static final int NOOP = 0x0a;
    static final int APPEND = 0x0e;
    static final int PREPEND = 0x0f;
    static final int STAT = 0x10;
    static final int TOUCH = 0x1c;
    static final int GAT = 0x1d;
    static final int HELLO = 0x1f;
    static final int SASL_LIST = 0x20;
    static final int SASL_AUTH = 0x21;
    static final int SASL_STEP = 0x22;
    static final int SET_PARAM = 0x82;
    static final int SELECT_BUCKET = 0x89;
    static final int OBSERVE_SEQNO = 0x91;
    static final int OBSERVE = 0x92;
    static final int GETL = 0x94;
    static final int UNLOCK = 0x95;
    static final int GET_META = 0xa0;
    static final int SET_WITH_META = 0xa2;
    static final int ADD_WITH_META = 0xa4;
    static final int DEL_WITH_META = 0xa8;
    static final int GET_CLUSTER_CONFIG = 0xb5;
    static final int GET_MANIFEST = 0xba;
    static final int GET_COLLECTION_ID = 0xbb;
    static final int LOOKUP = 0xd0;
    static final int MUTATE = 0xd1;
    static final int GET_ERROR_MAP = 0xfe;

    /** Keeps the expiry that a document has. */
    static final byte[] PRESERVE_TTL = {0x50};

    private static final int VBUCKETS = 1024;
    private static final byte[] NONE = {};

    static Frame of(int opcode) {
        return new Frame(opcode, NONE, NONE, -1, NONE, NONE, 0, -1, 0, 0);
    }

    static Frame of(int opcode, String key) {
        return of(opcode).key(key);
    }

    /** A write of a value with an expiry, and flags of 0. */
    static Frame store(int opcode, String key, long expiry, String value) {
        return of(opcode, key).extras(concat(u32(0), u32(expiry))).value(value);
    }

    static Frame set(String key, long expiry, String value) {
        return store(SET, key, expiry, value);
    }

    static Frame touch(int opcode, String key, long expiry) {
        return of(opcode, key).extras(u32(expiry));
    }

    static Frame count(int opcode, String key, long delta, long initial, long expiry) {
        return of(opcode, key).extras(concat(u64(delta), u64(initial), u32(expiry)));
    }

    /** Framing that asks for a level of durability, by its number. */
    static byte[] durability(int level) {
        return new byte[] {0x11, (byte) level};
    }

    Frame key(String text) {
        return key(text.getBytes(UTF_8));
    }

    Frame key(byte[] bytes) {
        return new Frame(opcode, framing, extras, collection, bytes, value, datatype, vbucket, cas, opaque);
    }

    Frame framing(byte[] bytes) {
        return new Frame(opcode, bytes, extras, collection, key, value, datatype, vbucket, cas, opaque);
    }

    Frame extras(byte[] bytes) {
        return new Frame(opcode, framing, bytes, collection, key, value, datatype, vbucket, cas, opaque);
    }

    Frame collection(int id) {
        return new Frame(opcode, framing, extras, id, key, value, datatype, vbucket, cas, opaque);
    }

    Frame value(String text) {
        return value(text.getBytes(UTF_8));
    }

    Frame value(byte[] bytes) {
        return new Frame(opcode, framing, extras, collection, key, bytes, datatype, vbucket, cas, opaque);
    }

    Frame datatype(int bits) {
        return new Frame(opcode, framing, extras, collection, key, value, bits, vbucket, cas, opaque);
    }

    Frame vbucket(int id) {
        return new Frame(opcode, framing, extras, collection, key, value, datatype, id, cas, opaque);
    }

    Frame cas(long number) {
        return new Frame(opcode, framing, extras, collection, key, value, datatype, vbucket, number, opaque);
    }

    Frame opaque(int number) {
        return new Frame(opcode, framing, extras, collection, key, value, datatype, vbucket, cas, number);
    }

    static byte[] u32(long number) {
        return ByteBuffer.allocate(4).putInt((int) number).array();
    }

    static byte[] u64(long number) {
        return ByteBuffer.allocate(8).putLong(number).array();
    }

    static byte[] concat(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** The bytes of the request: with the flexible header where it has framing extras. */
    byte[] bytes() {
        byte[] name = collection < 0 ? key : concat(leb128(collection), key);
        ByteBuffer frame = ByteBuffer.allocate(24 + framing.length + extras.length + name.length + value.length);
        if (framing.length == 0) {
            frame.put((byte) 0x80).put((byte) opcode).putShort((short) name.length);
        } else {
            frame.put((byte) 0x08).put((byte) opcode).put((byte) framing.length).put((byte) name.length);
        }
        frame.put((byte) extras.length).put((byte) datatype);
        frame.putShort((short) (vbucket < 0 ? vbucketOf(key) : vbucket));
        frame.putInt(framing.length + extras.length + name.length + value.length);
        frame.putInt(opaque).putLong(cas);
        return frame.put(framing).put(extras).put(name).put(value).array();
    }

    private int vbucketOf(byte[] name) {
        if (name.length == 0 || opcode == HELLO || opcode == SELECT_BUCKET) {
            return 0;
        }
        return vbucketOf(name, VBUCKETS);
    }

    private static int vbucketOf(byte[] name, int vBuckets) {
        CRC32 crc = new CRC32();
        crc.update(name);
        return (int) (crc.getValue() >> 16) & 0x7fff & (vBuckets - 1);
    }

    /** The vBucket of a key where there are so many. */
    static int vbucketOf(String name, int vBuckets) {
        return vbucketOf(name.getBytes(UTF_8), vBuckets);
    }

    static byte[] leb128(int number) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        int left = number;
        while (left >= 0x80) {
            bytes.write(left & 0x7f | 0x80);
            left >>>= 7;
        }
        bytes.write(left);
        return bytes.toByteArray();
    }
}

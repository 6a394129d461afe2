package dev.mayfly.face.couchbase;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A request as a test writes it; lengths may lie if told to. */
public final class KvFrame {
    private int magic = 0x80;
    private final int opcode;
    private byte[] framing = {};
    private byte[] extras = {};
    private byte[] key = {};
    private byte[] value = {};
    private int datatype;
    private int vbucket;
    private int opaque;
    private long cas;

    private KvFrame(int opcode) {
        this.opcode = opcode;
    }

    public static KvFrame of(int opcode) {
        return new KvFrame(opcode);
    }

    public KvFrame magic(int newMagic) {
        magic = newMagic;
        return this;
    }

    /** With frame infos, which makes the frame a flexible one. */
    public KvFrame framing(int... bytes) {
        magic = 0x08;
        framing = bytes(bytes);
        return this;
    }

    public KvFrame extras(int... bytes) {
        extras = bytes(bytes);
        return this;
    }

    public KvFrame extras(byte[] bytes) {
        extras = bytes;
        return this;
    }

    public KvFrame key(String text) {
        key = text.getBytes(StandardCharsets.UTF_8);
        return this;
    }

    public KvFrame key(byte[] bytes) {
        key = bytes;
        return this;
    }

    /** With a key in front of which the id of a collection stands, in one byte. */
    public KvFrame key(int collection, String text) {
        byte[] plain = text.getBytes(StandardCharsets.UTF_8);
        key = new byte[plain.length + 1];
        key[0] = (byte) collection;
        System.arraycopy(plain, 0, key, 1, plain.length);
        return this;
    }

    public KvFrame value(String text) {
        return value(text.getBytes(StandardCharsets.UTF_8));
    }

    public KvFrame value(byte[] bytes) {
        value = bytes;
        return this;
    }

    public KvFrame datatype(int bits) {
        datatype = bits;
        return this;
    }

    public KvFrame vbucket(int number) {
        vbucket = number;
        return this;
    }

    public KvFrame opaque(int number) {
        opaque = number;
        return this;
    }

    public KvFrame cas(long number) {
        cas = number;
        return this;
    }

    public byte[] bytes() {
        int body = framing.length + extras.length + key.length + value.length;
        ByteBuffer bytes = ByteBuffer.allocate(24 + body);
        bytes.put((byte) magic).put((byte) opcode);
        if (magic == 0x08) {
            bytes.put((byte) framing.length).put((byte) key.length);
        } else {
            bytes.putShort((short) key.length);
        }
        bytes.put((byte) extras.length).put((byte) datatype).putShort((short) vbucket);
        bytes.putInt(body).putInt(opaque).putLong(cas);
        return bytes.put(framing).put(extras).put(key).put(value).array();
    }

    private static byte[] bytes(int... numbers) {
        byte[] bytes = new byte[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            bytes[i] = (byte) numbers[i];
        }
        return bytes;
    }

    @Override
    public String toString() {
        return Arrays.toString(bytes());
    }
}

package dev.mayfly.bench.drivers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.bench.drivers.KvWork.Kind;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.zip.CRC32;

/** The binary protocol of memcached, with or without what Couchbase asks a client to do first. */
final class BinaryDialect implements Dialect {
    private static final int HEADER = 24;
    private static final int GET_AND_TOUCH = 0x1d;
    private static final int SASL_AUTH = 0x21;
    private static final int SELECT_BUCKET = 0x89;
    private static final int SET_PARAM = 0x82;
    private static final int FLUSH_PARAMETERS = 1;
    private static final int VBUCKETS = 1024;

    private final byte[] key = new byte[Pairs.KEY_BYTES];
    private final byte[] value = Pairs.value();
    private final CRC32 crc = new CRC32();
    private final boolean isCouchbase;

    BinaryDialect(boolean isCouchbase) {
        this.isCouchbase = isCouchbase;
    }

    @Override
    public void greet(SocketChannel channel) throws IOException {
        if (isCouchbase) {
            exchange(channel, SASL_AUTH, "PLAIN", "\0Administrator\0password");
            exchange(channel, SELECT_BUCKET, "default", "");
        }
    }

    /** Sets how often the bucket's pager looks for expired documents, which is every ten minutes unless told otherwise. */
    static void setPagerSeconds(SocketChannel channel, int seconds) throws IOException {
        byte[] parameters =
                ByteBuffer.allocate(Integer.BYTES).putInt(FLUSH_PARAMETERS).array();
        exchange(channel, SET_PARAM, parameters, "exp_pager_stime", Integer.toString(seconds));
    }

    private static void exchange(SocketChannel channel, int opcode, String name, String text) throws IOException {
        exchange(channel, opcode, new byte[0], name, text);
    }

    private static void exchange(SocketChannel channel, int opcode, byte[] extras, String name, String text)
            throws IOException {
        byte[] key = name.getBytes(UTF_8);
        byte[] value = text.getBytes(UTF_8);
        int body = extras.length + key.length + value.length;
        ByteBuffer request = ByteBuffer.allocate(HEADER + body);
        header(request, opcode, key.length, extras.length, 0, body);
        channel.write(request.put(extras).put(key).put(value).flip());
        ByteBuffer header = read(channel, HEADER);
        read(channel, header.getInt(8));
        if (header.getShort(6) != 0) {
            throw new IOException(name + " is refused with status " + header.getShort(6));
        }
    }

    private static ByteBuffer read(SocketChannel channel, int bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(bytes);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new EOFException("the server closed the connection");
            }
        }
        return buffer.flip();
    }

    private static void header(ByteBuffer out, int opcode, int key, int extras, int vbucket, int body) {
        out.put((byte) 0x80).put((byte) opcode).putShort((short) key);
        out.put((byte) extras).put((byte) 0).putShort((short) vbucket);
        out.putInt(body).putInt(0).putLong(0);
    }

    @Override
    public void ask(ByteBuffer out, Kind kind, int number) {
        Pairs.key(number, key);
        switch (kind) {
            case GET -> {
                header(out, 0x00, key.length, 0, vbucket(), key.length);
                out.put(key);
            }
            case TOUCH -> {
                header(out, GET_AND_TOUCH, key.length, Integer.BYTES, vbucket(), Integer.BYTES + key.length);
                out.putInt((int) Pairs.EXPIRY_SECONDS).put(key);
            }
            case SET -> set(out, 0);
            case SET_WITH_EXPIRY, SET_NEW_WITH_EXPIRY -> set(out, Pairs.EXPIRY_SECONDS);
        }
    }

    /** Appends a write of the value with an expiry as the protocol has it. */
    void set(ByteBuffer out, int number, long expiry) {
        Pairs.key(number, key);
        set(out, expiry);
    }

    private void set(ByteBuffer out, long expiry) {
        header(out, 0x01, key.length, 8, vbucket(), 8 + key.length + value.length);
        out.putInt(0).putInt((int) expiry).put(key).put(value);
    }

    private int vbucket() {
        if (!isCouchbase) {
            return 0;
        }
        crc.reset();
        crc.update(key);
        return (int) (crc.getValue() >> 16) & 0x7fff & (VBUCKETS - 1);
    }

    @Override
    public boolean skipAnswer(ByteBuffer in, Kind kind) {
        int status = status(in);
        if (status > 0) {
            throw new IllegalStateException("answered with status " + status);
        }
        return status == 0;
    }

    /** The status of the next answer, which is passed over; -1 when it has not come whole. */
    static int status(ByteBuffer in) {
        if (in.remaining() < HEADER || in.remaining() < HEADER + in.getInt(in.position() + 8)) {
            return -1;
        }
        int status = in.getShort(in.position() + 6);
        in.position(in.position() + HEADER + in.getInt(in.position() + 8));
        return status;
    }
}

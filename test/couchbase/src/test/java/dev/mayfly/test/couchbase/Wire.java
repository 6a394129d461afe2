package dev.mayfly.test.couchbase;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One connection of the binary protocol by hand, for what no SDK can send. Confined to one thread, or to one that writes and one that reads. */
final class Wire implements AutoCloseable {
    static final int OK = 0x00;
    static final int KEY_ENOENT = 0x01;
    static final int KEY_EEXISTS = 0x02;
    static final int E2BIG = 0x03;
    static final int EINVAL = 0x04;
    static final int NOT_STORED = 0x05;
    static final int DELTA_BADVAL = 0x06;
    static final int NOT_MY_VBUCKET = 0x07;
    static final int NO_BUCKET = 0x08;
    static final int LOCKED = 0x09;
    static final int NOT_LOCKED = 0x0e;
    static final int AUTH_ERROR = 0x20;
    static final int AUTH_CONTINUE = 0x21;
    static final int EACCESS = 0x24;
    static final int UNKNOWN_FRAME_INFO = 0x80;
    static final int UNKNOWN_COMMAND = 0x81;
    static final int NOT_SUPPORTED = 0x83;
    static final int UNKNOWN_COLLECTION = 0x88;

    /** Whatever a client may ask for but for answers out of order and pushes. */
    static final int[] FEATURES = {0x04, 0x06, 0x07, 0x08, 0x0a, 0x0b, 0x10, 0x11, 0x12, 0x14, 0x15, 0x17, 0x21};

    /** More than a request may wait for memory before it is refused; what takes longer hangs. */
    private static final int READ_MILLIS_MAX = 120_000;

    private final Socket socket;
    private final DataInputStream input;
    private int opaque;

    private Wire(Socket socket) throws IOException {
        this.socket = socket;
        this.input = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    /**
     * The answer to a request.
     *
     * @param framing extras of the flexible header
     */
    record Answer(
            int opcode,
            int status,
            int datatype,
            byte[] framing,
            byte[] extras,
            byte[] key,
            byte[] value,
            long cas,
            int opaque) {
        String text() {
            return new String(value, UTF_8);
        }

        long extra32(int at) {
            return ByteBuffer.wrap(extras).getInt(at) & 0xffffffffL;
        }

        long extra64(int at) {
            return ByteBuffer.wrap(extras).getLong(at);
        }

        long number() {
            return ByteBuffer.wrap(value).getLong();
        }

        /** Of an answer to GET_META. */
        boolean isDeleted() {
            return extra32(0) == 1;
        }

        /** Of an answer to GET_META: the absolute second. */
        long expiry() {
            return extra32(8);
        }

        /** Of an answer to GET_META: how often the document was written. */
        long revision() {
            return extra64(12);
        }

        Answer require(int expected) {
            assertEquals(expected, status, this::toString);
            return this;
        }

        @Override
        public String toString() {
            return String.format("opcode 0x%02x status 0x%02x cas %d %s", opcode, status, cas, text());
        }
    }

    /** A connection on which nothing has been said. */
    static Wire open(int port) {
        try {
            Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
            socket.setSoTimeout(READ_MILLIS_MAX);
            socket.setTcpNoDelay(true);
            return new Wire(socket);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A connection that may work with a bucket; keys need the id of a collection before them. */
    static Wire open(int port, String user, String password, String bucket) {
        Wire wire = open(port);
        wire.hello(FEATURES);
        wire.login(user, password).require(OK);
        wire.select(bucket).require(OK);
        return wire;
    }

    Answer hello(int... features) {
        ByteBuffer list = ByteBuffer.allocate(2 * features.length);
        for (int feature : features) {
            list.putShort((short) feature);
        }
        return send(Frame.of(Frame.HELLO, "{\"a\":\"mayfly\",\"i\":\"1/1\"}").value(list.array()));
    }

    /** With the password as it is. */
    Answer login(String user, String password) {
        return send(Frame.of(Frame.SASL_AUTH, "PLAIN").vbucket(0).value("\0" + user + "\0" + password));
    }

    Answer select(String bucket) {
        return send(Frame.of(Frame.SELECT_BUCKET, bucket));
    }

    /** Sends a request and reads its answer. */
    Answer send(Frame frame) {
        Frame numbered = frame.opaque(++opaque);
        write(numbered.bytes());
        Answer answer = read();
        assertEquals(numbered.opaque(), answer.opaque(), answer::toString);
        assertEquals(numbered.opcode(), answer.opcode(), answer::toString);
        return answer;
    }

    /** Sends requests in one piece, and reads as many answers. */
    List<Answer> send(List<Frame> frames, int answers) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        frames.forEach(frame -> all.writeBytes(frame.bytes()));
        write(all.toByteArray());
        List<Answer> read = new ArrayList<>();
        while (read.size() < answers) {
            read.add(read());
        }
        return read;
    }

    /** The statistics of a group; the empty name is that of the most usual ones. */
    Map<String, String> stats(String group) {
        write(Frame.of(Frame.STAT, group).vbucket(0).bytes());
        Map<String, String> stats = new LinkedHashMap<>();
        for (Answer answer = read().require(OK); answer.key().length > 0; answer = read().require(OK)) {
            stats.put(new String(answer.key(), UTF_8), answer.text());
        }
        return stats;
    }

    void write(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
            socket.getOutputStream().flush();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    Answer read() {
        try {
            int magic = input.readUnsignedByte();
            int opcode = input.readUnsignedByte();
            boolean isFlexible = magic == 0x18 || magic == 0x08;
            int framing = isFlexible ? input.readUnsignedByte() : 0;
            int key = isFlexible ? input.readUnsignedByte() : input.readUnsignedShort();
            int extras = input.readUnsignedByte();
            int datatype = input.readUnsignedByte();
            int status = input.readUnsignedShort();
            int body = input.readInt();
            int number = input.readInt();
            long cas = input.readLong();
            return new Answer(
                    opcode,
                    status,
                    datatype,
                    input.readNBytes(framing),
                    input.readNBytes(extras),
                    input.readNBytes(key),
                    input.readNBytes(body - framing - extras - key),
                    cas,
                    number);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Returns true if the server has ended the connection, after whatever it still sent. */
    boolean isEnded() {
        try {
            while (input.read() >= 0) {
                // Its earlier output does not matter.
            }
            return true;
        } catch (EOFException _) {
            return true;
        } catch (IOException failure) {
            return String.valueOf(failure.getMessage()).contains("reset");
        }
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}

package dev.mayfly.face.couchbase.xdcr;

import dev.mayfly.face.couchbase.bucket.VBucketHash;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.Leb128;
import dev.mayfly.face.couchbase.wire.Opcode;
import dev.mayfly.face.couchbase.wire.Status;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A connection to the key-value service of a target. Requests are written one after the other, and answered in that order. */
final class TargetConnection implements AutoCloseable {
    private static final int WAIT_MILLIS = 10_000;
    private static final int ANSWER_MILLIS = 60_000;
    private static final int REQUEST = 0x80;
    private static final int HEADER_BYTES = 24;
    private static final int XATTRS = 0x06;
    private static final int SELECT_BUCKET = 0x08;
    private static final int COLLECTIONS = 0x12;
    private static final byte[] NOTHING = {};
    private static final byte[] WITH_DATATYPE = {2};

    private final Socket socket;
    private final DataInputStream input;
    private final DataOutputStream output;
    private final int vBuckets;
    private final String bucketUuid;
    private long written;

    private TargetConnection(Socket socket, RemoteManagement.BucketPlace place) throws IOException {
        this.socket = socket;
        this.input = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        this.output = new DataOutputStream(new BufferedOutputStream(socket.getOutputStream(), 64 << 10));
        this.vBuckets = place.vBuckets();
        this.bucketUuid = place.uuid();
    }

    /** An answer of the target. */
    record TargetAnswer(int status, long cas, byte[] extras, byte[] value) {
        boolean is(Status expected) {
            return status == expected.code();
        }

        TargetAnswer require(String what) throws IOException {
            if (!is(Status.SUCCESS)) {
                throw new IOException("the target refuses " + what + String.format(" with 0x%02x", status));
            }
            return this;
        }
    }

    static TargetConnection open(RemoteCluster cluster, String bucket) throws IOException {
        RemoteManagement.BucketPlace place = new RemoteManagement(cluster).place(bucket);
        Socket plain = new Socket();
        try {
            plain.connect(new InetSocketAddress(place.host(), place.port()), WAIT_MILLIS);
            plain.setSoTimeout(ANSWER_MILLIS);
            plain.setTcpNoDelay(true);
            RemoteSecurity security = cluster.security();
            Socket socket =
                    security.encryptsDocuments() ? security.encrypted(plain, place.host(), place.port()) : plain;
            TargetConnection connection = new TargetConnection(socket, place);
            connection.login(cluster, bucket);
            return connection;
        } catch (IOException failure) {
            plain.close();
            throw failure;
        }
    }

    private void login(RemoteCluster cluster, String bucket) throws IOException {
        byte[] features = ByteBuffer.allocate(6)
                .putShort((short) XATTRS)
                .putShort((short) SELECT_BUCKET)
                .putShort((short) COLLECTIONS)
                .array();
        ask(Opcode.HELLO, NOTHING, text("mayfly-xdcr"), features).require("the greeting");
        if (cluster.security().level() == RemoteSecurity.Level.HALF) {
            prove(new ScramProof(cluster.user(), cluster.password()));
        } else if (!cluster.security().identity().isGiven()) {
            byte[] plain = text("\0" + cluster.user() + "\0" + cluster.password());
            ask(Opcode.SASL_AUTH, NOTHING, text("PLAIN"), plain).require("the login");
        }
        ask(Opcode.SELECT_BUCKET, NOTHING, text(bucket), NOTHING).require("the bucket");
    }

    private void prove(ScramProof proof) throws IOException {
        byte[] mechanism = text(ScramProof.MECHANISM_NAME);
        TargetAnswer first = ask(Opcode.SASL_AUTH, NOTHING, mechanism, proof.first());
        if (!first.is(Status.AUTH_CONTINUE)) {
            first.require("the login");
        }
        TargetAnswer last = ask(Opcode.SASL_STEP, NOTHING, mechanism, proof.last(first.value()));
        proof.check(last.require("the login").value());
    }

    private static byte[] text(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private TargetAnswer ask(Opcode opcode, byte[] extras, byte[] key, byte[] value) throws IOException {
        write(opcode, 0, Datatype.RAW, extras, key, value);
        return read();
    }

    /** Returns the number of a collection, or -1 if the target has none of this path. */
    int collection(String path) throws IOException {
        TargetAnswer answer = ask(Opcode.GET_COLLECTION_ID, NOTHING, NOTHING, text(path));
        if (answer.is(Status.UNKNOWN_COLLECTION) || answer.is(Status.UNKNOWN_SCOPE)) {
            return -1;
        }
        return ByteBuffer.wrap(answer.require("the name of a collection").extras())
                .getInt(Long.BYTES);
    }

    /** Writes the question what is known of a document. */
    void askMeta(int collection, byte[] key) throws IOException {
        write(Opcode.GET_META, collection, key, Datatype.RAW, WITH_DATATYPE, NOTHING);
    }

    /** The uuid of the bucket, as the target says it. */
    String bucketUuid() {
        return bucketUuid;
    }

    /** The number of bytes that were written. */
    long written() {
        return written;
    }

    /** Writes a request about a document, which is sent at the latest with the first {@link #read}. */
    void write(Opcode opcode, int collection, byte[] key, int datatype, byte[] extras, byte[] value)
            throws IOException {
        byte[] id = Leb128.encoded(collection);
        byte[] whole =
                ByteBuffer.allocate(id.length + key.length).put(id).put(key).array();
        write(opcode, VBucketHash.of(key, 0, key.length, vBuckets), datatype, extras, whole, value);
    }

    private void write(Opcode opcode, int vBucket, int datatype, byte[] extras, byte[] key, byte[] value)
            throws IOException {
        output.writeByte(REQUEST);
        output.writeByte(opcode.code());
        output.writeShort(key.length);
        output.writeByte(extras.length);
        output.writeByte(datatype);
        output.writeShort(vBucket);
        output.writeInt(extras.length + key.length + value.length);
        output.writeInt(0);
        output.writeLong(0);
        output.write(extras);
        output.write(key);
        output.write(value);
        written += HEADER_BYTES + extras.length + key.length + value.length;
    }

    TargetAnswer read() throws IOException {
        output.flush();
        input.readUnsignedByte();
        input.readUnsignedByte();
        int key = input.readUnsignedShort();
        int extras = input.readUnsignedByte();
        input.readUnsignedByte();
        int status = input.readUnsignedShort();
        int body = input.readInt();
        input.readInt();
        long cas = input.readLong();
        byte[] numbers = input.readNBytes(extras);
        input.skipNBytes(key);
        return new TargetAnswer(status, cas, numbers, input.readNBytes(body - extras - key));
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException _) {
            // It is gone either way.
        }
    }
}

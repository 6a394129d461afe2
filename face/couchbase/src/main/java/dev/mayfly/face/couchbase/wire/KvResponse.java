package dev.mayfly.face.couchbase.wire;

import dev.mayfly.face.transport.connection.Connection;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** The answer to one request, put together by its command. The arrays given must not change afterwards. */
public final class KvResponse {
    private static final byte[] NOTHING = new byte[0];
    private static final int DURATION_BYTES = 3;
    /** Frame info 0 of two bytes. */
    private static final int DURATION = 0x02;

    /** The kinds of numbers in the extras. */
    private enum Numbers {
        NONE(0),
        FLAGS(Integer.BYTES),
        TOKEN(2 * Long.BYTES);

        private final int bytes;

        Numbers(int bytes) {
            this.bytes = bytes;
        }
    }

    private final Status status;
    private long cas;
    private int datatype;
    private byte[] extras = NOTHING;
    /** Extras that are numbers are kept as such: nearly every answer has some. */
    private Numbers numbers = Numbers.NONE;

    private int flags;
    private long vbucketUuid;
    private long sequenceNumber;
    private byte[] key = NOTHING;
    private byte[] value = NOTHING;
    private int valueOffset;
    private int valueLength;

    private KvResponse(Status status) {
        this.status = status;
    }

    public static KvResponse of(Status status) {
        return new KvResponse(status);
    }

    public static KvResponse success() {
        return new KvResponse(Status.SUCCESS);
    }

    public Status status() {
        return status;
    }

    public KvResponse cas(long newCas) {
        cas = newCas;
        return this;
    }

    public KvResponse extras(byte[] bytes) {
        numbers = Numbers.NONE;
        extras = bytes;
        return this;
    }

    /** One number of 32 bits as extras: the flags of a document. */
    public KvResponse extrasInt(int number) {
        extras = NOTHING;
        numbers = Numbers.FLAGS;
        flags = number;
        return this;
    }

    /** Sets the extras that name a mutation; a session leaves them out where the client has not asked for such. */
    public KvResponse token(long uuid, long number) {
        extras = NOTHING;
        numbers = Numbers.TOKEN;
        vbucketUuid = uuid;
        sequenceNumber = number;
        return this;
    }

    public KvResponse key(byte[] bytes) {
        key = bytes;
        return this;
    }

    public KvResponse value(byte[] bytes, int newDatatype) {
        return value(bytes, 0, bytes.length, newDatatype);
    }

    public KvResponse value(byte[] bytes, int offset, int length, int newDatatype) {
        value = bytes;
        valueOffset = offset;
        valueLength = length;
        datatype = newDatatype;
        return this;
    }

    /** A value that is plain text. */
    public KvResponse text(String text) {
        return value(text.getBytes(StandardCharsets.UTF_8), Datatype.RAW);
    }

    public KvResponse json(String json) {
        return value(json.getBytes(StandardCharsets.UTF_8), Datatype.JSON);
    }

    /** Leaves out what the client has not asked to be told. */
    public void fit(boolean wantsTokens, boolean knowsJson) {
        if (numbers == Numbers.TOKEN && !wantsTokens) {
            numbers = Numbers.NONE;
        }
        if (!knowsJson) {
            datatype &= ~Datatype.JSON;
        }
    }

    /** @param duration how long it took, as the protocol counts; below 0 to leave it out */
    public ByteBuf frame(KvRequest request, int duration, Connection connection) {
        int framing = duration < 0 ? 0 : DURATION_BYTES;
        int extrasLength = numbers.bytes + extras.length;
        int body = framing + extrasLength + key.length + valueLength;
        ByteBuf bytes = connection.allocate(Header.BYTES + body);
        if (framing == 0) {
            bytes.writeByte(Magic.RESPONSE).writeByte(request.opcodeByte()).writeShort(key.length);
        } else {
            bytes.writeByte(Magic.FLEXIBLE_RESPONSE)
                    .writeByte(request.opcodeByte())
                    .writeByte(framing)
                    .writeByte(key.length);
        }
        bytes.writeByte(extrasLength).writeByte(datatype).writeShort(status.code());
        bytes.writeInt(body).writeInt(request.opaque()).writeLong(cas);
        if (framing != 0) {
            bytes.writeByte(DURATION).writeShort(duration);
        }
        switch (numbers) {
            case NONE -> bytes.writeBytes(extras);
            case FLAGS -> bytes.writeInt(flags);
            case TOKEN -> bytes.writeLong(vbucketUuid).writeLong(sequenceNumber);
        }
        return bytes.writeBytes(key).writeBytes(value, valueOffset, valueLength);
    }
}

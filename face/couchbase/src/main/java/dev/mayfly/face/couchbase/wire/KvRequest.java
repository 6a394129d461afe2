package dev.mayfly.face.couchbase.wire;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;

/**
 * One request as it arrived: a view over its frame, whose lengths the framer has checked. Copies nothing by itself. For
 * one thread at a time.
 */
public final class KvRequest {
    /** The longest value of a document. */
    public static final int VALUE_BYTES_MAX = 20 << 20;

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] frame;
    private final boolean namesCollections;
    private final @Nullable Opcode opcode;
    private final int extrasOffset;
    private final int wholeKeyOffset;
    private final int wholeKeyLength;
    private int prefixLength;
    private byte[] valueBytes;
    private int valueOffset;
    private int valueLength;
    private int datatype;
    private @Nullable Framing framing;

    /** @param namesCollections whether keys of documents begin with the id of their collection */
    public KvRequest(byte[] frame, boolean namesCollections) {
        this.frame = frame;
        this.namesCollections = namesCollections;
        this.opcode = Opcode.of(frame[Header.OPCODE]);
        int framingLength = isFlexible() ? frame[Header.FRAMING_LENGTH] & 0xff : 0;
        this.extrasOffset = Header.BYTES + framingLength;
        this.wholeKeyOffset = extrasOffset + extrasLength();
        this.wholeKeyLength = isFlexible()
                ? frame[Header.FLEXIBLE_KEY_LENGTH] & 0xff
                : (short) SHORT.get(frame, Header.KEY_LENGTH) & 0xffff;
        this.valueBytes = frame;
        this.valueOffset = wholeKeyOffset + wholeKeyLength;
        this.valueLength = frame.length - valueOffset;
        this.datatype = frame[Header.DATATYPE] & 0xff;
    }

    /** Returns its opcode, or null if that is unknown. */
    public @Nullable Opcode opcode() {
        return opcode;
    }

    public int opcodeByte() {
        return frame[Header.OPCODE] & 0xff;
    }

    /** Returns whether it is not a request, but a client's answer to the server. */
    public boolean isAnswer() {
        int magic = frame[Header.MAGIC] & 0xff;
        return magic == Magic.CLIENT_RESPONSE || magic == Magic.RESPONSE;
    }

    public boolean isFlexible() {
        return (frame[Header.MAGIC] & 0xff) == Magic.FLEXIBLE_REQUEST;
    }

    public int frameLength() {
        return frame.length;
    }

    /** Returns the type of the value; after {@link #inflate} no longer compressed. */
    public int datatype() {
        return datatype;
    }

    public int vbucket() {
        return (short) SHORT.get(frame, Header.VBUCKET_OR_STATUS) & 0xffff;
    }

    public int opaque() {
        return (int) INT.get(frame, Header.OPAQUE);
    }

    public long cas() {
        return (long) LONG.get(frame, Header.CAS);
    }

    /** Returns its framing extras, which stand in front of its extras; refuses malformed ones. */
    public Framing framing() {
        Framing known = framing;
        if (known == null) {
            known = extrasOffset == Header.BYTES
                    ? Framing.NONE
                    : new FramingReader(frame, Header.BYTES, extrasOffset).read();
            framing = known;
        }
        return known;
    }

    public int extrasLength() {
        return frame[Header.EXTRAS_LENGTH] & 0xff;
    }

    public int extrasByte(int at) {
        return frame[extra(at, Byte.BYTES)] & 0xff;
    }

    /** Two bytes of the extras, unsigned. */
    public int extrasShort(int at) {
        return (short) SHORT.get(frame, extra(at, Short.BYTES)) & 0xffff;
    }

    /** Four bytes of the extras; what is unsigned is the caller's to know. */
    public int extrasInt(int at) {
        return (int) INT.get(frame, extra(at, Integer.BYTES));
    }

    public long extrasLong(int at) {
        return (long) LONG.get(frame, extra(at, Long.BYTES));
    }

    private int extra(int at, int bytes) {
        if (at < 0 || at + bytes > extrasLength()) {
            throw new StatusException(Status.EINVAL, "The extras are too short");
        }
        return extrasOffset + at;
    }

    /** Returns the length of the key with any prefix. */
    public int wholeKeyLength() {
        return wholeKeyLength;
    }

    /** Returns the key with any prefix, as text: for commands whose key is no document's. */
    public String keyText() {
        return new String(frame, wholeKeyOffset, wholeKeyLength, StandardCharsets.UTF_8);
    }

    /** Returns the key with any prefix, copied. */
    public byte[] wholeKey() {
        return Arrays.copyOfRange(frame, wholeKeyOffset, wholeKeyOffset + wholeKeyLength);
    }

    /** The id of the document's collection, unsigned; refuses a key that does not begin with one where it should. */
    public int collectionId() {
        int length = prefixLength();
        return length == 0 ? 0 : Leb128.value(frame, wholeKeyOffset, length);
    }

    private int prefixLength() {
        if (prefixLength == 0 && namesCollections) {
            prefixLength = Leb128.length(frame, wholeKeyOffset, wholeKeyOffset + wholeKeyLength);
            if (prefixLength == 0) {
                throw new StatusException(Status.EINVAL, "The key does not begin with the id of a collection");
            }
        }
        return prefixLength;
    }

    /** Returns the length of the document's key, without its collection. */
    public int keyLength() {
        return wholeKeyLength - prefixLength();
    }

    /** The document's key without its collection, copied. */
    public byte[] key() {
        return Arrays.copyOfRange(frame, wholeKeyOffset + prefixLength(), wholeKeyOffset + wholeKeyLength);
    }

    /** Returns the array that holds the value's bytes; not to be changed. */
    public byte[] valueBytes() {
        return valueBytes;
    }

    public int valueOffset() {
        return valueOffset;
    }

    public int valueLength() {
        return valueLength;
    }

    /** The value, copied. */
    public byte[] value() {
        return Arrays.copyOfRange(valueBytes, valueOffset, valueOffset + valueLength);
    }

    /** Returns true if these bytes stand somewhere in the value as it was sent. */
    public boolean valueContains(byte[] bytes) {
        for (int at = valueOffset; at + bytes.length <= valueOffset + valueLength; at++) {
            if (Arrays.equals(valueBytes, at, at + bytes.length, bytes, 0, bytes.length)) {
                return true;
            }
        }
        return false;
    }

    public String valueText() {
        return new String(valueBytes, valueOffset, valueLength, StandardCharsets.UTF_8);
    }

    /** Returns the length of the value once it is not compressed; refuses a malformed value. */
    public int inflatedLength() {
        if (!Datatype.isSnappy(datatype)) {
            return valueLength;
        }
        try {
            return Snappy.uncompressedLength(frame, valueOffset, valueLength);
        } catch (IOException _) {
            throw notSnappy();
        }
    }

    /** Replaces a compressed value by what it was; refuses one that would be longer than a value may be. */
    public void inflate() {
        if (!Datatype.isSnappy(datatype)) {
            return;
        }
        int length = inflatedLength();
        if (length < 0 || length > VALUE_BYTES_MAX) {
            throw new StatusException(Status.E2BIG);
        }
        try {
            if (!Snappy.isValidCompressedBuffer(frame, valueOffset, valueLength)) {
                throw notSnappy();
            }
            byte[] inflated = new byte[length];
            Snappy.uncompress(frame, valueOffset, valueLength, inflated, 0);
            valueBytes = inflated;
            valueOffset = 0;
            valueLength = length;
            datatype &= ~Datatype.SNAPPY;
        } catch (IOException _) {
            throw notSnappy();
        }
    }

    private static StatusException notSnappy() {
        return new StatusException(Status.EINVAL, "Failed to inflate payload");
    }
}

package dev.mayfly.engine.document;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A document as it lies in the store, expired or not. Never leaves the engine: what leaves it is a document that was found to be live.
 */
public final class StoredDocument implements FaceForms.Envelope {
    /*
     * version 8 | modified 8 | lifetime 1, 9, 17 | face bytes 1 + n, 4 + n | body | checksum 4
     *
     * The lifetime is one byte, followed by eight where it has a number. Its highest bit says that there are more than
     * 255 bytes of the face, so that their length takes four bytes. The bit below it says that another eight bytes follow
     * the number: when the sweeper looks at the document again (see QueueIds.RECHECK). The third bit says that it is followed,
     * behind that, by how many properties were set earlier than the document was written (1), and for each of these its
     * number and when it was set (4, 8). The checksum is the CRC-32C of the key and of everything before it. It is the last
     * thing to be written, once the version is known.
     */
    private static final int INHERIT = 0;
    private static final int FOREVER = 1;
    private static final int FOR = 2;
    private static final int UNTIL = 3;
    private static final int LONG_FACE = 0x80;
    private static final int RECHECKED = 0x40;
    private static final int SET = 0x20;
    private static final int SET_BYTES = Integer.BYTES + Long.BYTES;
    private static final int SHORT_FACE_MAX = 255;
    private static final int CHECKSUM_BYTES = 4;

    /** The number of bytes stored besides the body, the face's bytes and the number in the lifetime. */
    public static final int FRAME_BYTES = 8 + 8 + 1 + 1 + CHECKSUM_BYTES;

    private static final int VERSION_DIGITS = 16;

    private final DocumentKey key;
    private final byte[] bytes;
    private final int lifetimeOffset;
    private final int setOffset;
    private final int faceOffset;
    private final int faceLength;
    private int[] versionAt = Decision.Put.NOWHERE;

    private StoredDocument(DocumentKey key, byte[] bytes) {
        this.key = key;
        this.bytes = bytes;
        this.lifetimeOffset = 16;
        int tag = tag();
        this.setOffset = lifetimeOffset + (tag == FOR || tag == UNTIL ? 9 : 1) + (isRechecked() ? Long.BYTES : 0);
        int lengthOffset = setOffset + (hasSet() ? 1 + (bytes[setOffset] & 0xff) * SET_BYTES : 0);
        boolean isLong = (bytes[lifetimeOffset] & LONG_FACE) != 0;
        this.faceLength = isLong ? (int) Layout.INT.get(bytes, lengthOffset) : bytes[lengthOffset] & 0xff;
        this.faceOffset = lengthOffset + (isLong ? 4 : 1);
    }

    private int tag() {
        return bytes[lifetimeOffset] & (SET - 1);
    }

    private boolean hasSet() {
        return (bytes[lifetimeOffset] & SET) != 0;
    }

    private boolean isRechecked() {
        return (bytes[lifetimeOffset] & RECHECKED) != 0;
    }

    /** Takes the value of a document's key; null stands for no document, and a wrong checksum for damage. */
    public static StoredDocument of(DocumentKey key, byte[] value) {
        if (value.length < 22 || (int) Layout.INT.get(value, value.length - CHECKSUM_BYTES) != checksum(key, value)) {
            throw new CorruptDocumentException();
        }
        return new StoredDocument(key, value);
    }

    static @Nullable public StoredDocument ofNullable(DocumentKey key, byte @Nullable [] value) {
        return value == null ? null : of(key, value);
    }

    /** A document that has no version yet; {@link #seal} gives it one. */
    public static StoredDocument draft(DocumentKey key, long modified, Lifetime lifetime, byte[] face, byte[] body) {
        boolean isLong = face.length > SHORT_FACE_MAX;
        int flag = isLong ? LONG_FACE : 0;
        int lengths =
                (lifetime instanceof Lifetime.For || lifetime instanceof Lifetime.Until ? 9 : 1) + (isLong ? 4 : 1);
        ByteWriter writer = new ByteWriter(16 + lengths + face.length + body.length + CHECKSUM_BYTES);
        writer.put8(0).put8(modified);
        switch (lifetime) {
            case Lifetime.Inherit _ -> writer.put1(INHERIT | flag);
            case Lifetime.Forever _ -> writer.put1(FOREVER | flag);
            case Lifetime.For span -> writer.put1(FOR | flag).put8(span.seconds());
            case Lifetime.Until end -> writer.put1(UNTIL | flag).put8(end.epochMillis());
        }
        if (isLong) {
            writer.put4(face.length);
        } else {
            writer.put1(face.length);
        }
        writer.put(face).put(body).put4(0);
        return new StoredDocument(key, writer.toBytes());
    }

    /**
     * Returns the same draft, stating when the sweeper looks at the document again.
     *
     * @param instant in milliseconds since the epoch; the lifetime must have a number
     */
    public StoredDocument recheckedAt(long instant) {
        int numberEnd = lifetimeOffset + 1 + Long.BYTES;
        byte[] stated = new byte[bytes.length + Long.BYTES];
        System.arraycopy(bytes, 0, stated, 0, numberEnd);
        stated[lifetimeOffset] |= RECHECKED;
        Layout.LONG.set(stated, numberEnd, instant);
        System.arraycopy(bytes, numberEnd, stated, numberEnd + Long.BYTES, bytes.length - numberEnd);
        return new StoredDocument(key, stated).showing(versionAt);
    }

    /** When the sweeper looks at the document again, or no deadline if its entry in a queue says when it dies. */
    public long recheck() {
        return isRechecked() ? (long) Layout.LONG.get(bytes, lifetimeOffset + 1 + Long.BYTES) : Deadlines.NO_DEADLINE;
    }

    /** The largest number of properties of which a document keeps when they were set. */
    public static final int SET_MAX = 255;

    /**
     * Returns the same draft, stating of some properties that they were set earlier than the document is written. Call before
     * {@link #recheckedAt}.
     *
     * @param numbers of the properties, at most {@link #SET_MAX}
     * @param instants when each was set, in milliseconds since the epoch
     */
    public StoredDocument withSet(List<Integer> numbers, List<Long> instants) {
        if (numbers.isEmpty()) {
            return this;
        }
        ByteWriter writer = new ByteWriter(bytes.length + 1 + numbers.size() * SET_BYTES)
                .put(bytes, 0, setOffset)
                .put1(numbers.size());
        for (int index = 0; index < numbers.size(); index++) {
            writer.put4(numbers.get(index)).put8(instants.get(index));
        }
        byte[] stated = writer.put(bytes, setOffset, bytes.length - setOffset).toBytes();
        stated[lifetimeOffset] |= SET;
        return new StoredDocument(key, stated).showing(versionAt);
    }

    /** When a property was set, by its number; the instant of the last write unless the document states another. */
    public long setAt(int number) {
        if (hasSet()) {
            int count = bytes[setOffset] & 0xff;
            for (int index = 0; index < count; index++) {
                int at = setOffset + 1 + index * SET_BYTES;
                if ((int) Layout.INT.get(bytes, at) == number) {
                    return (long) Layout.LONG.get(bytes, at + Integer.BYTES);
                }
            }
        }
        return modified();
    }

    /** Returns the document with another body, and everything else as it is, its version too. */
    public StoredDocument withBody(byte[] body) {
        byte[] changed = new byte[bodyOffset() + body.length + CHECKSUM_BYTES];
        System.arraycopy(bytes, 0, changed, 0, bodyOffset());
        System.arraycopy(body, 0, changed, bodyOffset(), body.length);
        StoredDocument other = new StoredDocument(key, changed);
        other.seal(version());
        return other;
    }

    /** Makes the version be readable in the face's bytes, too, once it is known. */
    public StoredDocument showing(int[] places) {
        for (int place : places) {
            Objects.checkFromIndexSize(place, VERSION_DIGITS, faceLength);
        }
        versionAt = places;
        return this;
    }

    public void seal(long version) {
        Layout.LONG.set(bytes, 0, version);
        for (int place : versionAt) {
            byte[] digits = HexFormat.of().toHexDigits(version).getBytes(StandardCharsets.US_ASCII);
            System.arraycopy(digits, 0, bytes, faceOffset + place, VERSION_DIGITS);
        }
        Layout.INT.set(bytes, bytes.length - CHECKSUM_BYTES, checksum(key, bytes));
    }

    private static int checksum(DocumentKey key, byte[] value) {
        CRC32C checksum = new CRC32C();
        checksum.update(key.bytes());
        checksum.update(value, 0, value.length - CHECKSUM_BYTES);
        return (int) checksum.getValue();
    }

    @Override
    public DocumentKey key() {
        return key;
    }

    public byte[] bytes() {
        return bytes;
    }

    public long version() {
        return (long) Layout.LONG.get(bytes, 0);
    }

    @Override
    public long modified() {
        return (long) Layout.LONG.get(bytes, 8);
    }

    @Override
    public Lifetime lifetime() {
        return switch (tag()) {
            case INHERIT -> Lifetime.INHERIT;
            case FOREVER -> Lifetime.FOREVER;
            case FOR -> new Lifetime.For(lifetimeNumber());
            case UNTIL -> new Lifetime.Until(lifetimeNumber());
            default -> throw new CorruptDocumentException();
        };
    }

    /** Its absolute end, or no deadline if it has none. */
    public long end() {
        return tag() == UNTIL ? lifetimeNumber() : Deadlines.NO_DEADLINE;
    }

    private long lifetimeNumber() {
        return (long) Layout.LONG.get(bytes, lifetimeOffset + 1);
    }

    @Override
    public byte[] face() {
        return faceLength == 0 ? Stamp.NO_FACE_BYTES : Arrays.copyOfRange(bytes, faceOffset, faceOffset + faceLength);
    }

    /** The offset of the face's bytes. */
    public int faceOffset() {
        return faceOffset;
    }

    public int faceLength() {
        return faceLength;
    }

    public Stamp stamp() {
        return new Stamp(version(), modified(), lifetime(), face());
    }

    public int bodyOffset() {
        return faceOffset + faceLength;
    }

    public int bodyLength() {
        return bytes.length - CHECKSUM_BYTES - bodyOffset();
    }

    /** A copy of the body. */
    public byte[] body() {
        return Arrays.copyOfRange(bytes, bodyOffset(), bodyOffset() + bodyLength());
    }

    /** The bytes of a value do not match their checksum. */
    public static final class CorruptDocumentException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CorruptDocumentException() {
            super("the checksum of a document does not match");
        }
    }
}

package dev.mayfly.engine.read;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.SpillOutput;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.expiry.Instants;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A document that was live when it was read. Only {@link LiveGate} creates one, so a holder need not check expiry for
 * the instant of that read. Immutable and safe for concurrent use.
 */
public final class Document {
    private final StoredDocument stored;
    private final DocumentFormat format;
    private final long deadline;
    private final long settledUntil;
    private final boolean isTrimmed;

    /**
     * @param settledUntil its deadline, or the instant at which a property of it dies before
     * @param isTrimmed whether it is stored with properties that are not shown any more
     */
    Document(StoredDocument stored, DocumentFormat format, long deadline, long settledUntil, boolean isTrimmed) {
        this.stored = stored;
        this.format = format;
        this.deadline = deadline;
        this.settledUntil = settledUntil;
        this.isTrimmed = isTrimmed;
    }

    /**
     * A document that no store has, such as one that is yet to be written, as this reading would show it; null if the
     * reading would hide it.
     */
    public static @Nullable Document unstored(
            ReadView reading, DocumentKey key, Lifetime lifetime, byte[] face, byte[] body) {
        StoredDocument draft = StoredDocument.draft(key, reading.now(), lifetime, face, body);
        draft.seal(0);
        return LiveGate.admit(reading, draft);
    }

    public DocumentKey key() {
        return stored.key();
    }

    StoredDocument stored() {
        return stored;
    }

    /** The bytes with which its face stamped it. */
    public byte[] face() {
        return stored.face();
    }

    /** The offset of its face's bytes in the {@link #buffer}. */
    public int faceOffset() {
        return stored.faceOffset();
    }

    public int faceLength() {
        return stored.faceLength();
    }

    public Stamp stamp() {
        return stored.stamp();
    }

    public long version() {
        return stored.version();
    }

    /** The deadline by the policy of the read view, in milliseconds since the epoch, or no deadline. */
    public long deadline() {
        return deadline;
    }

    /** The instant up to which it stays as it is unless somebody writes it: its deadline, or the death of a property. */
    public long settledUntil() {
        return settledUntil;
    }

    /** Returns true if it is stored with properties that have died since, and are not shown. */
    boolean isTrimmed() {
        return isTrimmed;
    }

    /** The queue of the rule that decides its deadline by the policy of a reading, or 0. */
    public int decidingQueue(ReadView reading) {
        return reading.policy().current().decidingQueue(instants(reading));
    }

    /** The document's expiry data, by the queues of a read view. */
    public Instants instants(ReadView reading) {
        return reading.schema().instants(stored);
    }

    /** The number of bytes it takes in the store, before compression. */
    public int storedBytes() {
        return stored.bytes().length;
    }

    /** The array in which the body lies; not to be changed. */
    public byte[] buffer() {
        return stored.bytes();
    }

    public int bodyOffset() {
        return stored.bodyOffset();
    }

    public int bodyLength() {
        return stored.bodyLength();
    }

    /** A copy of the body, as the client sent it. */
    public byte[] body() {
        return Arrays.copyOfRange(buffer(), bodyOffset(), bodyOffset() + bodyLength());
    }

    /**
     * Encodes the whole document, to be stored outside of memory and {@link #unpacked} again for the same read view.
     */
    public void pack(SpillOutput output) {
        byte[] key = key().bytes();
        output.write(ByteBuffer.allocate(24)
                .putInt(format.ordinal())
                .putLong(deadline)
                .putLong(settledUntil)
                .putInt(key.length)
                .array());
        output.write(key);
        output.write(stored.bytes());
    }

    public static Document unpacked(byte[] packed) {
        ByteBuffer buffer = ByteBuffer.wrap(packed);
        DocumentFormat format = DocumentFormat.values()[buffer.getInt()];
        long deadline = buffer.getLong();
        long settledUntil = buffer.getLong();
        byte[] key = new byte[buffer.getInt()];
        buffer.get(key);
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return LiveGate.readmit(StoredDocument.of(new DocumentKey(key), bytes), format, deadline, settledUntil);
    }

    public View view() {
        return format.view(buffer(), bodyOffset(), bodyLength());
    }
}

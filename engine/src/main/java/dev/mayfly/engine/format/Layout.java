package dev.mayfly.engine.format;

import dev.mayfly.base.document.DocumentKey;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The layout of keys in the store's spaces; {@code docs/formats.md} has the tables. */
@SuppressWarnings("MutablePublicArray") // Keys are arrays in all of the store, and are never changed.
public final class Layout {
    public static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    public static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

    /** In the expiry space: an entry of a queue. */
    public static final int QUEUE = 1;

    /** In the expiry space: the record of an announcement. */
    public static final int ANNOUNCEMENT = 2;

    /** In the expiry space: a block of the log of events. */
    public static final int EVENTS = 9;

    /** In a collection's meta space: the mark of a queue. */
    public static final int MARK = 1;

    /** In a collection's meta space: its size. */
    public static final byte[] TOTALS_KEY = {2};

    /** In a collection's meta space: a face's records about writes. */
    public static final int RECEIPT = 3;

    /** In a collection's meta space: the version up to which its own history was deleted. */
    public static final byte[] HISTORY_TRIMMED_VERSION_KEY = {4};

    /** In a collection's meta space: the last instant of which the sweeper may have looked at documents again. */
    public static final byte[] RECHECKED_KEY = {5};

    /** In a collection's meta space: the documents that expired and were destroyed in an hour. */
    static final int PAST = 21;
    /** In a shard's meta space, where several engines write: the version of its last batch. */
    public static final byte[] LAST_VERSION_KEY = {'l'};

    /** In a collection's meta space: the position up to which its log of events was deleted. */
    public static final byte[] EVENTS_TRIMMED_KEY = {'w'};

    /** In a collection's meta space: a document that a change of policy had hidden and that a write has replaced. */
    static final int TAKEN = 't';

    /** In a collection's meta space: a hold. */
    public static final int HOLD = 'h';

    /** In a collection's meta space: a held document whose key or unique value was taken. */
    public static final int VAULT = 'v';

    /** In a collection's meta space: what one batch has destroyed. In the catalog's: where more of that lies. */
    public static final int ERASURE = 'x';

    /** In the catalog's meta space. */
    public static final int COLLECTION = 'c';

    public static final int DROPPED = 'd';
    public static final int AUDIT = 'a';
    static final int FACE_RECORD = 'r';

    /** The number of a collection's schema, where several engines write. */
    public static final int SCHEMA_NUMBER = 's';

    /** The time from which on the history of a face is kept. */
    public static final int HISTORY_SINCE = 'k';

    /** The time up to which the history was trimmed. */
    public static final byte[] HISTORY_TRIMMED_KEY = {'t'};

    /** The version from which on the log of events is kept. */
    public static final byte[] EVENTS_SINCE_KEY = {'w'};

    public static final byte[] VERSION_CEILING_KEY = {'v'};
    public static final byte[] COLLECTION_CEILING_KEY = {'n'};
    public static final byte[] CLOCK_MARK_KEY = {'g'};

    /** Bytes before the instant in the key of a queue entry. */
    static final int QUEUE_PREFIX_BYTES = 5;

    /** Bytes before the document's key in the key of a queue entry. */
    public static final int QUEUE_HEAD_BYTES = QUEUE_PREFIX_BYTES + 8;

    /** In the index space, below the numbers of all indexes: the documents in the order of their last writes. */
    public static final int RECENCY = 1;

    /** Bytes before the document's key in the key of an entry of recency. */
    static final int RECENCY_HEAD_BYTES = 4 + 8;

    /** In the index space, below the numbers of all indexes: the tombstones of documents that are gone. */
    public static final int TOMBSTONE = 2;

    /** In the index space, below the numbers of all indexes: documents and tombstones in the order of their changes, by slot. */
    public static final int SEQUENCE = 3;

    /** Bytes before the document's key in the key of an entry of the sequence. */
    public static final int SEQUENCE_HEAD_BYTES = 4 + 2 + 8;

    /** In a shard's meta space: the number of slots in which its changes are kept in order, and whether all are. */
    public static final byte[] SEQUENCE_KEY = {'q'};

    /** In a shard's meta space: the highest version of a slot of which nothing is left. */
    static final int PURGED = 'p';

    /** Bytes before the document's key in the key of a tombstone. */
    static final int TOMBSTONE_HEAD_BYTES = 4;

    private Layout() {}

    public static byte[] queuePrefix(int queue) {
        byte[] key = new byte[QUEUE_PREFIX_BYTES];
        key[0] = QUEUE;
        INT.set(key, 1, queue);
        return key;
    }

    /** The least key an entry with this instant can have. */
    public static byte[] queueHead(int queue, long instant) {
        byte[] key = new byte[QUEUE_HEAD_BYTES];
        key[0] = QUEUE;
        INT.set(key, 1, queue);
        LONG.set(key, QUEUE_PREFIX_BYTES, instant ^ Long.MIN_VALUE);
        return key;
    }

    public static byte[] queueKey(int queue, long instant, DocumentKey document) {
        byte[] key = Arrays.copyOf(queueHead(queue, instant), QUEUE_HEAD_BYTES + document.bytes().length);
        System.arraycopy(document.bytes(), 0, key, QUEUE_HEAD_BYTES, document.bytes().length);
        return key;
    }

    public static long queueInstant(byte[] key) {
        return (long) LONG.get(key, QUEUE_PREFIX_BYTES) ^ Long.MIN_VALUE;
    }

    public static DocumentKey queueDocument(byte[] key) {
        return new DocumentKey(Arrays.copyOfRange(key, QUEUE_HEAD_BYTES, key.length));
    }

    public static byte[] announcementKey(DocumentKey document, long version) {
        return new ByteWriter(document.bytes().length + 9)
                .put1(ANNOUNCEMENT)
                .put(document.bytes())
                .put8(version)
                .toBytes();
    }

    public static DocumentKey announcedDocument(byte[] key) {
        return new DocumentKey(Arrays.copyOfRange(key, 1, key.length - 8));
    }

    public static long announcedVersion(byte[] key) {
        return (long) LONG.get(key, key.length - 8);
    }

    public static byte[] indexPrefix(int index) {
        byte[] key = new byte[4];
        INT.set(key, 0, index);
        return key;
    }

    /** The key of an entry of a unique index, or what those of another begin with. */
    public static byte[] indexKey(int index, byte[] value) {
        byte[] key = new byte[4 + value.length];
        INT.set(key, 0, index);
        System.arraycopy(value, 0, key, 4, value.length);
        return key;
    }

    public static byte[] indexKey(int index, byte[] value, DocumentKey document) {
        byte[] tail = document.bytes();
        byte[] key = Arrays.copyOf(indexKey(index, value), 4 + value.length + tail.length);
        System.arraycopy(tail, 0, key, 4 + value.length, tail.length);
        return key;
    }

    /** The least key that an entry of this version can have. */
    public static byte[] recencyHead(long version) {
        byte[] key = new byte[RECENCY_HEAD_BYTES];
        INT.set(key, 0, RECENCY);
        LONG.set(key, 4, version);
        return key;
    }

    public static byte[] recencyKey(long version, DocumentKey document) {
        byte[] tail = document.bytes();
        byte[] key = Arrays.copyOf(recencyHead(version), RECENCY_HEAD_BYTES + tail.length);
        System.arraycopy(tail, 0, key, RECENCY_HEAD_BYTES, tail.length);
        return key;
    }

    public static boolean isRecency(byte[] indexSpaceKey) {
        return indexSpaceKey.length >= RECENCY_HEAD_BYTES && (int) INT.get(indexSpaceKey, 0) == RECENCY;
    }

    public static long recencyVersion(byte[] key) {
        return (long) LONG.get(key, 4);
    }

    public static DocumentKey recencyDocument(byte[] key) {
        return new DocumentKey(Arrays.copyOfRange(key, RECENCY_HEAD_BYTES, key.length));
    }

    public static byte[] tombstoneKey(DocumentKey document) {
        return indexKey(TOMBSTONE, document.bytes());
    }

    public static boolean isTombstone(byte[] indexSpaceKey) {
        return indexSpaceKey.length >= TOMBSTONE_HEAD_BYTES && (int) INT.get(indexSpaceKey, 0) == TOMBSTONE;
    }

    public static DocumentKey buriedDocument(byte[] key) {
        return new DocumentKey(Arrays.copyOfRange(key, TOMBSTONE_HEAD_BYTES, key.length));
    }

    /** The least key that an entry of this slot and version can have. */
    public static byte[] sequenceHead(int slot, long version) {
        byte[] key = new byte[SEQUENCE_HEAD_BYTES];
        INT.set(key, 0, SEQUENCE);
        key[4] = (byte) (slot >> 8);
        key[5] = (byte) slot;
        LONG.set(key, 6, version);
        return key;
    }

    public static byte[] sequenceKey(int slot, long version, DocumentKey document) {
        byte[] tail = document.bytes();
        byte[] key = Arrays.copyOf(sequenceHead(slot, version), SEQUENCE_HEAD_BYTES + tail.length);
        System.arraycopy(tail, 0, key, SEQUENCE_HEAD_BYTES, tail.length);
        return key;
    }

    public static boolean isSequence(byte[] indexSpaceKey) {
        return indexSpaceKey.length >= SEQUENCE_HEAD_BYTES && (int) INT.get(indexSpaceKey, 0) == SEQUENCE;
    }

    public static long sequenceVersion(byte[] key) {
        return (long) LONG.get(key, 6);
    }

    public static DocumentKey sequenceDocument(byte[] key) {
        return new DocumentKey(Arrays.copyOfRange(key, SEQUENCE_HEAD_BYTES, key.length));
    }

    public static byte[] purgedKey(int slot) {
        return new byte[] {PURGED, (byte) (slot >> 8), (byte) slot};
    }

    public static byte[] markKey(int queue) {
        return new ByteWriter(5).put1(MARK).put4(queue).toBytes();
    }

    /** The record of an hour, counted since the epoch. */
    public static byte[] pastKey(long hour) {
        return new ByteWriter(9).put1(PAST).put8(hour ^ Long.MIN_VALUE).toBytes();
    }

    public static long pastHour(byte[] key) {
        return (long) LONG.get(key, 1) ^ Long.MIN_VALUE;
    }

    /**
     * Returns the key prefix of the records of documents that this change of policy had hidden and whose place was
     * taken.
     */
    public static byte[] takenPrefix(long change) {
        return new ByteWriter(9).put1(TAKEN).put8(change).toBytes();
    }

    public static byte[] takenKey(long change, DocumentKey document) {
        return new ByteWriter(9 + document.bytes().length)
                .put1(TAKEN)
                .put8(change)
                .put(document.bytes())
                .toBytes();
    }

    public static byte[] erasureKey(long version) {
        return new ByteWriter(9).put1(ERASURE).put8(version).toBytes();
    }

    /** In the catalog's meta space, in the order of the changes. */
    public static byte[] auditKey(long version) {
        return new ByteWriter(9).put1(AUDIT).put8(version).toBytes();
    }

    public static byte[] holdKey(String name) {
        byte[] text = name.getBytes(StandardCharsets.UTF_8);
        return new ByteWriter(1 + text.length).put1(HOLD).put(text).toBytes();
    }

    public static byte[] vaultKey(DocumentKey document, long version) {
        return new ByteWriter(document.bytes().length + 9)
                .put1(VAULT)
                .put(document.bytes())
                .put8(version)
                .toBytes();
    }

    public static byte[] receiptKey(byte[] id) {
        return new ByteWriter(1 + id.length).put1(RECEIPT).put(id).toBytes();
    }

    public static byte[] collectionKey(int kind, int collection) {
        return new ByteWriter(5).put1(kind).put4(collection).toBytes();
    }

    public static byte[] faceRecordKey(String face, String name) {
        return new ByteWriter(64)
                .put1(FACE_RECORD)
                .put(face.getBytes(StandardCharsets.UTF_8))
                .put1(0)
                .put(name.getBytes(StandardCharsets.UTF_8))
                .toBytes();
    }
}

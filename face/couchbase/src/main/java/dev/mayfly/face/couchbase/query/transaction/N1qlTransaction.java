package dev.mayfly.face.couchbase.query.transaction;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestMemory;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.Expiry;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.language.date.Durations;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.sequence.SequenceName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * One transaction of statements under way: its changes so far, which no other reader sees before the commit. Used by
 * one request at a time.
 */
public final class N1qlTransaction {
    /*
     * Changes stay in memory until COMMIT, which stages and then writes them by the protocol of the SDKs. A statement that
     * fails, and ROLLBACK TO SAVEPOINT, take changes back by the log, in which stands what each one replaced.
     */
    private static final long BYTES_MAX = 64L << 20;
    private static final long ALL_BYTES_MAX = 512L << 20;
    private static final long CHANGE_BYTES = 256;

    private final String id;
    private final String transactionId;
    private final String user;
    private final TransactionOptions options;
    private final long endsAt;
    private final Map<Place, StagedChange> changes = new LinkedHashMap<>();
    private final List<Replaced> log = new ArrayList<>();
    private final Map<String, Integer> savepoints = new HashMap<>();
    private final Map<SequenceName, Long> numbers = new HashMap<>();
    private @Nullable RecordPlace record;
    private boolean recorded;
    private final AtomicLong shared;
    private @Nullable RequestMemory memory;
    private long bytes;
    private long lastStatement;
    private boolean inUse;

    private record Place(String bucket, String path, DocumentKey key) {
        static Place of(BucketCollection in, DocumentKey key) {
            return new Place(in.bucket().name(), in.path(), key);
        }
    }

    private record Replaced(Place place, @Nullable StagedChange before) {}

    /**
     * A transaction that has changed nothing.
     *
     * @param user that began it; only statements of this user belong to it
     * @param endsAt the tick at which it expires
     * @param shared the bytes of all transactions together
     */
    N1qlTransaction(
            String id, String transactionId, String user, TransactionOptions options, long endsAt, AtomicLong shared) {
        this.id = id;
        this.transactionId = transactionId;
        this.user = user;
        this.options = options;
        this.endsAt = endsAt;
        this.shared = shared;
    }

    /** Returns the id by which requests name it: that of the attempt. */
    public String id() {
        return id;
    }

    String transactionId() {
        return transactionId;
    }

    String user() {
        return user;
    }

    TransactionOptions options() {
        return options;
    }

    boolean isExpired(long tick) {
        return tick - endsAt >= 0;
    }

    long millisLeft(long tick) {
        return Math.max(0, (endsAt - tick) / 1_000_000);
    }

    /** Returns the place of its record, or null as long as it has none. */
    @Nullable
    RecordPlace record() {
        return record;
    }

    /** Returns whether the record says already that it is pending. */
    boolean isRecorded() {
        return recorded;
    }

    void keepRecordAt(RecordPlace place, boolean written) {
        record = place;
        recorded = written;
    }

    /** Returns the row of the catalog. */
    N1qlValue described(long nowMillis, long tick) {
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        fields.put("durabilityLevel", N1qlValues.of(durabilityLevel()));
        fields.put(
                "expiryTime",
                N1qlValues.of(Instant.ofEpochMilli(nowMillis + millisLeft(tick)).toString()));
        fields.put("id", N1qlValues.of(id));
        fields.put("isolationLevel", N1qlValues.of("READ COMMITTED"));
        fields.put("status", N1qlValues.of(isExpired(tick) ? "expired" : "active"));
        fields.put("timeout", N1qlValues.of(Durations.text(options.timeoutNanos())));
        fields.put("user", N1qlValues.of(user));
        return N1qlValues.object(fields);
    }

    private String durabilityLevel() {
        return switch (options.durability()) {
            case "n" -> "none";
            case "pa" -> "majorityAndPersistActive";
            case "pm" -> "persistToMajority";
            default -> "majority";
        };
    }

    /** Takes it for one request. */
    public synchronized void enter(long statement) {
        if (inUse) {
            throw TransactionErrors.inUse();
        }
        if (statement > 0) {
            if (lastStatement >= statement) {
                throw TransactionErrors.outOfOrder(lastStatement, statement);
            }
            lastStatement = statement;
        }
        inUse = true;
    }

    synchronized boolean isInUse() {
        return inUse;
    }

    public synchronized void leave() {
        inUse = false;
    }

    Collection<StagedChange> changes() {
        return changes.values();
    }

    /** Returns whether the transaction has changed a document, or anything at all in its keyspace. */
    public boolean hasChanged(BucketCollection in, DocumentKey key) {
        return changes.containsKey(Place.of(in, key));
    }

    /**
     * Returns a document as the transaction has changed it; null where it is deleted. Call only for changed documents.
     */
    public @Nullable Document changed(BucketCollection in, DocumentKey key, ReadView reading) {
        StagedChange change = changes.get(Place.of(in, key));
        return change == null ? null : document(change, reading);
    }

    /** The documents of a keyspace that the transaction has written. */
    public List<Document> written(BucketCollection in, ReadView reading) {
        List<Document> written = new ArrayList<>();
        for (StagedChange change : changes.values()) {
            boolean here = change.in().path().equals(in.path())
                    && change.in().bucket().name().equals(in.bucket().name());
            Document document = here ? document(change, reading) : null;
            if (document != null) {
                written.add(document);
            }
        }
        return written;
    }

    private static @Nullable Document document(StagedChange change, ReadView reading) {
        if (!change.leavesDocument()) {
            return null;
        }
        byte[] face = new DocumentMeta(change.shownCas(), 1, change.flags(), DocumentMeta.JSON, DocumentMeta.NO_XATTRS)
                .toBytes();
        Lifetime lifetime = Expiry.lifetime(change.shownExpiry());
        return Document.unstored(reading, change.key(), lifetime, face, change.body());
    }

    /**
     * Writes a document.
     *
     * @param stored the live document outside of the transaction, or null
     * @param expiration the instant that is asked for, or null to keep the document's own
     */
    public void put(
            BucketCollection in,
            DocumentKey key,
            @Nullable Document stored,
            byte[] body,
            int flags,
            @Nullable Long expiration,
            long cas) {
        StagedChange before = changes.get(Place.of(in, key));
        if (before != null) {
            change(before.put(body, flags, expiration, cas));
            return;
        }
        StagedChange.Kind kind = stored == null ? StagedChange.Kind.INSERT : StagedChange.Kind.REPLACE;
        long expected = stored == null ? 0 : DocumentMeta.cas(stored);
        long expiry = stored == null ? Expiry.NEVER : DocumentMeta.expiry(stored);
        change(new StagedChange(in, key, kind, body, flags, expiration, expiry, cas, expected, null));
    }

    /** Removes a document that its statements see. */
    public void remove(BucketCollection in, DocumentKey key, @Nullable Document stored, long cas) {
        StagedChange before = changes.get(Place.of(in, key));
        if (before != null) {
            change(before.remove(cas));
        } else if (stored != null) {
            change(new StagedChange(
                    in,
                    key,
                    StagedChange.Kind.REMOVE,
                    new byte[0],
                    DocumentMeta.flags(stored),
                    null,
                    DocumentMeta.expiry(stored),
                    cas,
                    DocumentMeta.cas(stored),
                    null));
        }
    }

    /** Takes over what was staged before there were statements. */
    void resume(StagedChange change) {
        take(change.body().length + CHANGE_BYTES);
        changes.put(Place.of(change.in(), change.key()), change);
    }

    private void change(StagedChange change) {
        take(change.body().length + CHANGE_BYTES);
        Place place = Place.of(change.in(), change.key());
        log.add(new Replaced(place, changes.put(place, change)));
    }

    private void take(long more) {
        if (bytes + more > BYTES_MAX) {
            throw TransactionErrors.memory(bytes + more, BYTES_MAX);
        }
        charge(more);
        bytes += more;
        long all = shared.addAndGet(more);
        if (all > ALL_BYTES_MAX) {
            giveBack(more);
            throw TransactionErrors.memory(all, ALL_BYTES_MAX);
        }
    }

    /** A transaction outlasts its statements, so it has an account of its own. */
    private void charge(long more) {
        RequestGuard guard = RequestGuard.current();
        RequestMemory account = memory;
        if (account == null) {
            account = guard.memory().beside();
            memory = account;
        }
        guard.charge(account, more);
    }

    private void giveBack(long back) {
        bytes -= back;
        shared.addAndGet(-back);
        if (memory != null) {
            memory.release(back);
        }
    }

    /** Releases its memory; it must not be used any more. */
    void release() {
        giveBack(bytes);
        if (memory != null) {
            memory.close();
        }
    }

    /** Returns its current position; {@link #undo} comes back to here. */
    public int mark() {
        return log.size();
    }

    /** Takes back all changes since a mark. */
    public void undo(int mark) {
        while (log.size() > mark) {
            Replaced replaced = log.removeLast();
            StagedChange before = replaced.before();
            StagedChange undone =
                    before == null ? changes.remove(replaced.place()) : changes.put(replaced.place(), before);
            long back = (undone == null ? 0 : undone.body().length) + CHANGE_BYTES;
            giveBack(back);
        }
        savepoints.values().removeIf(savepoint -> savepoint > mark);
    }

    /** Records that it has taken a number of a sequence, which stays taken however it ends. */
    public void take(SequenceName sequence, long number) {
        if (numbers.put(sequence, number) == null) {
            take(CHANGE_BYTES);
        }
    }

    /** The number of a sequence that it has taken last, or null. */
    public @Nullable Long taken(SequenceName sequence) {
        return numbers.get(sequence);
    }

    public void save(String name) {
        savepoints.put(name, mark());
    }

    public void undoTo(String name) {
        Integer mark = savepoints.get(name);
        if (mark == null) {
            throw TransactionErrors.noSavepoint(name);
        }
        undo(mark);
    }

    public static String text(DocumentKey key) {
        return new String(key.bytes(), UTF_8);
    }
}
